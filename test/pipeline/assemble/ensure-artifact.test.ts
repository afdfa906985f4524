// What a server does with an existing dist/: it builds again when the format is older, and leaves a newer format to the version that made
// it.
import { existsSync, mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FORMAT } from '#core/artifact/layout.ts'
import { ensureArtifact } from '#pipeline/assemble/ensure-artifact.ts'
import { currentId } from '#open/artifact-folder.ts'
import { PUBLISHER } from '#open/pin.ts'
import { verifyArtifact } from '#open/verify/artifact.ts'
import { expectRoom } from '#pipeline/assemble/build.ts'
import { jsonReport, silent } from '#pipeline/report.ts'
import { partialPath } from '#pipeline/whole-file.ts'
import { pointCurrentAt } from '#pipeline/write/artifact-directory.ts'
import { releaseWorld, type ReleaseWorld } from '../../support/worlds/release-world.ts'

let world: ReleaseWorld
let builds: string[]
beforeEach(() => {
  world = releaseWorld()
  builds = []
  said = []
})
afterEach(() => world.remove())

let said: string[]
const report = { ...silent, note: (text: string) => void said.push(text) }
const ensure = (): Promise<void> =>
  ensureArtifact(world.dist, async (_lock, dist) => void builds.push(dist), report)

/** Changes the artifact's format to one that is `by` major versions later than ours. */
function setFormat(id: string, by: number): void {
  const path = join(world.dist, id, 'manifest.json')
  const text = readFileSync(path, 'utf8')
  const format = `"format": "${FORMAT.major}.`
  expect(text).toContain(format)
  writeFileSync(path, text.replace(format, `"format": "${FORMAT.major + by}.`))
}

test('an empty folder or an older format gets a new build; an artifact that opens is not changed', async () => {
  await ensure()
  expect(builds).toEqual([world.dist])
  const { id } = world.build('2030a')
  await ensure()
  expect(builds).toHaveLength(1)
  setFormat(id, -1)
  await ensure()
  expect(builds).toHaveLength(2)
})

test('two versions share a folder: the older one does not change `current`, and says how to serve its own', async () => {
  const { id: ours } = world.build('2030a')
  const { id } = world.build('2030b')
  const [older, newer] = currentId(world.dist) === ours ? [id, ours] : [ours, id]
  setFormat(newer, 1)
  await expect(ensure()).rejects.toMatchObject({
    message: expect.stringContaining(`a newer tzref uses ${world.dist}, and nothing was changed there`),
    fix: expect.stringContaining(`with --artifact ${older}`),
  })
  expect(builds).toEqual([])
  expect(currentId(world.dist)).toBe(newer)
  expect(existsSync(join(world.dist, '.activations'))).toBe(true)
})

test('a folder that follows a publisher is never built over: the server waits, and serves what is installed', async () => {
  mkdirSync(world.dist)
  writeFileSync(join(world.dist, PUBLISHER), '{}')
  const ensured = ensure()
  await expect.poll(() => said).toHaveLength(1)
  expect(said[0]).toMatch(
    /no current artifact: waiting, because this folder follows a publisher: .* install /,
  )
  const { id } = world.build('2030a')
  await ensured
  expect([builds, currentId(world.dist), said.length]).toEqual([[], id, 1])
})

test('nor where its artifact is of an older format; one beside it that opens is served', async () => {
  const { id } = world.build('2030a')
  writeFileSync(join(world.dist, PUBLISHER), '{}')
  setFormat(id, -1)
  const ensured = ensure()
  await expect.poll(() => said).toHaveLength(1)
  world.build('2030b')
  await ensured
  expect([builds, currentId(world.dist)]).toEqual([[], id])
})

test('while something is installed the server waits; where that fails it builds', async () => {
  mkdirSync(world.dist)
  const partial = partialPath(world.dist)
  writeFileSync(partial, '')
  const ensured = ensure()
  await expect.poll(() => said).toEqual([expect.stringContaining('under way')])
  expect(builds).toEqual([])
  rmSync(partial)
  await ensured
  expect(builds).toEqual([world.dist])
})

test('what a killed installation has left does not hold a server up, on this machine or another', async () => {
  mkdirSync(world.dist)
  const others = [
    'another.host-1-00000000',
    `${basename(partialPath(world.dist)).replace(/^\.partial-(.*)-\d+-.*/, '$1')}-4194305-00000000`,
  ]
  for (const name of others) writeFileSync(join(world.dist, `.partial-${name}`), '')
  const [foreign = ''] = others
  utimesSync(join(world.dist, `.partial-${foreign}`), new Date(0), new Date(0))
  await ensure()
  expect(builds).toEqual([world.dist])
})

test('a damaged current artifact is no reason to build', async () => {
  const { directory } = world.build('2030a')
  writeFileSync(join(directory, 'manifest.json'), '{')
  await ensure()
  expect(builds).toEqual([])
})

test('what became current during a build stays current', () => {
  const { id: first } = world.build('2030a')
  const { id } = world.build('2030b')
  pointCurrentAt(world.dist, id, null)
  expect(currentId(world.dist)).toBe(first)
  pointCurrentAt(world.dist, id, 'another')
  expect(currentId(world.dist)).toBe(first)
  pointCurrentAt(world.dist, id, first)
  expect(currentId(world.dist)).toBe(id)
})

test('tzdb.lock is not praised to a server that follows a publisher', async () => {
  world.build('2030a')
  await ensure()
  expect(said.splice(0)).toEqual([expect.stringContaining('tzdb.lock describes something else')])
  writeFileSync(join(world.dist, PUBLISHER), '{}')
  await ensure()
  expect(said).toEqual([])
})

test('an archive gives an empty folder its own artifact, and builds nothing; what is there stays', async () => {
  const { id, directory } = world.build('2030a')
  const own = join(world.dist, 'current')
  const dist = join(world.root, 'empty')
  const take = (): Promise<void> => ensureArtifact(dist, async () => void builds.push(dist), report, own)
  await take()
  expect(said).toEqual([`${dist} has no current artifact: taking the one of the archive, ${id}`])
  expect(currentId(dist)).toBe(id)
  expect(verifyArtifact(join(dist, id))).toEqual([])
  expect(directory).toBe(join(world.dist, id))
  // Another one that became current here stays, and so does a folder of a publisher.
  const other = world.build('2030b', dist).id
  pointCurrentAt(dist, other)
  await take()
  expect([currentId(dist), builds, said.length]).toEqual([other, [], 1])
})

test('what is said before a server runs is a line of JSON where nobody sits in front of it', () => {
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  try {
    jsonReport().note('serving 2030a')
    expect(JSON.parse(String(write.mock.lastCall?.[0]))).toEqual({
      level: 30,
      time: expect.any(Number),
      msg: 'serving 2030a',
    })
  } finally {
    write.mockRestore()
  }
})

test('a build asks for room before it begins', () => {
  world.build('2030a')
  expect(() => expectRoom(world.dist, 1)).not.toThrow()
  expect(() => expectRoom(world.dist, 1e18)).toThrow(
    /MB are free, and a build needs about 1000000000000 MB; nothing was built/,
  )
})
