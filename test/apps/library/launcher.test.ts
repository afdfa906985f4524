// The launcher of the archive: it says in one sentence why Node cannot run here, before Node is started.
import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launcher } from '../../../apps/packages/standalone.ts'
import { withoutBuilding } from '../../../apps/packages/wording.ts'
import { leftOut } from '../../support/left-out.ts'

const folder = mkdtempSync(join(tmpdir(), 'tzref-launcher-'))
const bin = join(folder, 'bin')
beforeAll(() => {
  mkdirSync(bin)
  writeFileSync(join(folder, 'tzref'), launcher('x64'), { mode: 0o755 })
  writeFileSync(join(bin, 'node'), '#!/bin/sh\necho "started $*"\n', { mode: 0o755 })
})
afterAll(() => rmSync(folder, { recursive: true }))

/** Calls the launcher on a machine that has these programs. */
function called(machine: string, glibc: string): [number | null, string, string] {
  const tools = mkdtempSync(join(folder, 'tools-'))
  writeFileSync(join(tools, 'uname'), `#!/bin/sh\necho ${machine}\n`, { mode: 0o755 })
  writeFileSync(join(tools, 'getconf'), `#!/bin/sh\n${glibc === '' ? 'exit 1' : `echo ${glibc}`}\n`, {
    mode: 0o755,
  })
  const { status, stdout, stderr } = spawnSync(join(folder, 'tzref'), ['serve', '--dist', 'a b'], {
    encoding: 'utf8',
    env: { PATH: `${tools}:/usr/bin:/bin` },
  })
  return [status, stdout, stderr]
}

test.each(['glibc 2.34', 'glibc 2.36', 'glibc 2.100', 'glibc 3.0', ''])(
  'starts Node where it can run: %s',
  (glibc) => {
    const [status, stdout, stderr] = called('x86_64', glibc)
    expect([status, stderr]).toEqual([0, ''])
    expect(stdout).toMatch(/^started --max-semi-space-size=4 .*\/tzref\.js serve --dist a b\n$/)
  },
)

test.each([
  [
    'aarch64',
    'glibc 2.36',
    'this archive is for x86_64, and this machine is aarch64: take the archive of its name, if there is one',
  ],
  [
    'x86_64',
    'glibc 2.31',
    'tzref needs glibc 2.34 or later (Debian 12, Ubuntu 22.04, RHEL 9), and this system has 2.31',
  ],
  [
    'x86_64',
    'glibc 2.9',
    'tzref needs glibc 2.34 or later (Debian 12, Ubuntu 22.04, RHEL 9), and this system has 2.9',
  ],
])('says why not: %s, %s', (machine, glibc, sentence) =>
  expect(called(machine, glibc)).toEqual([1, '', `tzref: ${sentence}\n`]),
)

/** Programs of Debian's packages "busybox-static" and "musl": a system with musl and no glibc. */
const BUSYBOX = '/bin/busybox'
const MUSL = '/lib/ld-musl-x86_64.so.1'
const hasMusl = process.getuid?.() === 0 && process.arch === 'x64' && existsSync(BUSYBOX) && existsSync(MUSL)
if (!hasMusl) leftOut('the launcher on musl', 'Debian\'s packages "busybox-static" and "musl", and root')

test.skipIf(!hasMusl)('says why not on a system with musl', () => {
  const root = join(folder, 'musl')
  for (const path of ['bin', 'dev', 'lib', 'opt/bin']) mkdirSync(join(root, path), { recursive: true })
  copyFileSync(BUSYBOX, join(root, 'bin/busybox'))
  for (const applet of ['sh', 'dirname', 'readlink', 'uname'])
    symlinkSync('busybox', join(root, 'bin', applet))
  copyFileSync(MUSL, join(root, MUSL))
  writeFileSync(join(root, 'opt/tzref'), launcher('x64'), { mode: 0o755 })
  writeFileSync(join(root, 'opt/bin/node'), '#!/bin/sh\necho started\n', { mode: 0o755 })
  const { status, stdout, stderr } = spawnSync('/usr/sbin/chroot', [root, '/bin/sh', '/opt/tzref', 'serve'], {
    encoding: 'utf8',
    env: { PATH: '/bin' },
  })
  expect([status, stdout, stderr]).toEqual([
    1,
    '',
    'tzref: tzref needs glibc 2.34 or later (Debian 12, Ubuntu 22.04, RHEL 9), and this system has musl\n',
  ])
})

test('where nothing can be built, no advice is to build; the help of build keeps its examples', () => {
  expect(withoutBuilding("fix: 'npm run tzref -- lock && npm run tzref -- build --activate'")).toBe(
    "fix: 'npm run tzref -- install https://releases.example.org/tzref/ --key ed25519:… --activate'",
  )
  expect(withoutBuilding('Examples:\n  npm run tzref -- build --activate --json')).toContain(
    'build --activate --json',
  )
})
