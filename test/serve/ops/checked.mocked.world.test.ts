// A program does not check again what it found good; it checks other bytes, an artifact of another program, and one in a read-only folder.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { checkedPath } from '#open/checked.ts'
import { checkContents } from '#open/verify/artifact.ts'
import { pointCurrentAt } from '#pipeline/write/artifact-directory.ts'
import { prune } from '#pipeline/delivery/releases.ts'
import { openTested } from '#serve/ops/self-test.ts'
import { CORPUS } from '../../corpus/build.ts'
import { copyWithoutBoundaries, fix, named, take } from '../../support/attacks/damaged-artifact.ts'
import { BASE, NOON, WEB } from '../../support/worlds/service.ts'

vi.mock('#open/verify/artifact.ts', { spy: true })

const dist = mkdtempSync(join(tmpdir(), 'tzref-checked-'))
const copy = (): string => copyWithoutBoundaries(join(CORPUS, 'artifact'), dist)
const directory = copy()
beforeEach(() => {
  rmSync(checkedPath(directory), { recursive: true, force: true })
  copy()
  globalThis.compiledProgram = 'one'
})
afterAll(() => {
  globalThis.compiledProgram = undefined
  rmSync(dist, { recursive: true })
})

/** How often the content is checked when a server opens the artifact. */
async function checksOf(path = directory, isReal = false): Promise<number> {
  const check = vi.mocked(checkContents)
  check.mockReset()
  // Here only the number of checks counts, so the check itself does nothing. `isReal` lets it run.
  if (!isReal) check.mockImplementationOnce(function* () {})
  const { artifact } = await openTested(path, { base: BASE, web: WEB }, NOON * 1000)
  artifact.close()
  return check.mock.calls.length
}

test('a second start of the same program checks only hashes; another program checks everything', async () => {
  expect(await checksOf()).toBe(1)
  expect(await checksOf()).toBe(0)
  globalThis.compiledProgram = 'two'
  expect(await checksOf()).toBe(1)
})

test('uncompiled sources have no name: nothing is stored', async () => {
  globalThis.compiledProgram = undefined
  expect(await checksOf()).toBe(1)
  expect(await checksOf()).toBe(1)
  expect(existsSync(checkedPath(directory))).toBe(false)
})

test('an artifact that was made current is not checked again; removing it leaves nothing', async () => {
  pointCurrentAt(dist, basename(directory))
  expect(await checksOf()).toBe(0)
  rmSync(join(dist, 'current'))
  prune(dist, 0)
  expect(readdirSync(dist).filter((name) => name.endsWith('.checked'))).toEqual([])
})

test('a byte that changes after the check is refused by its hash', async () => {
  await checksOf()
  take(directory, { file: 'NOTICE', offset: 0, bytes: '00' })
  await expect(checksOf()).rejects.toThrow(/sha256/)
})

test('with fitting checksums and a copied note it is still checked and refused', async () => {
  await checksOf()
  take(directory, { sql: "UPDATE country SET name = 'X' WHERE iso2 = 'DE'" })
  fix(directory)
  const other = named(directory)
  for (const path of [directory, other]) {
    if (existsSync(path)) writeFileSync(checkedPath(path), 'one\n')
  }
  await expect(checksOf(other, true)).rejects.toThrow('R14')
  expect(dirname(other)).toBe(dist)
  rmSync(other, { recursive: true })
})

test('if nothing can be written beside it, each start checks it', async () => {
  // Root may write everywhere, but a file cannot replace a folder.
  mkdirSync(join(checkedPath(directory), 'in the way'), { recursive: true })
  expect(await checksOf()).toBe(1)
  expect(await checksOf()).toBe(1)
})
