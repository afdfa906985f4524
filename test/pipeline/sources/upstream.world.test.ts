// The upstream channel with a server on loopback: it locks, fetches and builds, and every failure of the server has a name.
import { hash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { CommandError } from '#open/program/command-error.ts'
import { build } from '#pipeline/assemble/build.ts'
import { makeLock } from '#pipeline/sources/make-lock.ts'
import { ROOT } from '#pipeline/paths.ts'
import { silent } from '#pipeline/report.ts'
import { readSources, writeLock } from '#pipeline/sources/lock.ts'
import { fetchSources, lockBoundaries, lockTz, type Upstream } from '#pipeline/sources/upstream.ts'
import { verifyArtifact } from '#open/verify/artifact.ts'
import type { Lock } from '#schemas/lock.ts'
import { tarballOf, tarOf, throwawayKey, type ThrowawayKey } from '../../support/worlds/signed-release.ts'
import {
  cutsOff,
  fails,
  inTurn,
  liesAboutLength,
  neverEnds,
  redirects,
  serves,
  stalls,
  trickles,
  upstreamServer,
  type Answer,
  type UpstreamServer,
} from '../../support/servers/upstream-server.ts'

const PATH = '/time-zones/releases/tzdata2030b.tar.gz'
const SIGNED_AT = new Date('2030-07-08T17:38:53Z')
const NOW = new Date('2030-11-20T12:00:00Z')
/** When our copy of one of the keys expires. */
const EXPIRES = new Date('2030-09-01T00:38:20Z')

const tarball = tarballOf('2030b')
const files = new Map([['version', Buffer.from('2030b\n')]])

let key: ThrowawayKey
let otherKey: ThrowawayKey
let expiringKey: ThrowawayKey
let server: UpstreamServer
let folder = ''
let said: string[] = []

beforeAll(async () => {
  key = await throwawayKey()
  otherKey = await throwawayKey()
  expiringKey = await throwawayKey(EXPIRES)
})
beforeEach(async () => {
  server = await upstreamServer()
  folder = mkdtempSync(join(tmpdir(), 'tzref-upstream-'))
  said = []
  vi.stubEnv('TZREF_CACHE', cache())
  await publish(tarball)
})
afterEach(async () => {
  await server.close()
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true })
})

/** Signs a tarball with a key, and puts it where the command looks for the release. */
async function publish(bytes: Buffer, by: ThrowawayKey = key): Promise<void> {
  server.answers.set(PATH, serves(bytes))
  server.answers.set(`${PATH}.asc`, serves(Buffer.from(await by.sign(bytes, SIGNED_AT))))
  server.answers.set('/time-zones/tzdb/version', serves(Buffer.from('2030b\n')))
}

const cache = (): string => join(folder, 'cache')
const upstream = (changes: Partial<Upstream> = {}): Upstream => ({
  cache: cache(),
  signer: key.signer,
  now: NOW,
  report: { ...silent, note: (text) => void said.push(text) },
  limits: { attempts: 3, backoffMs: 1, maxMs: 60_000, stallMs: 60_000 },
  ...changes,
})

const pattern = (): string => `${server.url}/time-zones/releases/tzdata{release}.tar.gz`
const lockIt = (changes: Partial<Upstream> = {}, release = '2030b', allowExpiredKey = false) =>
  lockTz({ release, url: pattern(), allowExpiredKey, command: 'lock' }, upstream(changes))

/** A lock with only the release, without the parts of the embedded channel. */
const tzLock = async (): Promise<Lock> => ({ format: 1, boundaries: null, ...(await lockIt()) })

/** Everything in the test's folder. */
const left = (): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name !== 'cache')

/** The code of a named error, which its message also begins with; `done` if the work succeeded. */
async function codeOf(work: Promise<unknown>): Promise<string> {
  try {
    await work
    return 'done'
  } catch (error) {
    if (
      error instanceof CommandError &&
      'code' in error &&
      error.message.startsWith(`${String(error.code)}: `)
    )
      return String(error.code)
    throw error
  }
}

const outcomeOf = async (work: Promise<unknown>) => ({ code: await codeOf(work), left: left() })

describe('a release is locked, fetched and built', () => {
  test('the lock pins tarball and signature, and dates the release by the signature', async () => {
    const lock = await lockIt()
    expect(lock.tz).toBe('2030b')
    expect(lock.reference_date).toBe('2030-07-08')
    expect(lock.sources.map(({ name, part, url }) => ({ name, part, url }))).toEqual([
      { name: 'tzdata2030b.tar.gz', part: 'tz', url: `${server.url}${PATH}` },
      { name: 'tzdata2030b.tar.gz.asc', part: 'tz', url: `${server.url}${PATH}.asc` },
    ])
    expect(lock.sources[0]?.signed).toEqual({ by: key.signer.fingerprint, at: '2030-07-08T17:38:53.000Z' })
    expect(left()).toHaveLength(2)
  })

  test('`latest` is the release that the server names', async () => {
    expect((await lockIt({}, 'latest')).tz).toBe('2030b')
    expect(server.requests[0]).toBe('/time-zones/tzdb/version')
  })

  test('an address without {release} names one tarball of any release', async () => {
    const lock = await lockTz(
      { release: 'latest', url: `${server.url}${PATH}`, allowExpiredKey: false, command: 'lock' },
      upstream(),
    )
    expect(lock.tz).toBe('2030b')
  })

  test('it builds only from the cache, and twice to the same bytes', async () => {
    const path = join(folder, 'tzdb.lock')
    writeLock(path, await tzLock())
    await server.close()
    const options = {
      root: ROOT,
      lock: path,
      activate: false,
      report: silent,
    }
    const one = await build({ ...options, dist: join(folder, 'one') })
    const other = await build({ ...options, dist: join(folder, 'other') })
    expect(one.id).toBe(other.id)
    expect(one.id).toMatch(/^2030b-none-/)
    expect(verifyArtifact(one.directory)).toEqual([])
  })

  test('the command that fixes a lock keeps its options', async () => {
    await publish(tarball, expiringKey)
    const options = { channel: 'upstream' as const, tzUrl: pattern(), boundaries: 'none' }
    await expect(makeLock(ROOT, options, upstream({ signer: expiringKey.signer }))).rejects.toMatchObject({
      code: 'key-expired',
      fix: `npm run tzref -- lock --channel upstream --tz-url '${pattern()}' --boundaries none --key FILE, a renewed copy of the key: docs/releases.md says where there is one, and what to do without it`,
    })
  })

  test('a mirror names its newest release beside its tarballs or where IANA does; otherwise the error names the flag', async () => {
    server.answers.delete('/time-zones/tzdb/version')
    const options = { channel: 'upstream' as const, tzUrl: pattern(), boundaries: 'none' }
    await expect(makeLock(ROOT, options, upstream())).rejects.toMatchObject({
      code: 'http-status',
      fix: expect.stringMatching(/--tz-url '.*' --boundaries none --tz <release>$/),
    })
    server.answers.set('/time-zones/releases/version', serves(Buffer.from('2030b\n')))
    expect((await makeLock(ROOT, options, upstream())).tz).toBe('2030b')
  })

  test('everything that is not taken from upstream comes from the embedded channel', async () => {
    const lock = await makeLock(ROOT, { channel: 'upstream', tz: '2030b', tzUrl: pattern() }, upstream())
    expect(lock.sources.filter(({ part }) => part === 'tz')).toHaveLength(2)
    expect(lock.tz).toBe('2030b')
  })

  test('a boundary release is pinned beside it', async () => {
    server.answers.set('/2030a/zones.zip', serves(Buffer.from('PK and so on')))
    const lock = await lockBoundaries('2030a', `${server.url}/{release}/zones.zip`, upstream())
    expect(lock.boundaries).toBe('2030a')
    expect(lock.sources).toMatchObject([{ name: 'zones.zip', part: 'boundaries', size: 12 }])
  })

  describe('`--boundaries` says which official release is the newest', () => {
    const boundariesUrl = (): string => `${server.url}/tbb/releases/download/{release}/zones.zip`
    const locked = (boundaries: string) =>
      makeLock(
        ROOT,
        { channel: 'upstream', tz: '2030b', tzUrl: pattern(), boundaries, boundariesUrl: boundariesUrl() },
        upstream(),
      )
    beforeEach(() => {
      for (const release of ['2030a', '2030c'])
        server.answers.set(
          `/tbb/releases/download/${release}/zones.zip`,
          serves(Buffer.from(`PK ${release}`)),
        )
      server.answers.set('/tbb/releases/latest', redirects('/tbb/releases/tag/2030c'))
    })
    test('where another one was pinned', async () => {
      expect((await locked('2030a')).boundaries).toBe('2030a')
      expect(said.at(-1)).toBe('boundaries 2030a: the newest official release is 2030c')
    })
    test('where it was pinned, also as `latest`', async () => {
      for (const asked of ['2030c', 'latest']) {
        expect((await locked(asked)).boundaries).toBe('2030c')
        expect(said.at(-1)).toBe('boundaries 2030c: the newest official release')
      }
    })
    test('where nothing says so, the lock is made, and `latest` is refused', async () => {
      for (const answer of [fails(404), serves(Buffer.from('a page')), redirects('/sign-in')]) {
        server.answers.set('/tbb/releases/latest', answer)
        expect((await locked('2030a')).boundaries).toBe('2030a')
        expect(said.at(-1)).toMatch(
          /^boundaries 2030a: which official release is the newest could not be asked at 127\.0\.0\.1:\d+$/,
        )
        await expect(locked('latest')).rejects.toMatchObject({
          message: expect.stringMatching(/^--boundaries latest: nothing at \S+ says which boundary release/),
          fix: expect.stringContaining('--boundaries RELEASE'),
        })
      }
    })
  })

  test('a boundary release over plain http is refused, because it has no signature', async () => {
    expect(await codeOf(lockBoundaries('2030a', 'http://example.org/{release}.zip', upstream()))).toBe(
      'bad-address',
    )
  })

  test('missing boundaries are an error', async () => {
    await expect(makeLock(ROOT, { channel: 'embedded', boundaries: '2026b' }, upstream())).rejects.toThrow(
      /^--boundaries is about downloads, but the embedded channel has none/,
    )
    const withoutBoundaries = { channel: 'upstream', boundaries: 'none', cities: 'cities.txt' } as const
    await expect(
      makeLock(ROOT, { ...withoutBoundaries, tz: '2030b', tzUrl: pattern() }, upstream()),
    ).rejects.toThrow(/^--cities needs boundaries/)
  })

  test('options about downloads are refused for the embedded channel', async () => {
    await expect(makeLock(ROOT, { channel: 'embedded', tzUrl: 'x' }, upstream())).rejects.toMatchObject({
      exitCode: 2,
    })
  })
})

describe('fetch', () => {
  test('takes cached files from the cache and asks no server', async () => {
    const lock = await tzLock()
    server.requests.length = 0
    expect((await fetchSources(lock, upstream())).map(({ from }) => from)).toEqual(['cache', 'cache'])
    expect(server.requests).toEqual([])
  })

  test('fills an empty cache', async () => {
    const lock = await tzLock()
    rmSync(cache(), { recursive: true })
    expect((await fetchSources(lock, upstream())).map(({ from }) => from)).toEqual(['upstream', 'upstream'])
    expect(readSources(ROOT, lock, 'tz').get('version')?.toString()).toBe('2030b\n')
  })

  test('a cached file is hashed again, and a damaged one is fetched again', async () => {
    const lock = await tzLock()
    const place = join(cache(), lock.sources[0]?.sha256 ?? '')
    writeFileSync(place, 'damaged')
    expect((await fetchSources(lock, upstream())).map(({ from }) => from)).toEqual(['upstream', 'cache'])
    expect(readFileSync(place)).toEqual(tarball)
  })

  test('a build never takes a damaged file from the cache', async () => {
    const lock = await tzLock()
    writeFileSync(join(cache(), lock.sources[0]?.sha256 ?? ''), 'damaged')
    expect(() => readSources(ROOT, lock, 'tz')).toThrow(/^not-fetched: /)
  })

  test('bytes that do not match the lock are refused', async () => {
    const lock = await tzLock()
    rmSync(cache(), { recursive: true })
    const tampered = Buffer.from(tarball)
    tampered[100] = (tampered[100] ?? 0) ^ 1
    server.answers.set(PATH, serves(tampered))
    expect(await codeOf(fetchSources(lock, upstream()))).toBe('hash-mismatch')
    expect(left()).toEqual([])
  })

  test('reading stops at the pinned number of bytes', async () => {
    const lock = await tzLock()
    rmSync(cache(), { recursive: true })
    server.answers.set(PATH, serves(Buffer.concat([tarball, tarball])))
    expect(await codeOf(fetchSources(lock, upstream()))).toBe('too-large')
  })

  test('a lock whose signature does not match its tarball is refused', async () => {
    const lock = await tzLock()
    const sign = Buffer.from(await otherKey.sign(tarball, SIGNED_AT))
    server.answers.set(`${PATH}.asc`, serves(sign))
    const other = await lockTz(
      { release: '2030b', url: pattern(), allowExpiredKey: false, command: 'lock' },
      upstream({ signer: otherKey.signer }),
    )
    const forged = {
      ...lock,
      sources: [...lock.sources.slice(0, 1), ...other.sources.slice(1)],
    }
    expect(await codeOf(fetchSources(forged, upstream()))).toBe('other-key')
  })
})

describe('an interrupted download continues', () => {
  test('from the byte that it had reached', async () => {
    server.answers.set(PATH, inTurn(cutsOff(tarball), serves(tarball)))
    expect((await lockIt()).sources[0]?.size).toBe(tarball.length)
    expect(server.requests).toContain(`${PATH} bytes=${tarball.length >> 1}-`)
  })

  test('from the start if the server does not say that the file is the same', async () => {
    const untagged: Answer = (_request, response) => {
      response.writeHead(200, { 'content-length': tarball.length })
      response.write(tarball.subarray(0, 100), () => setTimeout(() => response.destroy(), 20))
    }
    server.answers.set(PATH, inTurn(untagged, serves(tarball)))
    await lockIt()
    expect(server.requests.filter((request) => request.includes('bytes='))).toEqual([])
  })

  test('after a short failure of the server', async () => {
    server.answers.set(PATH, inTurn(fails(503), fails(500), serves(tarball)))
    expect((await lockIt()).tz).toBe('2030b')
    expect(said.filter((text) => text.includes('attempt'))).toHaveLength(2)
  })

  test('through redirects', async () => {
    server.answers.set(PATH, redirects('/elsewhere'))
    server.answers.set('/elsewhere', redirects(`${server.url}/there`))
    server.answers.set('/there', serves(tarball))
    expect((await lockIt()).sources[0]?.url).toBe(`${server.url}${PATH}`)
  })
})

describe('every failure of a server has a name, and leaves nothing behind', () => {
  const cases: readonly [string, string, () => Answer][] = [
    ['cuts off every time', 'cut-off', () => cutsOff(tarball)],
    ['stalls', 'stalled', () => stalls(tarball)],
    ['sends a byte now and then', 'too-slow', () => trickles(50)],
    ['announces more than it sends', 'cut-off', () => liesAboutLength(tarball, tarball.length + 1000)],
    ['announces less than it has', 'wrong-signature', () => liesAboutLength(tarball, tarball.length - 10)],
    ['announces far too much', 'too-large', () => liesAboutLength(tarball, 10 ** 12)],
    ['never ends', 'too-large', () => neverEnds],
    ['redirects in circles', 'bad-redirect', () => redirects(PATH)],
    ['redirects to another server over http', 'bad-redirect', () => redirects('http://127.0.0.1:1/metrics')],
    ['redirects to its own name elsewhere', 'bad-redirect', () => redirects('http://localhost:1/metrics')],
    ['redirects to a file', 'bad-redirect', () => redirects('file:///etc/passwd')],
    ['has no such file', 'http-status', () => fails(404)],
    ['is out of order', 'http-status', () => fails(503)],
  ]
  test.each(cases)('a server that %s: %s', async (_what, code, answer) => {
    server.answers.set(PATH, answer())
    // Only this case has a short limit, because on a busy machine 150 ms without a byte are usual.
    const stallMs = code === 'stalled' ? 150 : 60_000
    const maxMs = code === 'too-slow' ? 1000 : 60_000
    expect(await codeOf(lockIt({ limits: { attempts: 2, backoffMs: 1, maxMs, stallMs } }))).toBe(code)
    expect(left()).toEqual([])
  })

  test('a redirect over http reaches no other server', async () => {
    const inner = await upstreamServer()
    try {
      server.answers.set(PATH, redirects(`${inner.url}/metrics`))
      await expect(
        lockIt({ limits: { attempts: 1, backoffMs: 1, maxMs: 60_000, stallMs: 60_000 } }),
      ).rejects.toThrow(
        `redirected from ${server.url}${PATH} to ${inner.url}/metrics, expected https or the same server`,
      )
      expect(inner.requests).toEqual([])
    } finally {
      await inner.close()
    }
  })

  test('a server that is not there: unreachable', async () => {
    await server.close()
    expect(await codeOf(lockIt())).toBe('unreachable')
    expect(left()).toEqual([])
  })

  test.each(['ftp://example.org/x.tar.gz', 'https://me:secret@example.org/x.tar.gz', 'x.tar.gz'])(
    'an address like %s: bad-address',
    async (url) => {
      expect(
        await codeOf(lockTz({ release: '2030b', url, allowExpiredKey: false, command: 'lock' }, upstream())),
      ).toBe('bad-address')
    },
  )
})

describe('every failure of a signature has a name, and leaves nothing behind', () => {
  test('tampered bytes: wrong-signature', async () => {
    const tampered = Buffer.from(tarball)
    tampered[tampered.length >> 1] = (tampered[tampered.length >> 1] ?? 0) ^ 1
    server.answers.set(PATH, serves(tampered))
    expect(await outcomeOf(lockIt())).toEqual({ code: 'wrong-signature', left: [] })
  })

  test("another release's signature: wrong-signature", async () => {
    server.answers.set(`${PATH}.asc`, serves(Buffer.from(await key.sign(tarballOf('2030a'), SIGNED_AT))))
    expect(await outcomeOf(lockIt())).toEqual({ code: 'wrong-signature', left: [] })
  })

  test("another key's signature: other-key", async () => {
    await publish(tarball, otherKey)
    expect(await outcomeOf(lockIt())).toEqual({ code: 'other-key', left: [] })
  })

  test('a file that is not a signature: signature-malformed', async () => {
    server.answers.set(`${PATH}.asc`, serves(Buffer.from('good, I swear')))
    expect(await outcomeOf(lockIt())).toEqual({ code: 'signature-malformed', left: [] })
  })

  test('a key that is not the pinned one: key-not-pinned', async () => {
    const signer = { armoredKey: otherKey.signer.armoredKey, fingerprint: key.signer.fingerprint }
    expect(await outcomeOf(lockIt({ signer }))).toEqual({ code: 'key-not-pinned', left: [] })
  })

  test('a signature from the future: wrong-signature', async () => {
    expect(await outcomeOf(lockIt({ now: new Date('2030-07-01T00:00:00Z') }))).toEqual({
      code: 'wrong-signature',
      left: [],
    })
  })

  test('another release than its address says: other-release', async () => {
    await publish(tarballOf('2030a'))
    expect(await outcomeOf(lockIt())).toEqual({ code: 'other-release', left: [] })
  })

  test('a bomb: archive-too-large', async () => {
    await publish(gzipSync(Buffer.alloc(200 * 2 ** 20)))
    expect(await outcomeOf(lockIt())).toEqual({ code: 'archive-too-large', left: [] })
  })

  test.each(['../../etc/passwd', '/etc/passwd', 'sub/version'])(
    'a path %s in the tarball: archive-path',
    async (path) => {
      const tar = tarOf(files)
      tar.write(path.padEnd(100, '\0'), 0, 'latin1')
      tar.write('        ', 148, 'latin1')
      const sum = tar.subarray(0, 512).reduce((total, byte) => total + byte, 0)
      tar.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1')
      await publish(gzipSync(tar))
      expect(await outcomeOf(lockIt())).toEqual({ code: 'archive-path', left: [] })
    },
  )

  test('a file that is not an archive: archive-malformed', async () => {
    await publish(Buffer.from('not a tarball'))
    expect(await outcomeOf(lockIt())).toEqual({ code: 'archive-malformed', left: [] })
  })
})

describe('a good signature by an expired key is a case of its own', () => {
  const expiring = {
    get signer() {
      return expiringKey.signer
    },
  }
  beforeEach(() => publish(tarball, expiringKey))

  test('before the key expires it is good', async () => {
    await lockIt({ ...expiring, now: new Date('2030-08-31T23:59:59Z') })
    expect(said.some((text) => text.includes('expired'))).toBe(false)
  })

  test('afterwards it is refused, and the error says how to allow it', async () => {
    await expect(lockIt({ ...expiring })).rejects.toMatchObject({
      code: 'key-expired',
      fix: expect.stringContaining('--key FILE, a renewed copy'),
    })
    expect(left()).toEqual([])
  })

  test('it is accepted if allowed, and reported', async () => {
    expect((await lockIt({ ...expiring }, '2030b', true)).tz).toBe('2030b')
    expect(said.some((text) => /expired 2030-09-01.*which is allowed/.test(text))).toBe(true)
  })

  test('so is a signature that was made after our copy of the key expired', async () => {
    const late = new Date('2030-10-01T00:00:00Z')
    server.answers.set(`${PATH}.asc`, serves(Buffer.from(await expiringKey.sign(tarball, late))))
    expect(await codeOf(lockIt({ ...expiring }))).toBe('key-expired')
    expect((await lockIt({ ...expiring }, '2030b', true)).reference_date).toBe('2030-10-01')
  })
})

describe('another copy of the key', () => {
  const ON = new Date('2030-09-12T00:00:00Z')
  const UNTIL = new Date('2035-07-24T00:00:00Z')
  const withCopy = (renewedKey: string): Partial<Upstream> => ({
    signer: { ...expiringKey.signer, renewedKey },
  })
  beforeEach(() => publish(tarball, expiringKey))

  test('extends the key by its own signature, whoever carries it', async () => {
    const copy = withCopy(await expiringKey.renewed(ON, UNTIL))
    expect((await lockIt(copy)).tz).toBe('2030b')
    expect(said.some((text) => text.includes('expired'))).toBe(false)
    expect(await codeOf(lockIt({ ...copy, now: new Date('2035-07-25T00:00:00Z') }))).toBe('key-expired')
  })

  test('an older copy takes nothing back, and one of the future says nothing yet', async () => {
    const { armoredKey, fingerprint } = expiringKey.signer
    const renewed = await expiringKey.renewed(ON, UNTIL)
    expect((await lockIt({ signer: { armoredKey: renewed, fingerprint, renewedKey: armoredKey } })).tz).toBe(
      '2030b',
    )
    const future = await expiringKey.renewed(new Date('2031-01-01T00:00:00Z'), UNTIL)
    expect(await codeOf(lockIt(withCopy(future)))).toBe('key-expired')
  })

  test.each(['copy', 'embedded'])(
    'that is revoked fails, also beside one that is not: the %s',
    async (which) => {
      const { fingerprint } = expiringKey.signer
      const [revoked, renewed] = [await expiringKey.revoked(), await expiringKey.renewed(ON, UNTIL)]
      const [armoredKey, renewedKey] = which === 'copy' ? [renewed, revoked] : [revoked, renewed]
      expect(await outcomeOf(lockIt({ signer: { armoredKey, renewedKey, fingerprint } }))).toEqual({
        code: 'key-revoked',
        left: [],
      })
    },
  )

  test('of another fingerprint is refused, and so is what is no key', async () => {
    expect(await codeOf(lockIt(withCopy(otherKey.signer.armoredKey)))).toBe('key-not-pinned')
    expect(await codeOf(lockIt(withCopy('nothing')))).toBe('key-malformed')
  })

  test('helps no tampered tarball with an old signature', async () => {
    const old = await expiringKey.sign(tarball, SIGNED_AT)
    await publish(tarballOf('2030a'), expiringKey)
    server.answers.set(`${PATH}.asc`, serves(Buffer.from(old)))
    const renewed = withCopy(await expiringKey.renewed(ON, UNTIL))
    expect(await outcomeOf(lockIt(renewed))).toEqual({ code: 'wrong-signature', left: [] })
  })
})

describe('a lock that pins the tarball', () => {
  const lockPinned = (bytes: Buffer) =>
    lockTz(
      {
        release: '2030b',
        url: pattern(),
        allowExpiredKey: false,
        pinned: new Set([hash('sha256', bytes, 'hex')]),
        command: 'lock',
      },
      upstream({ signer: expiringKey.signer }),
    )
  beforeEach(() => publish(tarball, expiringKey))

  test('decides although the key has expired, which is said once', async () => {
    expect((await lockPinned(tarball)).tz).toBe('2030b')
    expect(said.filter((text) => text.includes('expired'))).toHaveLength(1)
  })
  test('decides for no other bytes, and not over a bad signature', async () => {
    expect(await codeOf(lockPinned(tarballOf('2030a')))).toBe('key-expired')
    server.answers.set(`${PATH}.asc`, serves(Buffer.from(await otherKey.sign(tarball, SIGNED_AT))))
    expect(await codeOf(lockPinned(tarball))).toBe('other-key')
  })
})
