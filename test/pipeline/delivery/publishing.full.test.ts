// What a publisher must not lose: several at once, one that is killed, strange and bad files in the folder, a correction that is current.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ROOT } from '#open/program/root.ts'
import { tailoringGone } from '#pipeline/delivery/expect-no-loss.ts'
import { install } from '#pipeline/delivery/install.ts'
import { newKey, readSigningKey } from '#pipeline/delivery/keys.ts'
import { publish } from '#pipeline/delivery/publish.ts'
import { readIndex } from '#pipeline/delivery/release-index.ts'
import { claimSerial } from '#pipeline/delivery/serial-claim.ts'
import { silent } from '#pipeline/report.ts'
import { releaseWorld, type ReleaseWorld } from '../../support/worlds/release-world.ts'
import { TAKES_ALL } from '../../support/how-many.ts'

/** How often three publishers begin at once. Without the claim, they lost one publication in each of two tries. */
const RACES = TAKES_ALL ? 100 : 10
/** How often a publisher is killed, each time at another moment. */
const KILLS = TAKES_ALL ? 12 : 3

let world: ReleaseWorld
let built: { a: string; b: string }
let folder = ''
let key = ''
beforeAll(() => {
  world = releaseWorld()
  built = { a: world.build('2030a').directory, b: world.build('2030b').directory }
  key = join(world.root, 'publisher.pem')
  newKey(key)
})
afterAll(() => world.remove())
beforeEach(() => {
  folder = join(world.root, 'published')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder)
})

const NOW = new Date('2030-07-10T10:00:00Z')
const published = (directories: string[], more: { note?: (line: string) => void; seen?: number } = {}) =>
  publish(directories, folder, { keys: [readSigningKey(key)], at: NOW, ...more })
const index = () => readIndex(readFileSync(join(folder, 'index.json'), 'utf8'), 'index.json')
const hidden = (): string[] => readdirSync(folder).filter((name) => name.startsWith('.'))
const idOf = (directory: string): string => directory.split('/').at(-1) ?? ''

interface Ended {
  readonly status: number | null
  readonly stderr: string
}
/** Runs the program as a person types it. */
function tzref(...args: string[]): { child: ChildProcess; ended: Promise<Ended> } {
  const child = spawn(process.execPath, [join(ROOT, 'tzref.js'), ...args], {
    cwd: world.root,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let stderr = ''
  child.stderr.on('data', (bytes: Buffer) => void (stderr += bytes.toString('utf8')))
  return { child, ended: once(child, 'close').then(([status]) => ({ status, stderr })) }
}
const publishing = (...args: string[]) =>
  tzref('publish', folder, ...args, '--dist', world.dist, '--sign', key)

/** Every signed serial of the folder, with the name and sha256 that it was given to. */
function signedSerials(seen: Map<string, string>): void {
  for (const name of readdirSync(folder).filter((one) => one === 'index.json.sig')) {
    const text = readFileSync(join(folder, name), 'latin1')
    const [, serial = '', sha256 = ''] = /serial: (\d+)\nsha256: (\w+)/.exec(text) ?? []
    expect(seen.get(serial) ?? sha256, `serial ${serial} of ${name}`).toBe(sha256)
    seen.set(serial, sha256)
  }
}

/** A process that publishes when it is told to. It is loaded already, so that three of them begin at the same moment. */
function publisher() {
  const path = join(import.meta.dirname, '../../support/children/publish-child.ts')
  const child = spawn(process.execPath, ['--import', 'tsx', path], { stdio: ['pipe', 'pipe', 'ignore'] })
  const waiting: ((line: string) => void)[] = []
  createInterface(child.stdout).on('line', (line) => {
    if (/^(?:ready$|=> )/.test(line)) waiting.shift()?.(line)
  })
  const next = (): Promise<string> => new Promise((resolve) => void waiting.push(resolve))
  const ready = next()
  return {
    ready,
    async publish(...args: string[]): Promise<Ended> {
      const ended = next()
      child.stdin.write(`${JSON.stringify([folder, ...args, '--dist', world.dist, '--sign', key])}\n`)
      return JSON.parse((await ended).slice('=> '.length))
    },
    end: () => child.stdin.end(),
  }
}

test(`three at once, ${RACES} times: each is in the index, or is refused by name; no serial twice`, async () => {
  published([built.a])
  const seen = new Map<string, string>()
  const three = [publisher(), publisher(), publisher()]
  await Promise.all(three.map(({ ready }) => ready))
  const times = { published: 0, refused: 0, rounds: new Map<number, number>() }
  for (let round = 0; round < RACES; round++) {
    const before = index().serial
    const watching = setInterval(() => signedSerials(seen), 3)
    const ended = await Promise.all(
      three.map(async (one, number) => {
        // At the same moment, and up to a third of a second apart: the later ones then wait, or come between two of the files.
        await pause(number * (round % 10) * 18)
        return one.publish(...(number === 0 ? [idOf(built.b), '--accept'] : ['--refresh']))
      }),
    )
    clearInterval(watching)
    signedSerials(seen)
    for (const { status, stderr } of ended) {
      if (status === 0) continue
      expect([status, stderr]).toEqual([
        1,
        expect.stringMatching(
          /somebody published serial \d+ meanwhile; nothing was published|is publishing there; nothing was/,
        ),
      ])
    }
    const done = ended.filter(({ status }) => status === 0).length
    times.published += done
    times.refused += ended.length - done
    times.rounds.set(done, (times.rounds.get(done) ?? 0) + 1)
    expect(done).toBeGreaterThan(0)
    expect(index().serial).toBe(before + done)
    expect(hidden()).toEqual([])
  }
  for (const { end } of three) end()
  process.stdout.write(
    `three at once, ${RACES} times: ${times.published} published, ${times.refused} refused, ${index().serial} serials; rounds by how many published: ${JSON.stringify([...times.rounds])}\n`,
  )
  expect(times.refused).toBeGreaterThan(0)
})

test('three programs at once', async () => {
  published([built.a])
  const before = index().serial
  const three = [publishing(idOf(built.b)), publishing('--refresh'), publishing('--refresh')]
  const ended = await Promise.all(three.map(async (one) => one.ended))
  for (const { status, stderr } of ended)
    if (status !== 0) expect([status, stderr]).toEqual([1, expect.stringMatching(/nothing was published/)])
  const done = ended.filter(({ status }) => status === 0).length
  expect(done).toBeGreaterThan(0)
  expect(index().serial).toBe(before + done)
  expect(hidden()).toEqual([])
})

test('one that is killed leaves a gap and blocks nobody', async () => {
  published([built.a])
  const seen = new Map<string, string>()
  for (let round = 0; round < KILLS; round++) {
    rmSync(join(folder, `${idOf(built.b)}.tar.gz`), { force: true })
    const before = index().serial
    const one = publishing(idOf(built.b), '--accept')
    // At another moment each time: from its start to after its end.
    await pause(200 + (round * 2000) / KILLS)
    one.child.kill('SIGKILL')
    await one.ended
    signedSerials(seen)
    // A claim that blocked it would be a refusal: how long it takes is the machine's.
    const next = await publishing(idOf(built.b), '--accept').ended
    expect(next, next.stderr).toMatchObject({ status: 0 })
    expect(index().serial).toBeGreaterThan(before)
    signedSerials(seen)
    const dist = join(world.root, `taken-${round}`)
    const { publicKey } = readSigningKey(key)
    await install({ from: folder, dist, at: new Date(), key: publicKey, activate: true, report: silent })
  }
})

describe('a claim', () => {
  test('of a process that ended, or of another machine long ago, blocks nobody, and its serial is not given again', () => {
    published([built.a])
    writeFileSync(join(folder, '.serial-2'), '999999999 x\n')
    // The other machine may still be at it.
    expect(() => published([built.b])).toThrow(
      /process 999999999 of x is publishing there; nothing was published/,
    )
    writeFileSync(join(folder, '.serial-2.ended'), '')
    rmSync(join(folder, '.serial-2'))
    expect(published([built.b]).serial).toBe(3)
    expect(hidden()).toEqual([])
  })
  test('of a failure that signed nothing is given again', () => {
    published([built.a])
    expect(() => publish([], folder, { keys: [], at: NOW })).toThrow(/expected --sign/)
    expect(() => published([join(world.root, 'nothing')])).toThrow(/nothing/)
    expect(published([]).serial).toBe(2)
  })
  test('is refused where the index is another than the one that was looked at', () => {
    published([built.a])
    expect(() => published([built.b], { seen: 0 })).toThrow(/somebody published serial 1 meanwhile/)
    expect(() => claimSerial(folder, () => 1, { seen: 0 })).toThrow(/serial 1 meanwhile/)
    expect(hidden()).toEqual([])
  })
})

describe('files of the folder', () => {
  test('what is no archive of an artifact is passed over, with a line for each', () => {
    for (const name of ['tzref-0.2.0-2026f-none-0123abcd-linux-x64.tar.gz', 'photos.tar.gz'])
      writeFileSync(join(folder, name), 'x')
    const lines: string[] = []
    const { releases } = published([built.a], { note: (line) => lines.push(line) })
    expect(releases.map(({ id }) => id)).toEqual([idOf(built.a)])
    expect(lines.map((line) => line.replace(folder, '').slice(0, 40))).toEqual([
      '/photos.tar.gz: passed over: it is not n',
      '/tzref-0.2.0-2026f-none-0123abcd-linux-x',
    ])
  })
  test('a bad archive is named, with what to do, and nothing is published', async () => {
    published([built.a])
    const path = join(folder, `${idOf(built.a)}.tar.gz`)
    const good = readFileSync(path)
    const bad = Buffer.from(good)
    bad[good.length >> 1]! ^= 1
    writeFileSync(path, bad)
    for (const args of [['--refresh'], [idOf(built.b)]]) {
      const { status, stderr } = await publishing(...args).ended
      expect(status).toBe(1)
      expect(stderr).toContain(path)
      expect(stderr).toMatch(
        /archive-malformed: .*; nothing was published\n.*to fix it: rm .*and publish its artifact again/s,
      )
    }
    expect(index().serial).toBe(1)
    writeFileSync(path, good)
    copyFileSync(path, join(folder, '2030z-none-0123abcd.tar.gz'))
    expect(() => published([])).toThrow(
      /2030z-none-0123abcd\.tar\.gz: archive-malformed: it has no manifest of this format and name/,
    )
  })
  test('an archive that the index names and that is gone is said', () => {
    published([built.a, built.b])
    rmSync(join(folder, `${idOf(built.a)}.tar.gz`))
    const lines: string[] = []
    published([], { note: (line) => lines.push(line) })
    expect(lines).toEqual([expect.stringMatching(/2030a-none-.*is not there: it is no longer offered/)])
  })
  test('a damaged artifact is refused with the name of its file', async () => {
    const copy = join(world.root, 'damaged', idOf(built.a))
    cpSync(built.a, copy, { recursive: true })
    const bytes = readFileSync(join(copy, 'clocks.bin'))
    bytes[100]! ^= 1
    writeFileSync(join(copy, 'clocks.bin'), bytes)
    for (const command of ['publish', 'pack', 'diff']) {
      const given =
        { publish: [folder, copy, '--sign', key], pack: [copy, '--out', folder], diff: [built.a, copy] }[
          command
        ] ?? []
      const { status, stderr } = await tzref(command, ...given).ended
      expect([command, status, stderr]).toEqual([command, 1, expect.stringMatching(/file-hash: clocks\.bin/)])
    }
    expect(existsSync(join(folder, 'index.json'))).toBe(false)
  })
})

describe('a correction or a hold that is current', () => {
  const overlay = { file: 'decree.zi', reason: 'Decree 7', zones: ['Asia/Beirut', 'Asia/Kathmandu'] }
  test('is lost zone by zone, with its reason, unless the next has one for the zone too', () => {
    expect(tailoringGone({ overlay }, {})).toEqual([
      'the correction of Asia/Beirut would be lost: Decree 7',
      'the correction of Asia/Kathmandu would be lost: Decree 7',
    ])
    expect(
      tailoringGone({ overlay }, { overlay: { ...overlay, zones: ['Asia/Beirut'], reason: 'Decree 8' } }),
    ).toEqual(['the correction of Asia/Kathmandu would be lost: Decree 7'])
    expect(
      tailoringGone(
        { overlay, hold: { 'Africa/Cairo': '2023a' } },
        { hold: { 'Asia/Beirut': '2023a', 'Asia/Kathmandu': '2023a' } },
      ),
    ).toEqual(['the hold of Africa/Cairo at tz 2023a would be lost'])
    expect(tailoringGone({}, { overlay })).toEqual([])
  })
})

test('a newer artifact that nobody made current is said', async () => {
  world.build('2030b')
  const { stderr } = await publishing().ended
  expect(stderr).toMatch(/current is 2030a-.*, was nothing\n/)
  expect(stderr).toMatch(
    /has 2030b-none-\w+, which is newer and not published; to publish it: .*tzref -- activate --dist \S+ 2030b-none-\w+, and publish again/,
  )
  const named = await publishing(idOf(built.b)).ended
  expect(named.stderr).not.toContain('not published')
})
