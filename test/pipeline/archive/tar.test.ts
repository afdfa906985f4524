// tar archives: our reader and tar itself can read what the writer writes; unusual archives are refused by name.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { readArtifactArchive } from '#pipeline/archive/artifact-archive.ts'
import { ArchiveError, readTar, unpackTarGzTo, writeTar, type ArchivedFile } from '#pipeline/archive/tar.ts'

const file = (name: string, text: string): ArchivedFile => ({ name, bytes: Buffer.from(text) })
const archive = (...files: ArchivedFile[]): Buffer => Buffer.concat([...writeTar(files)])

/** The archive with one header field overwritten and its checksum corrected. */
function withField(tar: Buffer, at: number, text: string): Buffer {
  const changed = Buffer.from(tar)
  changed.write(text, at, 'latin1')
  changed.write('        ', 148, 'latin1')
  const sum = changed.subarray(0, 512).reduce((total, byte) => total + byte, 0)
  changed.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1')
  return changed
}

function codeOf(tar: Buffer): string {
  try {
    readTar(tar)
    return 'read'
  } catch (error) {
    if (error instanceof ArchiveError) return error.code
    throw error
  }
}

test('an archive is read as it was written', () => {
  const files = [file('manifest.json', '{}\n'), file('empty', ''), file('block', 'x'.repeat(512))]
  expect(readTar(archive(...files)).map(({ name, bytes }) => [name, bytes.toString()])).toEqual(
    files.map(({ name, bytes }) => [name, bytes.toString()]),
  )
})

test('tar reads it, and it contains nothing about this machine', () => {
  const listing = execFileSync('tar', ['--utc', '--full-time', '-tvf', '-'], {
    input: archive(file('manifest.json', '{}\n'), file('NOTICE', 'n')),
  }).toString()
  expect(listing.split('\n').map((line) => line.replaceAll(/ +/g, ' '))).toEqual([
    '-rw-r--r-- 0/0 3 1980-01-01 00:00:00 manifest.json',
    '-rw-r--r-- 0/0 1 1980-01-01 00:00:00 NOTICE',
    '',
  ])
})

describe('the reader refuses', () => {
  const tar = archive(file('version', '2030b\n'), file('africa', '# none\n'))
  test.each<[string, string, Buffer]>([
    ['a name with a path', 'archive-path', withField(tar, 0, '../version')],
    ['a name that starts with a dot', 'archive-path', withField(tar, 0, '.profile')],
    ['a path in two fields', 'archive-path', withField(tar, 345, '../../etc')],
    ['a link', 'archive-path', withField(tar, 156, '2')],
    ['a folder', 'archive-path', withField(tar, 156, '5')],
    ['a name that comes twice', 'archive-malformed', archive(file('a', '1'), file('a', '2'))],
    ['a header that was changed', 'archive-malformed', Buffer.concat([Buffer.from('X'), tar.subarray(1)])],
    ['a size that is not a number', 'archive-malformed', withField(tar, 124, 'zzzzzzzzzzz')],
    ['a size beyond the end', 'archive-malformed', withField(tar, 124, '77777777777')],
    ['an archive cut off in a file', 'archive-malformed', tar.subarray(0, 600)],
    ['an archive without its end', 'archive-malformed', tar.subarray(0, 1024)],
    ['nothing', 'archive-malformed', Buffer.alloc(0)],
    [
      'more files than any release has',
      'archive-too-large',
      archive(...Array.from({ length: 1001 }, (_, index) => file(`f${index}`, ''))),
    ],
  ])('%s: %s', (_what, code, bytes) => {
    expect(codeOf(bytes)).toBe(code)
  })
})

test('an archive whose manifest is far too large is refused before it is unpacked', () => {
  const tar = Buffer.concat([...writeTar([file('manifest.json', 'x'.repeat(5 * 2 ** 20))])])
  expect(() => readArtifactArchive(gzipSync(tar))).toThrow(
    'archive-too-large: manifest.json has 5242880 bytes, expected at most 4194304',
  )
  // Only the header, without the content after it.
  expect(() => readArtifactArchive(gzipSync(tar.subarray(0, 512)))).toThrow('manifest.json has 5242880 bytes')
  const second = archive(file('clocks.bin', 'x'), file('manifest.json', 'x'.repeat(5 * 2 ** 20)))
  expect(() => readArtifactArchive(gzipSync(second))).toThrow('manifest.json has 5242880 bytes')
})

describe('an archive that is unpacked piece by piece to a folder', () => {
  const inFolder = async <Result>(work: (folder: string) => Promise<Result>): Promise<Result> => {
    const folder = mkdtempSync(join(tmpdir(), 'tzref-tar-'))
    try {
      return await work(folder)
    } finally {
      rmSync(folder, { recursive: true })
    }
  }
  const outcome = (tar: Buffer, most = 2 ** 20): Promise<string> =>
    inFolder((folder) =>
      unpackTarGzTo(folder, gzipSync(tar), most, () => undefined).then(
        () =>
          JSON.stringify(
            readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'latin1')]),
          ),
        (error: unknown) =>
          error instanceof ArchiveError ? error.message : `no ArchiveError: ${String(error)}`,
      ),
    )
  const inMemory = (tar: Buffer): string => {
    try {
      const files = readTar(tar).map(({ name, bytes }) => [name, bytes.toString('latin1')] as const)
      return JSON.stringify(files.toSorted(([one], [other]) => (one < other ? -1 : 1)))
    } catch (error) {
      return error instanceof ArchiveError ? error.message : `no ArchiveError: ${String(error)}`
    }
  }
  const good = archive(
    file('a', ''),
    file('b', 'x'.repeat(511)),
    file('c', 'y'.repeat(512)),
    file('d', 'z'.repeat(200_001)),
    file('e', 'end'),
  )
  test('is the one that the reader in memory finds, at every cut and with every header damaged', async () => {
    const damaged = [
      good,
      Buffer.concat([good, Buffer.alloc(100_000, 'after the end')]),
      archive(file('a', '1'), file('a', '2')),
      withField(good, 156, '2'),
      withField(good, 0, '../x'),
      withField(good, 124, '77777777777'),
      ...[0, 1, 511, 512, 513, 1024, 1535, 1536, 2048, 2600, 150_000, good.length - 1024].map((length) =>
        good.subarray(0, length),
      ),
    ]
    for (const tar of damaged) expect(await outcome(tar)).toBe(inMemory(tar))
  })
  test('is refused when it is too large, and when its gzip is cut off or is none', async () => {
    expect(await outcome(good, good.length - 1)).toBe(
      `archive-too-large: unpacks to more than ${good.length - 1} bytes`,
    )
    for (const bytes of [gzipSync(good).subarray(0, 300), Buffer.from('not gzip'), Buffer.alloc(0)]) {
      await expect(
        inFolder((folder) => unpackTarGzTo(folder, bytes, 2 ** 20, () => undefined)),
      ).rejects.toThrow('archive-malformed')
    }
  })
  test('takes little memory, whatever it unpacks to', async () => {
    // Zeros: 200 MB in 200 kB.
    const bomb = gzipSync(archive({ name: 'manifest.json', bytes: Buffer.alloc(200 * 2 ** 20) }), {
      level: 1,
    })
    let most = 0
    const before = process.memoryUsage.rss()
    const watching = setInterval(() => (most = Math.max(most, process.memoryUsage.rss() - before)), 5)
    try {
      await inFolder((folder) => unpackTarGzTo(folder, bomb, 2 ** 30, () => undefined))
    } finally {
      clearInterval(watching)
    }
    expect(most).toBeLessThan(60 * 2 ** 20)
  })
})
