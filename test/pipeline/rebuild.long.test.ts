// Two builds of one lock, in other directories, as other users, in other locales and time zones, have equal bytes.
import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { ROOT } from '#pipeline/paths.ts'

/** `nobody` on Debian. Only root can become another user. */
const NOBODY = 65_534

function build(dist: string, env: Record<string, string>, uid?: number): string {
  return execFileSync(process.execPath, ['tzref.js', 'build', '--dist', dist], {
    cwd: ROOT,
    env: { PATH: process.env['PATH'] ?? '', ...env },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(uid === undefined ? {} : { uid, gid: uid }),
  }).trim()
}

test('a build in another directory, as another user, in another locale and time zone gives the bytes of this run’s artifact', async (context) => {
  const folder = mkdtempSync(join(tmpdir(), 'tzref-rebuild-'))
  chmodSync(folder, 0o755)
  try {
    const dist = join(folder, 'a much longer other place', 'dist')
    mkdirSync(dist, { recursive: true })
    chmodSync(dist, 0o777)
    const isRoot = process.getuid?.() === 0
    if (!isRoot) await context.annotate('not root: both builds ran as the same user')
    const env = { TZ: 'America/St_Johns', LC_ALL: 'tr_TR.UTF-8', LANG: 'tr_TR.UTF-8', HOME: '/nowhere' }
    // The process of the tests built this one.
    const one = inject('embeddedArtifact')
    const other = join(dist, build(dist, env, isRoot ? NOBODY : undefined))
    expect(basename(other)).toBe(basename(one))
    const files = readdirSync(one).toSorted()
    expect(readdirSync(other).toSorted()).toEqual(files)
    for (const file of files) {
      expect(readFileSync(join(one, file)).equals(readFileSync(join(other, file))), file).toBe(true)
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
})
