// Packed from two checkouts in other directories, by other users, in other languages and time zones, on other Nodes: equal bytes.
import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ROOT } from '#pipeline/paths.ts'
import type { Packed } from '#pipeline/archive/artifact-archive.ts'
import { leftOut } from '../../support/left-out.ts'
import {
  hasRealReleases,
  releaseWorld,
  WITHOUT_REAL,
  type ReleaseWorld,
} from '../../support/worlds/release-world.ts'

/** Another Node, and a node_modules with native parts built for it. */
const otherNode = process.env['TZREF_OTHER_NODE']
const otherModules = process.env['TZREF_OTHER_NODE_MODULES']
if (otherNode === undefined)
  leftOut('the same bytes from another Node', 'TZREF_OTHER_NODE and TZREF_OTHER_NODE_MODULES')

const NOBODY = 65_534
const isRoot = process.getuid?.() === 0

let world: ReleaseWorld
let folder = ''
beforeAll(() => {
  world = releaseWorld()
  folder = mkdtempSync(join(tmpdir(), 'tzref-surroundings-'))
  for (const path of [folder, world.root]) chmodSync(path, 0o755)
})
afterAll(() => {
  world.remove()
  rmSync(folder, { recursive: true, force: true })
})

/** A copy of the parts of this checkout that a build needs. */
function checkout(name: string, modules = join(ROOT, 'node_modules')): string {
  const path = join(folder, name)
  mkdirSync(path, { recursive: true })
  for (const part of [
    'core',
    'open',
    'pipeline',
    'schemas',
    'test/support',
    'package.json',
    'tsconfig.json',
    'NOTICE',
  ]) {
    cpSync(join(ROOT, part), join(path, part), { recursive: true })
  }
  symlinkSync(modules, join(path, 'node_modules'))
  return path
}

interface Surroundings {
  readonly node?: string
  readonly modules?: string
  readonly uid?: number
  readonly env: Record<string, string>
}

/** The archive's bytes. */
function packedIn(name: string, { node, modules, uid, env }: Surroundings): Buffer {
  const path = checkout(name, modules)
  const out = join(folder, `${name.replaceAll('/', '-')}-out`)
  mkdirSync(out)
  chmodSync(out, 0o777)
  const release = hasRealReleases ? '2026c' : '2030b'
  const printed = execFileSync(
    node ?? process.execPath,
    [
      '--import',
      'tsx',
      'test/support/children/pack-child.ts',
      world.root,
      world.lock(release),
      join(out, 'dist'),
      out,
    ],
    {
      cwd: path,
      encoding: 'utf8',
      env: { PATH: process.env['PATH'] ?? '', HOME: out, TMPDIR: out, ...env },
      ...(uid === undefined ? {} : { uid, gid: uid }),
    },
  )
  const { archive }: Packed = JSON.parse(printed)
  return readFileSync(archive)
}

test(`other directories, users, languages and time zones${WITHOUT_REAL}`, () => {
  const one = packedIn('one', { env: { TZ: 'UTC', LC_ALL: 'C' } })
  const other = packedIn('elsewhere/deeper/two words', {
    env: { TZ: 'Asia/Kathmandu', LC_ALL: 'tr_TR.UTF-8', LANG: 'tr_TR.UTF-8' },
    ...(isRoot ? { uid: NOBODY } : {}),
  })
  if (!isRoot) leftOut('packing as another user', 'the right to become one')
  expect(other.equals(one)).toBe(true)
  expect(one.length).toBeGreaterThan(10_000)
})

test.skipIf(otherNode === undefined)('another Node', () => {
  const one = packedIn('here', { env: {} })
  const node = otherNode ?? ''
  const version = execFileSync(node, ['--version'], { encoding: 'utf8' }).trim()
  expect(existsSync(otherModules ?? '')).toBe(true)
  const other = packedIn('there', { node, modules: otherModules ?? '', env: {} })
  expect(other.equals(one)).toBe(true)
  process.stderr.write(`packed by ${process.version} and ${version}: ${one.length} equal bytes\n`)
})
