// A month of a publisher on the small world, day by day: what happens, what each of three servers answers, and the release that each has.
import { execFileSync } from 'node:child_process'
import { hash } from 'node:crypto'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openClocks } from '#core/artifact/clocks.ts'
import { CLOCKS, CURRENT } from '#core/artifact/layout.ts'
import { epochSeconds } from '#core/time/units.ts'
import { typeAt } from '#core/zone/offset-at.ts'
import { install } from '#pipeline/delivery/install.ts'
import { newKey, readSigningKey, type SigningKey } from '#pipeline/delivery/keys.ts'
import { publish } from '#pipeline/delivery/publish.ts'
import { rollback } from '#pipeline/delivery/activate.ts'
import { silent } from '#pipeline/report.ts'
import { writeLock } from '#pipeline/sources/lock.ts'
import { type TailoringOptions, withTailoring } from '#pipeline/tailoring/lock.ts'
import { verifyArtifact } from '#open/verify/artifact.ts'
import type { Lock } from '#schemas/lock.ts'
import { buildWith } from '../support/worlds/build-with.ts'
import { leftOut } from '../support/left-out.ts'
import { filesOf, releaseWorld, type ReleaseWorld } from '../support/worlds/release-world.ts'
import { tarballOf } from '../support/worlds/signed-release.ts'
import { serves, upstreamServer, type UpstreamServer } from '../support/servers/upstream-server.ts'

const NAMES = ['north', 'south', 'small'] as const
type Server = (typeof NAMES)[number]
type PerServer = Readonly<Record<Server, string>>
const all = (what: string): PerServer => ({ north: what, south: what, small: what })

let world: ReleaseWorld
let upstream: UpstreamServer
let first: SigningKey
let second: SigningKey
let folder = ''
let overlay = ''
/** The publisher's key that each server was given. */
const told: Partial<Record<Server, SigningKey>> = {}
/** Servers without network. */
const away = new Set<Server>()
let isMounted = false

const distOf = (server: Server): string => join(world.root, server)
const ballast = (): string => join(distOf('small'), '.ballast')

beforeAll(async () => {
  world = releaseWorld()
  folder = join(world.root, 'published')
  mkdirSync(folder)
  const keyIn = (name: string): SigningKey => {
    newKey(join(world.root, name))
    return readSigningKey(join(world.root, name))
  }
  first = keyIn('first.pem')
  second = keyIn('second.pem')
  for (const server of NAMES) mkdirSync(distOf(server))
  for (const server of NAMES) told[server] = first
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=16m', 'tmpfs', distOf('small')], { stdio: 'ignore' })
    isMounted = true
  } catch {
    leftOut('a full disk in the month', 'the right to mount a tmpfs')
  }
  upstream = await upstreamServer()
})
afterAll(async () => {
  await upstream.close()
  if (isMounted) execFileSync('umount', [distOf('small')])
  world.remove()
})

/** Noon of 1 December. The releases of this month differ in the zone's clock at this instant. */
const NOON = epochSeconds(Date.UTC(2030, 11, 1, 12) / 1000)
const KATHMANDU = '  5:45 - %z\n'

/** A lock of 2030b in the world, with another name, another day and another clock for Kathmandu. */
function lockOf(tz: string, day: string, kathmandu: string): Lock {
  mkdirSync(join(world.root, tz))
  const files = [...filesOf('2030b')].map(([name, bytes]): [string, Buffer] => {
    const text = name === 'version' ? `${tz}\n` : bytes.toString('utf8')
    return [name, Buffer.from(name === 'asia' ? text.replace(KATHMANDU, kathmandu) : text)]
  })
  const sources = files.map(([name, bytes]) => {
    writeFileSync(join(world.root, tz, name), bytes)
    const about = { name, part: 'tz' as const, package: null, path: `${tz}/${name}` }
    return { ...about, size: bytes.length, sha256: hash('sha256', bytes, 'hex') }
  })
  return { format: 1, tz, boundaries: null, reference_date: day, sources }
}

let built = 0
/** Builds a lock with its holds and its overlay. Returns the artifact's directory. */
async function build(lock: Lock, options: TailoringOptions = {}): Promise<string> {
  const path = join(world.root, `${++built}.lock`)
  const isTailored = Object.keys(options).length > 0
  writeLock(path, isTailored ? await withTailoring(world.root, lock, options, null) : lock)
  return buildWith(null, { root: world.root, lock: path, dist: world.dist, activate: false, report: silent })
    .directory
}

/** The decree: Kathmandu is an hour ahead from a day in September. */
function decree(from: string): TailoringOptions {
  overlay = join(world.root, `decree-${from.replace(' ', '-')}.zi`)
  const zone = `Zone Asia/Kathmandu 5:41:16 - LMT 1920\n  5:30 - %z 1986 Jan 2\n  5:45 - %z 2030 ${from}\n  6:45 - %z\n`
  writeFileSync(overlay, `# overlay 2030b: Decree 7 of 9 July\n${zone}`)
  return { overlay }
}

const at = (day: number): Date => new Date(Date.UTC(2030, 6, day, 10))

function publishes(
  directories: string[],
  day: number,
  options: { key?: SigningKey; current?: string; days?: number; above?: number } = {},
): void {
  const { key = first, ...rest } = options
  publish(directories, folder, { keys: [key], at: at(day), ...rest })
  upstream.answers.clear()
  for (const name of readdirSync(folder))
    upstream.answers.set(`/${name}`, serves(readFileSync(join(folder, name))))
}

/** Runs the daily timer of a server. Returns `taken`, or the code of the refusal. */
async function timer(server: Server, day: number): Promise<string> {
  try {
    await install({
      // Nobody listens on this port, so the server has no network.
      from: away.has(server) ? 'http://127.0.0.1:9/' : `${upstream.url}/`,
      dist: distOf(server),
      at: at(day),
      activate: true,
      report: silent,
      // Twice, as servers do: a kept connection may end while this process builds.
      limits: { attempts: 2, backoffMs: 1, maxMs: 5000, stallMs: 2000 },
      ...(told[server] === undefined ? {} : { key: told[server].publicKey }),
    })
    return 'taken'
  } catch (error) {
    if (!(error instanceof Error)) return String(error)
    return error.message.includes('no space left')
      ? 'no space left'
      : 'code' in error
        ? String(error.code)
        : String(error)
  }
}

/** The tz release of a server, from its own files. All of them must be good. */
function releaseOn(server: Server): string {
  const current = join(distOf(server), CURRENT)
  expect(verifyArtifact(current)).toEqual([])
  const clocks = openClocks(readFileSync(join(current, CLOCKS)))
  const zone = clocks.zone('Asia/Kathmandu') ?? expect.fail('no Kathmandu')
  return `${clocks.release.replace(/\.[0-9a-f]{8}$/, '')} ${typeAt(zone, NOON).offset / 3600}`
}

/** Checks a day: the answer to each server, and the release of each in the evening. */
async function expectDay(number: number, said: PerServer, has: PerServer): Promise<void> {
  const found: Record<string, [string, string]> = {}
  const expected: Record<string, [string, string]> = {}
  for (const server of NAMES) {
    const answer = await timer(server, number)
    found[server] = [answer, releaseOn(server)]
    expected[server] = [said[server], has[server]]
  }
  expect(found, `July ${number}`).toEqual(expected)
}

test('each server is on the right release each day of a month', async () => {
  const [A, B, D] = ['2030a 5.75', '2030b 5.75', '2030d 6.75']
  publishes([await build(JSON.parse(readFileSync(world.lock('2030a'), 'utf8')))], 1)
  await expectDay(1, all('taken'), all(A))
  const b = lockOf('2030b', '2030-07-02', KATHMANDU)
  const good = await build(b)
  publishes([good], 2)
  await expectDay(2, all('taken'), all(B))

  // A bad release: published and taken, found wrong by one operator, and withdrawn by the publisher.
  publishes([await build(lockOf('2030c', '2030-07-03', '  1:45 - %z\n'))], 3)
  await expectDay(3, all('taken'), all('2030c 1.75'))
  rollback(distOf('south'), at(3))
  await expectDay(4, all('taken'), { north: '2030c 1.75', south: B, small: '2030c 1.75' })
  publishes([], 5, { current: good.split('/').at(-1) ?? '' })
  await expectDay(5, all('taken'), all(B))

  // A zone is held back while one server has no network.
  writeFileSync(join(world.root, 'tzdata2030a.tar.gz'), tarballOf('2030a'))
  const hold = { hold: ['America/Edmonton=2030a'], held: [join(world.root, 'tzdata2030a.tar.gz')] }
  publishes([await build(b, hold)], 8)
  away.add('north')
  await expectDay(
    8,
    { ...all('taken'), north: 'unreachable' },
    { north: B, south: B, small: '2030b+hold 5.75' },
  )
  away.clear()
  // South has been pinned since its rollback. Now it follows the releases again.
  rmSync(join(distOf('south'), '.pinned'))
  await expectDay(9, all('taken'), all('2030b+hold 5.75'))

  // A decree, first with the wrong day and then with the right one, while the disk of one server is full.
  publishes([await build(b, { ...hold, ...decree('Dec 5') })], 10)
  await expectDay(10, all('taken'), all('2030b+hold.overlay 5.75'))
  publishes([await build(b, { ...hold, ...decree('Sep 5') })], 11)
  if (isMounted) fill()
  await expectDay(
    11,
    { ...all('taken'), small: isMounted ? 'no space left' : 'taken' },
    { ...all('2030b+hold.overlay 6.75'), small: `2030b+hold.overlay ${isMounted ? 5.75 : 6.75}` },
  )
  rmSync(ballast(), { force: true })
  await expectDay(12, all('taken'), all('2030b+hold.overlay 6.75'))

  // The hold ends. Then upstream has the decree, and the overlay ends.
  publishes([await build(b, decree('Sep 5'))], 15)
  await expectDay(15, all('taken'), all('2030b+overlay 6.75'))
  publishes([await build(lockOf('2030d', '2030-07-16', '  5:45 - %z 2030 Sep 5\n  6:45 - %z\n'))], 16, {
    days: 7,
  })
  await expectDay(16, all('taken'), all(D))

  // Nobody renews the index.
  await expectDay(22, all('taken'), all(D))
  await expectDay(23, all('expired'), all(D))
  publishes([], 24, { days: 30 })
  await expectDay(24, all('taken'), all(D))

  // The publisher lost the key, and another key signs. Each server takes nothing until it is given the new key.
  publishes([await build(lockOf('2030e', '2030-07-28', '  5:45 - %z 2030 Sep 5\n  7:45 - %z\n'))], 28, {
    key: second,
  })
  await expectDay(28, all('other-key'), all(D))
  for (const server of ['north', 'south'] as const) {
    rmSync(join(distOf(server), '.publisher'))
    told[server] = second
  }
  await expectDay(29, { ...all('taken'), small: 'other-key' }, { ...all('2030e 7.75'), small: D })
  rmSync(join(distOf('small'), '.publisher'))
  told.small = second
  await expectDay(30, all('taken'), all('2030e 7.75'))
  // Every server now refuses an index that the first key signed, as a mirror may still have it.
  const mirror = join(world.root, 'mirror')
  cpSync(folder, mirror, { recursive: true })
  publishes([], 31)
  await expectDay(31, all('other-key'), all('2030e 7.75'))
})

/** Fills the disk of the small server to the last block. */
function fill(): void {
  const { size } = statSync(distOf('small'))
  expect(size).toBeGreaterThan(0)
  try {
    writeFileSync(ballast(), Buffer.alloc(32 << 20))
  } catch {
    // The disk is full now.
  }
}
