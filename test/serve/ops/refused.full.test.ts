// A server refuses damage with corrected checksums by name before it reports that it is ready.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { openTested } from '#serve/ops/self-test.ts'
import { verifyArtifact } from '#open/verify/artifact.ts'
import {
  copyArtifact,
  copyWithoutBoundaries,
  fix,
  named,
  take,
} from '../../support/attacks/damaged-artifact.ts'
import { BASE, NOON, WEB } from '../../support/worlds/service.ts'
import { someOf } from '../../support/how-many.ts'

const folder = mkdtempSync(join(tmpdir(), 'tzref-refused-'))
const directory = join(folder, 'damaged')
// Nothing here damages boundaries.
const good = copyWithoutBoundaries(inject('embeddedArtifact'), join(folder, 'good'))
afterAll(() => rmSync(folder, { recursive: true }))
beforeEach(() => copyArtifact(good, directory))

const tested = async (path: string): Promise<string> => {
  try {
    const { artifact } = await openTested(path, { base: BASE, web: WEB }, NOON * 1000)
    artifact.close()
    return 'ready'
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** Changes a 32-bit number in the header of names.bin. */
const inNames = (at: number, change: (value: number) => number): void => {
  const path = join(directory, 'names.bin')
  const bytes = readFileSync(path)
  bytes.writeUInt32LE(change(bytes.readUInt32LE(at)) >>> 0, at)
  writeFileSync(path, bytes)
}

describe('names.bin', () => {
  const damages: [string, RegExp, () => void][] = [
    ['another beginning', /its first bytes are not/, () => inNames(0, () => 0)],
    ['another major', /version 9/, () => inNames(8, () => 9)],
    ['another length', /bytes, its header says/, () => inNames(20, (size) => size + 1)],
    ['sixteen names fewer', /sections end at/, () => inNames(24, (names) => names - 16)],
    ['one name fewer, which no section shows', /names|means/, () => inNames(24, (names) => names - 1)],
    ['a language of control characters', /language/, () => inNames(12, () => 1)],
    ['a block that begins elsewhere', /in order|blocks/, () => inNames(60, (at) => at + 1_000_000)],
  ]
  test.each(someOf(damages, 4))(
    '%s is named by verify, and no server is ready on it',
    async (_what, said, damage) => {
      damage()
      fix(directory)
      const found = verifyArtifact(directory)
      expect(found.map(({ about }) => about)).toContain('names.bin')
      expect(found[0]?.message).toMatch(said)
      expect(await tested(named(directory))).toMatch(said)
    },
  )
})

describe('rows', () => {
  const changes = [
    ["UPDATE country SET name = 'X' WHERE iso2 = 'FR'", 'R14'],
    ["UPDATE city SET latitude = 999999999 WHERE slug = 'paris'", 'R25'],
    ["UPDATE zone SET country = 'ZZ' WHERE iana = 'Europe/Paris'", 'R4'],
    ["UPDATE city SET population = 7 WHERE slug = 'paris'", 'N2'],
    ["UPDATE city SET name = 'Nowhere At All' WHERE slug = 'paris'", 'N5'],
  ] as const
  test.each(someOf(changes, 4))('%s is %s', async (sql, rule) => {
    take(directory, { sql })
    fix(directory)
    expect(
      verifyArtifact(directory)
        .map(({ message }) => message)
        .join('\n'),
    ).toContain(rule)
    expect(await tested(named(directory))).toContain(rule)
  })
})

describe('files', () => {
  test('a FIFO is named as such, and nothing waits for it', async () => {
    rmSync(join(directory, 'clocks.bin'))
    execFileSync('mkfifo', [join(directory, 'clocks.bin')])
    expect(verifyArtifact(directory)[0]).toMatchObject({ code: 'file-missing', about: 'clocks.bin' })
    expect(await tested(named(directory))).toContain('found a FIFO')
  })

  test('every wrong file is named, by size or by hash', () => {
    take(directory, { file: 'NOTICE', offset: 0, bytes: '00' })
    take(directory, { file: 'clocks.bin', cut: 100 })
    take(directory, { file: 'names.bin', remove: true })
    expect(verifyArtifact(directory).map(({ code, about }) => `${about} ${code}`)).toEqual([
      'clocks.bin file-size',
      'names.bin file-missing',
      'NOTICE file-hash',
    ])
  })
})
