// Asks the registry of npm's settings what is published, and whether it is the same as ours, however compressed; publishes archives there.
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'

/** All versions of a package that are published; none where nobody has published that name. Throws an Error if the registry does not answer. */
export function publishedVersions(name: string): readonly string[] {
  const { stdout, stderr } = spawnSync('npm', ['view', name, 'versions', '--json'], { encoding: 'utf8' })
  const answer: unknown = stdout.trim() === '' ? null : JSON.parse(stdout)
  if (typeof answer === 'string') return [answer]
  if (Array.isArray(answer)) return answer.map(String)
  if (/\bE404\b/.test(stdout + stderr)) return []
  throw new Error(`${name}: found no answer of the registry, expected its versions\n${stderr}`)
}

/** Whether the published archive of `name@version` has the same files as an archive here. Compression may differ. */
export function isPublishedAlike(name: string, version: string, archive: string): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'tzref-published-'))
  try {
    const printed = execFileSync(
      'npm',
      ['pack', `${name}@${version}`, '--json', '--pack-destination', folder],
      {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    )
    const [packed]: { readonly filename: string }[] = JSON.parse(printed)
    const there = gunzipSync(readFileSync(join(folder, packed?.filename ?? '')))
    return there.equals(gunzipSync(readFileSync(archive)))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Publishes an archive for everybody. With `provenance`, npm records which run of which workflow has made it. */
export function publish(archive: string, tag: string, provenance: boolean): void {
  const options = [
    '--loglevel',
    'warn',
    '--access',
    'public',
    '--tag',
    tag,
    ...(provenance ? ['--provenance'] : []),
  ]
  execFileSync('npm', ['publish', archive, ...options], { stdio: ['ignore', 'ignore', 'inherit'] })
}
