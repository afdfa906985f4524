// Processes killed at some of their calls to the file system, at night at all of them: build, install and activate leave only complete
// artifacts, and publish a folder whose serials and index are right.
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { activate } from '#pipeline/delivery/activate.ts'
import { build } from '#pipeline/assemble/build.ts'
import { install } from '#pipeline/delivery/install.ts'
import { newKey, readSigningKey } from '#pipeline/delivery/keys.ts'
import { pack, publish } from '#pipeline/delivery/publish.ts'
import { readIndex } from '#pipeline/delivery/release-index.ts'
import { silent } from '#pipeline/report.ts'
import { verifyArtifact } from '#open/verify/artifact.ts'
import { artifactIds, currentId } from '#open/artifact-folder.ts'
import { compiledChild, type CompiledChild } from '../../support/children/compiled-child.ts'
import { TAKES_ALL } from '../../support/how-many.ts'
import { leftOut } from '../../support/left-out.ts'
import { releaseWorld, type ReleaseWorld } from '../../support/worlds/release-world.ts'
import { unsyncedRenames } from '../../support/oracles/rename-rule.ts'
import { type Call, isMutating, traced, WITHOUT_STRACE } from '../../support/servers/strace.ts'

/** How many calls of one name are taken in a selection: the first, the last, and one between those that make something visible. */
const [OF_MAKING, OF_OTHERS] = [3, 2]
/** Processes at a time. */
const LANES = 2

let world: ReleaseWorld
let folder = ''
let older = ''
let newer = ''
let archive = ''
let child: CompiledChild

async function makeWorld(): Promise<void> {
  child = await compiledChild('fault-child')
  world = releaseWorld()
  folder = mkdtempSync(join(tmpdir(), 'tzref-killed-'))
  older = world.build('2030a').id
  const built = world.build('2030b', join(folder, 'other'))
  newer = built.id
  archive = pack(built.directory, join(folder, 'packed')).archive
}

/** A folder of artifacts in which the older release is current. */
function distWith(name: string, alsoNewer: boolean): string {
  const dist = join(folder, name)
  rmSync(dist, { recursive: true, force: true })
  mkdirSync(dist)
  cpSync(world.dist, dist, { recursive: true, verbatimSymlinks: true })
  if (alsoNewer) cpSync(join(folder, 'other', newer), join(dist, newer), { recursive: true })
  return dist
}

interface Operation {
  readonly name: string
  readonly alsoNewer: boolean
  readonly args: (dist: string) => string[]
  /** The next run that a person would make after the kill. */
  readonly again: (dist: string) => Promise<unknown>
}

const operations: readonly Operation[] = [
  {
    name: 'build',
    alsoNewer: false,
    args: (dist) => ['build', dist, world.root, world.lock('2030b')],
    again: async (dist) =>
      build({
        root: world.root,
        lock: world.lock('2030b'),
        dist,
        activate: true,
        report: silent,
      }),
  },
  {
    name: 'install',
    alsoNewer: false,
    args: (dist) => ['install', dist, archive],
    again: (dist) =>
      install({ from: archive, dist, at: new Date('2030-03-04T10:00:00Z'), activate: true, report: silent }),
  },
  {
    name: 'activate',
    alsoNewer: true,
    args: (dist) => ['activate', dist, newer],
    again: async (dist) => activate(dist, newer, new Date('2030-03-04T10:00:00Z')),
  },
]

/** What is wrong after a kill: every visible artifact must be whole, and a whole one must be current. */
function faultsOf(dist: string): string[] {
  const faults = artifactIds(dist).flatMap((id) =>
    verifyArtifact(join(dist, id)).map(({ code }) => `${id}: ${code}`),
  )
  const current = currentId(dist)
  if (current !== older && current !== newer) faults.push(`current is ${current}`)
  if (current !== null && !existsSync(join(dist, current, 'manifest.json')))
    faults.push('current leads nowhere')
  // A compiled program notes what it has checked whole.
  const usual = [
    'current',
    '.activations',
    '.pinned',
    ...[older, newer].flatMap((id) => [id, `.${id}.checked`]),
  ]
  const odd = readdirSync(dist).filter((name) => !usual.includes(name) && !name.startsWith('.partial-'))
  return [...faults, ...odd.map((name) => `${name} is visible`)]
}

/** A few calls of each kind. */
function selected(calls: readonly Call[]): Call[] {
  return calls.filter((call) => {
    const count = /^(?:rename|symlink|mkdir)/.test(call.name) ? OF_MAKING : OF_OTHERS
    const same = calls.filter(({ name }) => name === call.name)
    const step = Math.max(1, (same.length - 1) / (count - 1))
    const taken = Array.from({ length: count }, (_, index) => same[Math.round(index * step)])
    return taken.includes(call)
  })
}

if (WITHOUT_STRACE !== null) leftOut('processes killed at each call to the file system', WITHOUT_STRACE)
describe.skipIf(WITHOUT_STRACE !== null)('killed', () => {
  beforeAll(makeWorld)
  afterAll(() => {
    world.remove()
    child.remove()
    rmSync(folder, { recursive: true, force: true })
  })
  for (const operation of operations) describeOperation(operation)
  describePublish()
})

/** The calls of a whole run that change a folder. It must succeed, and sync each file before it renames it. */
async function expectSynced(args: readonly string[], changed: string): Promise<readonly Call[]> {
  const existing = readdirSync(changed)
  const run = await traced(child.path, args, `${changed}.log`)
  expect(run).toMatchObject({ output: `${newer}\n`, wasKilled: false, code: 0 })
  expect(unsyncedRenames(run.calls, changed, existing)).toEqual([])
  const calls = run.calls.filter((call) => isMutating(call, changed))
  expect(calls.filter((call) => call.name.startsWith('rename')).length).toBeGreaterThan(0)
  return calls
}

/**
 * Kills a run at each of its calls, or at some of them. `changed` makes the folder that a run changes, and `faultsAfter` says what is wrong
 * with it then, also after another run.
 */
async function expectWholeAfterKills(
  name: string,
  calls: readonly Call[],
  changed: (index: number) => string,
  args: (folder: string) => readonly string[],
  faultsAfter: (folder: string) => Promise<readonly string[]>,
): Promise<void> {
  const points = TAKES_ALL ? calls : selected(calls)
  const faults: string[] = []
  let killed = 0
  const queue = [...points.entries()]
  const lane = async (): Promise<void> => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const [index, call] = next
      const at = changed(index)
      const run = await traced(child.path, args(at), `${at}.log`, call)
      if (run.wasKilled) killed++
      for (const fault of await faultsAfter(at))
        faults.push(`${call.name} ${call.ordinal} ${call.text}: ${fault}`)
      rmSync(at, { recursive: true })
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  expect(faults).toEqual([])
  expect(killed).toBe(points.length)
  process.stderr.write(`${name}: killed at ${killed} of its ${calls.length} calls that change the disk\n`)
}

function describeOperation({ name, alsoNewer, args, again }: Operation): void {
  let calls: readonly Call[] = []

  test(`${name}: every file is synced before it is renamed, and the rename is synced too`, async () => {
    const dist = distWith(`${name}-traced`, alsoNewer)
    calls = await expectSynced(args(dist), dist)
  })

  test(`${name}: killed at any of its calls, it leaves no half-finished state, and the next run finishes`, () =>
    expectWholeAfterKills(
      name,
      calls,
      (index) => distWith(`${name}-${index}`, alsoNewer),
      args,
      async (dist) => {
        const faults = faultsOf(dist)
        await again(dist)
        faults.push(...faultsOf(dist).map((fault) => `next run: ${fault}`))
        if (currentId(dist) !== newer) faults.push('the next run has not finished')
        const left = readdirSync(dist).filter((file) => file.startsWith('.partial-'))
        // An interrupted activate leaves a link. The next build or install removes it.
        if (name !== 'activate') faults.push(...left.map((file) => `${file} is left`))
        return faults
      },
    ))
}

/** The latest moment at which a test publishes. */
const PUBLISHED_AT = new Date('2030-07-10T10:00:00Z')

/** What was signed: purpose, name and serial of each statement in a folder, with its sha256. */
const statementsIn = (published: string): Map<string, string> =>
  new Map(
    readdirSync(published)
      .filter((name) => name.endsWith('.sig'))
      .map((name) => {
        const [, what = '', sha256 = ''] =
          /\n(purpose: .*\nname: .*\nserial: \d+)\nsha256: (\w+)\n/.exec(
            readFileSync(join(published, name), 'latin1'),
          ) ?? []
        return [what.replaceAll('\n', ', '), sha256]
      }),
  )

function describePublish(): void {
  let calls: readonly Call[] = []
  let key = ''
  let before = ''
  const artifact = (): string => join(folder, 'other', newer)
  const argsOf = (published: string): string[] => ['publish', published, artifact(), key]
  const keys = () => [readSigningKey(key)]
  const indexIn = (published: string) =>
    readIndex(readFileSync(join(published, 'index.json'), 'utf8'), 'index.json')

  /** What a server gets that follows the folder: the id that becomes current, or the code of the refusal. */
  async function followed(published: string): Promise<string> {
    const dist = mkdtempSync(join(folder, 'follower-'))
    const { publicKey } = readSigningKey(key)
    try {
      const from = { from: published, dist, at: PUBLISHED_AT, key: publicKey }
      return (await install({ ...from, activate: true, report: silent })).id
    } catch (error) {
      return String(error)
    } finally {
      rmSync(dist, { recursive: true, force: true })
    }
  }

  test('publish: every file is synced before it is renamed, and the rename is synced too', async () => {
    key = join(folder, 'publisher.pem')
    newKey(key)
    before = join(folder, 'published')
    publish([join(world.dist, older)], before, { keys: keys(), at: new Date('2030-07-01T10:00:00Z') })
    const published = join(folder, 'published-traced')
    cpSync(before, published, { recursive: true })
    calls = await expectSynced(argsOf(published), published)
  })

  test('publish: killed at any of its calls, index and serials are right, and the next run finishes', async () => {
    const found = new Map<string, number>()
    const changed = (index: number): string => {
      const published = join(folder, `published-${index}`)
      cpSync(before, published, { recursive: true })
      return published
    }
    await expectWholeAfterKills('publish', calls, changed, argsOf, async (published) => {
      const faults: string[] = []
      // The index is the old one or the new one, and a server that follows gets what it says, or a refusal with a name.
      const { current, serial } = indexIn(published)
      const outcome = await followed(published)
      const name = /^[\w.-]+(?=:)/.exec(outcome.replace(/^\w*Error: /, ''))?.[0] ?? outcome
      found.set(name, (found.get(name) ?? 0) + 1)
      if (current.id !== (serial === 1 ? older : newer)) faults.push(`${serial} is ${current.id}`)
      // Between the two files of the index, no order of them could be right for both.
      if (name !== current.id && name !== 'wrong-signature') faults.push(outcome)
      // The next run: what was signed by the killed one is never signed again for other bytes.
      const signed = statementsIn(published)
      const again = publish([artifact()], published, { keys: keys(), at: PUBLISHED_AT })
      for (const [what, sha256] of statementsIn(published))
        if ((signed.get(what) ?? sha256) !== sha256) faults.push(`signed twice: ${what}`)
      if (again.current.id !== newer || again.serial <= serial)
        faults.push(`the next run has serial ${again.serial} after ${serial}`)
      const after = await followed(published)
      if (after !== newer) faults.push(`next run: ${after}`)
      const left = readdirSync(published).filter((file) => file.startsWith('.'))
      return [...faults, ...left.map((file) => `next run: ${file} is left`)]
    })
    process.stderr.write(`publish: a follower then got ${JSON.stringify(Object.fromEntries(found))}\n`)
  })
}
