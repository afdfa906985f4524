// What lies at paths that a user names: each wrong kind is refused by name, before the system would.
import {
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { ROOT } from '#open/program/root.ts'
import { registerHistory } from '#apps/moved/history-command.ts'
import { registerMoved } from '#apps/moved/command.ts'
import { verifyArtifact } from '#open/verify/artifact.ts'
import { newKey } from '#pipeline/delivery/keys.ts'
import { pack, publish } from '#pipeline/delivery/publish.ts'
import { install } from '#pipeline/delivery/install.ts'
import { silent } from '#pipeline/report.ts'
import { readLock, writeLock } from '#pipeline/sources/lock.ts'
import { expectApart } from '#open/program/file-kind.ts'
import { readPlans } from '#open/access/plans.ts'
import { writtenBy } from '../../support/worlds/written.ts'

let folder = ''
let [directory, file, nothing] = ['', '', '']
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tzref-kinds-'))
  ;[directory, file, nothing] = [join(folder, 'd'), join(folder, 'junk'), join(folder, 'no')]
  mkdirSync(directory)
  writeFileSync(file, 'x')
})
afterAll(() => rmSync(folder, { recursive: true }))

const NOW = new Date('2030-03-04T10:00:00Z')
const artifact = (): string => inject('embeddedArtifact')
const history = (path: string) => writtenBy({ history: registerHistory }, ['history', path, artifact()])

test('a file to read that is a directory', async () => {
  const refused = (expected: string): string => `${directory}: found a directory, expected ${expected}`
  expect(() => readLock(directory)).toThrow(refused('a lock'))
  expect(() => readPlans(directory)).toThrow(refused('a plans file'))
  expect(() => readPlans(nothing)).toThrow(`${nothing}: found no such file, expected a plans file`)
  const installing = install({
    from: directory,
    dist: join(folder, 'dist'),
    at: NOW,
    activate: false,
    report: silent,
  })
  // A folder to install from is one that a publisher filled.
  await expect(installing).rejects.toThrow(`${join(directory, 'index.json')}: `)
})

test('a file to write that is a directory, or whose folder is not there', async () => {
  const lock = readLock(join(ROOT, 'tzdb.lock'))
  const writers = [
    history,
    (path: string) => writtenBy({ moved: registerMoved }, ['moved', artifact(), artifact(), '--patch', path]),
    async (path: string) => Promise.resolve(writeLock(path, lock)),
    async (path: string) => Promise.resolve(newKey(path)),
  ]
  for (const write of writers) {
    for (const [at, found] of [
      [join(nothing, 'x'), 'nothing'],
      [file, 'a file'],
    ])
      await expect(write(join(at ?? '', 'h.bin'))).rejects.toThrow(
        `${at}: found ${found}, expected a folder, to write h.bin there`,
      )
  }
  for (const write of [history, writers[1] ?? history])
    await expect(write(directory)).rejects.toThrow(`${directory}: found a directory, expected a regular file`)
  expect(existsSync(nothing)).toBe(false)
  expect(readdirSync(directory)).toEqual([])
})

test('a folder that is a file, or lies below one', () => {
  const refused = `${file}: found a file, expected a folder`
  for (const path of [file, join(file, 'below')]) {
    expect(() => pack(artifact(), path)).toThrow(refused)
    expect(() => publish([artifact()], path, { keys: [], at: NOW })).toThrow(refused)
  }
  expect(() => publish([], nothing, { keys: [], at: NOW })).toThrow('found no archive in the folder')
  expect(verifyArtifact(file)).toEqual([
    expect.objectContaining({ code: 'not-found', message: `${file}: found a file, expected an artifact` }),
  ])
  expect(verifyArtifact(join(file, 'below'))).toEqual([expect.objectContaining({ code: 'not-found' })])
})

test('a file to write that is another file of the command, by any of its names', async () => {
  const [there, link, hard, toCome, toItself] = ['t', 'l', 'h', 'new', 's'].map((name) => join(folder, name))
  writeFileSync(there ?? '', 'zone,wall\n')
  symlinkSync('t', link ?? '')
  linkSync(there ?? '', hard ?? '')
  symlinkSync('new', toItself ?? '')
  for (const other of [there, link, hard, join(folder, 'd/../t')])
    expect(() => expectApart({ '--patch': other }, { '--file': there })).toThrow(
      `${other}: found one file for --file and --patch, expected two`,
    )
  for (const other of [toCome, toItself, join(directory, '..', 'new')])
    expect(() => expectApart({ '--rejects': toCome, '--patch': other }, {})).toThrow('expected two')
  expectApart({ '--rejects': undefined, '--patch': toCome }, { '--file': there, '--history': there })
  const run = (...args: readonly string[]) =>
    writtenBy({ moved: registerMoved }, ['moved', artifact(), artifact(), ...args])
  await expect(run('--file', there ?? '', '--patch', link ?? '')).rejects.toThrow('expected two')
  await expect(run('--patch', toCome ?? '', '--rejects', toCome ?? '')).rejects.toThrow('expected two')
  await expect(run('--history', hard ?? '', '--patch', there ?? '')).rejects.toThrow('expected two')
  expect(readFileSync(there ?? '', 'utf8')).toBe('zone,wall\n')
  expect(existsSync(toCome ?? '')).toBe(false)
})
