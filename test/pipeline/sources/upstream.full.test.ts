// The commands of the upstream channel end to end on the real signed releases, from a server on loopback.
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ROOT } from '#pipeline/paths.ts'
import { checkSignature, tzSigner } from '#pipeline/sources/signature.ts'
import { verifyArtifact } from '#open/verify/artifact.ts'
import { leftOut } from '../../support/left-out.ts'
import { hasRealReleases } from '../../support/worlds/release-world.ts'
import { TARBALLS } from '../../support/worlds/tz-releases.ts'
import { serves, upstreamServer, type UpstreamServer } from '../../support/servers/upstream-server.ts'

if (!hasRealReleases)
  leftOut('the upstream channel on the signed 2026b and 2026c', '../shared/data/tz beside this checkout')

/** What a command printed, and its exit code. */
function tzref(args: readonly string[], cache: string): Promise<{ code: number; out: string; err: string }> {
  const child = spawn(process.execPath, ['tzref.js', ...args], {
    cwd: ROOT,
    env: { ...process.env, TZREF_CACHE: cache },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let out = ''
  let err = ''
  child.stdout.on('data', (part: Buffer) => (out += part.toString()))
  child.stderr.on('data', (part: Buffer) => (err += part.toString()))
  return new Promise((resolve) => child.on('close', (code) => resolve({ code: code ?? -1, out, err })))
}

describe.skipIf(!hasRealReleases)('2026b and 2026c', () => {
  let server: UpstreamServer
  let folder = ''
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tzref-real-'))
    server = await upstreamServer()
    for (const name of ['tzdata2026b.tar.gz', 'tzdata2026c.tar.gz']) {
      for (const file of [name, `${name}.asc`]) {
        server.answers.set(`/time-zones/releases/${file}`, serves(readFileSync(join(TARBALLS, file))))
      }
    }
    server.answers.set('/time-zones/tzdb/version', serves(Buffer.from('2026c\n')))
  })
  afterAll(async () => {
    await server.close()
    rmSync(folder, { recursive: true })
  })

  test.each(['2026b', '2026c'])(
    'the signature of %s is valid until the copy of the key expires',
    async (release) => {
      const bytes = readFileSync(join(TARBALLS, `tzdata${release}.tar.gz`))
      const signature = readFileSync(join(TARBALLS, `tzdata${release}.tar.gz.asc`), 'latin1')
      const at = (now: string) => checkSignature(bytes, signature, tzSigner(), new Date(now))
      expect(await at('2026-09-01T00:38:19Z')).toMatchObject({ expiredAt: null })
      expect(await at('2026-09-01T00:38:20Z')).toMatchObject({
        expiredAt: new Date('2026-09-01T00:38:20Z'),
      })
      bytes[1000] = (bytes[1000] ?? 0) ^ 1
      await expect(at('2026-08-01T00:00:00Z')).rejects.toMatchObject({ code: 'wrong-signature' })
    },
  )

  test('lock, fetch and build: from the server to an artifact with the date in NEWS', async () => {
    const [lock, cache, dist] = [join(folder, 'tzdb.lock'), join(folder, 'cache'), join(folder, 'dist')]
    const url = `${server.url}/time-zones/releases/tzdata{release}.tar.gz`
    const refused = await tzref(['lock', '--channel', 'upstream', '--tz-url', url, '--out', lock], cache)
    expect(refused.code).toBe(1)
    expect(refused.err).toMatch(
      /key-expired: good signature.*expired 2026-09-01.*\n  to fix it: .*--key FILE, a renewed copy/s,
    )

    const made = await tzref(
      [
        'lock',
        '--channel',
        'upstream',
        '--tz-url',
        url,
        '--boundaries',
        'none',
        '--allow-expired-key',
      ].concat(['--out', lock, '--json']),
      cache,
    )
    expect(made.code).toBe(0)
    // NEWS: "Release 2026c - 2026-07-08 10:23:58 -0700".
    expect(JSON.parse(made.out)).toMatchObject({ tz: '2026c', reference_date: '2026-07-08' })

    rmSync(cache, { recursive: true })
    const unbuilt = await tzref(['build', '--lock', lock, '--dist', dist], cache)
    expect(unbuilt).toMatchObject({ code: 1, out: '' })
    expect(unbuilt.err).toContain('to fix it: npm run tzref -- fetch')

    const fetched = await tzref(['fetch', '--lock', lock, '--json'], cache)
    expect(JSON.parse(fetched.out)).toEqual([
      { name: 'tzdata2026c.tar.gz', from: 'upstream' },
      { name: 'tzdata2026c.tar.gz.asc', from: 'upstream' },
    ])
    const built = await tzref(['build', '--lock', lock, '--dist', dist, '--json'], cache)
    expect(built.code).toBe(0)
    const { directory }: { directory: string } = JSON.parse(built.out)
    expect(verifyArtifact(directory)).toEqual([])
  })
})
