// A file is written whole or not at all: what it may replace, what stays as it was, and what a failure says and leaves.
import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { inPartialDirectory, openWhole, withPartials, writeWhole } from '#pipeline/whole-file.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tzref-whole-'))
})
afterEach(() => rmSync(folder, { recursive: true }))
const inFolder = (name: string): string => join(folder, name)

test('parts become one file, which keeps the mode of the one before it', () => {
  writeFileSync(inFolder('f'), 'old')
  // The second has a bit that a usual umask takes away.
  for (const mode of [0o600, 0o664]) {
    chmodSync(inFolder('f'), mode)
    writeWhole(inFolder('f'), ['a', Buffer.from('b')])
    expect(readFileSync(inFolder('f'), 'utf8')).toBe('ab')
    expect(statSync(inFolder('f')).mode & 0o777).toBe(mode)
  }
})

test('a link stays, and what it leads to is written, there or not', () => {
  for (const [name, to] of [
    ['there', 'f'],
    ['twice', 'there'],
    ['nowhere', './new'],
  ] as const)
    symlinkSync(to, inFolder(name))
  writeFileSync(inFolder('f'), 'old')
  for (const [name, file] of [
    ['there', 'f'],
    ['twice', 'f'],
    ['nowhere', 'new'],
  ] as const) {
    writeWhole(inFolder(name), name)
    expect(lstatSync(inFolder(name)).isSymbolicLink()).toBe(true)
    expect(readFileSync(inFolder(file), 'utf8')).toBe(name)
  }
  expect(readlinkSync(inFolder('twice'))).toBe('there')
})

test('what is there and is no regular file stays, also behind a link', async () => {
  execFileSync('mkfifo', [inFolder('fifo')])
  symlinkSync('fifo', inFolder('link'))
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(inFolder('socket'), resolve))
  for (const [name, kind] of [
    ['fifo', 'a FIFO'],
    ['link', 'a FIFO'],
    ['socket', 'a socket'],
    ['.', 'a directory'],
  ] as const) {
    const before = lstatSync(inFolder(name)).mode
    expect(() => writeWhole(inFolder(name), 'x')).toThrow(`found ${kind}, expected a regular file`)
    expect(lstatSync(inFolder(name)).mode).toBe(before)
  }
  server.close()
})

test('an error of the system names the path of the user, what was expected and the fix', () => {
  // Nobody can make a file there.
  expect(() => writeWhole('/proc/changes.csv', 'x')).toThrow(
    expect.objectContaining({
      name: 'CommandError',
      exitCode: 2,
      message: expect.stringMatching(
        /^\/proc\/changes\.csv: found "E[A-Z]+: [^",]+", expected a place that can be written to$/,
      ),
      fix: 'let this user write there, make room there, or name another place',
    }),
  )
  expect(() => inPartialDirectory('/proc', () => undefined)).toThrow(/^\/proc: found "E.*, expected a place/)
})

test('a failure leaves the file before it, and no folder that was made', async () => {
  writeFileSync(inFolder('f'), 'old')
  const parts = function* () {
    yield 'new'
    throw new Error('no more')
  }
  expect(() => writeWhole(inFolder('f'), parts())).toThrow('no more')
  const refused = async (): Promise<never> => Promise.reject(new Error('refused'))
  const work = withPartials(async (partialIn) => {
    openWhole(inFolder('f'), partialIn).write('new')
    writeFileSync(partialIn(inFolder('a/b')), '')
    return refused()
  })
  await expect(work).rejects.toThrow('refused')
  expect(() =>
    inPartialDirectory(inFolder('c/d'), () => {
      throw new Error('refused')
    }),
  ).toThrow('refused')
  expect(readdirSync(folder)).toEqual(['f'])
  expect(readFileSync(inFolder('f'), 'utf8')).toBe('old')
  await withPartials(async (partialIn) => writeFileSync(join(partialIn(inFolder('e')), '../kept'), ''))
  expect(existsSync(inFolder('e/kept'))).toBe(true)
})
