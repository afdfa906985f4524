// Two builds of one lock, in other directories, as other users, in other locales and time zones, have equal bytes.
import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
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

test('two builds in different directories, users, locales and time zones give equal bytes', async (context) => {
  const folder = mkdtempSync(join(tmpdir(), 'tzref-rebuild-'))
  chmodSync(folder, 0o755)
  try {
    const one = join(folder, 'one', 'dist')
    const other = join(folder, 'a much longer other place', 'dist')
    for (const dist of [one, other]) {
      mkdirSync(dist, { recursive: true })
      chmodSync(dist, 0o777)
    }
    const isRoot = process.getuid?.() === 0
    if (!isRoot) await context.annotate('not root: both builds ran as the same user')
    const id = build(one, { TZ: 'Pacific/Apia', LC_ALL: 'C', HOME: folder })
    const otherId = build(
      other,
      { TZ: 'America/St_Johns', LC_ALL: 'tr_TR.UTF-8', LANG: 'tr_TR.UTF-8', HOME: '/nowhere' },
      isRoot ? NOBODY : undefined,
    )
    expect(otherId).toBe(id)
    const files = readdirSync(join(one, id)).toSorted()
    expect(readdirSync(join(other, id)).toSorted()).toEqual(files)
    for (const file of files) {
      expect(readFileSync(join(one, id, file)).equals(readFileSync(join(other, id, file))), file).toBe(true)
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
})
