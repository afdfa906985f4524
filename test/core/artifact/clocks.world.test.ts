// clocks.bin has every zone of the release as the database has it, in both readings; and the example of its document, byte by byte.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, inject, test } from 'vitest'
import { ArtifactError } from '#core/artifact/artifact-error.ts'
import { CLOCKS_HEADER, encodeClocks, openClocks } from '#core/artifact/clocks.ts'
import { crc32 } from '#core/artifact/checksum.ts'
import { epochSeconds, offsetSeconds } from '#core/time/units.ts'
import { typeAt } from '#core/zone/offset-at.ts'
import { openArtifact } from '#open/artifact.ts'
import { instant } from '../../support/worlds/moment.ts'

const bytes = new Uint8Array(readFileSync(join(inject('embeddedArtifact'), 'clocks.bin')))
const clocks = openClocks(bytes)
const document = readFileSync(new URL('../../../docs/formats/clocks.md', import.meta.url), 'utf8')

test('it gives the same answer as the database for every identifier', () => {
  const artifact = openArtifact(inject('embeddedArtifact'))
  const names = artifact.query<{ name: string; zone: number }>(
    'SELECT iana AS name, id AS zone FROM zone UNION ALL SELECT name, zone FROM zone_alias',
  )
  const moments = ['1850-01-01', '1969-07-20', '1999-12-31', '2026-07-15', '2050-01-01', '2474-06-30'].map(
    (day) => instant(`${day}T12:00:00Z`),
  )
  for (const { name, zone } of names) {
    const here = clocks.zone(name)
    const there = artifact.withLines(zone)
    expect(here?.id, name).toBe(there.id)
    expect([artifact.compiledZone(zone).lines.length, there.lines.length > 0], name).toEqual([0, true])
    for (const at of moments) expect(here === null ? null : typeAt(here, at), name).toEqual(typeAt(there, at))
  }
  expect(names.length).toBeGreaterThan(500)
  expect(clocks.release).toBe(artifact.manifest.tz)
  artifact.close()
})

test('an unknown identifier has no clock', () => {
  expect([clocks.zone('Europe/Bonn'), clocks.zone('europe/berlin'), clocks.zone('')]).toEqual([
    null,
    null,
    null,
  ])
})

test('winter in Dublin has SAVE −1:00 in the release, and is standard time in answers', () => {
  const dublin = clocks.zone('Europe/Dublin')
  if (dublin === null) throw new Error('no Dublin')
  expect(typeAt(dublin, instant('2026-01-15T12:00:00Z'))).toEqual({
    offset: 0,
    stdoff: 0,
    save: 0,
    isDst: false,
    releaseSave: -3600,
    releaseIsDst: true,
    abbreviation: 'GMT',
  })
  expect(typeAt(dublin, instant('2026-07-15T12:00:00Z'))).toMatchObject({
    stdoff: 0,
    save: 3600,
    isDst: true,
    releaseSave: 0,
    releaseIsDst: false,
  })
})

test('it is small: all zones in less than 300 kB', () => expect(bytes.length).toBeLessThan(300_000))

test('the encoder writes the worked example', () => {
  const type = {
    offset: offsetSeconds(0),
    stdoff: offsetSeconds(0),
    save: offsetSeconds(0),
    isDst: false,
    releaseSave: offsetSeconds(0),
    releaseIsDst: false,
    abbreviation: 'UTC',
  }
  const zone = {
    id: 'UTC',
    types: [type],
    lines: [],
    starts: [],
    typeOf: [0],
    linesOf: [[]],
    releaseChanges: [],
  }
  const file = encodeClocks({
    release: '2030a',
    zones: [{ ...zone, footer: { kind: 'fixed' }, posixTz: 'UTC0' }],
    aliases: new Map(),
  })
  const shown = /```hex\n([\s\S]+?)```/.exec(document)?.[1] ?? ''
  const record = shown
    .split('\n')
    .flatMap((line) =>
      [...line.slice(0, 15).matchAll(/\b[0-9a-f]{2}\b/g)].map(([byte]) => Number.parseInt(byte, 16)),
    )
  expect(record).toHaveLength(18)
  expect([...file.subarray(-record.length)]).toEqual(record)
})

describe('damage', () => {
  const codeOf = (damaged: Uint8Array): string => {
    try {
      const opened = openClocks(damaged)
      for (const id of opened.zoneIds) opened.zone(id)
      return 'opened'
    } catch (error) {
      if (error instanceof ArtifactError) return error.code
      throw error
    }
  }
  /** The file with its checksums corrected. */
  const mended = (damaged: Uint8Array): Uint8Array => {
    const view = new DataView(damaged.buffer, damaged.byteOffset, damaged.byteLength)
    view.setUint32(CLOCKS_HEADER.bodyCrc32, crc32(damaged.subarray(32)), true)
    view.setUint32(CLOCKS_HEADER.headerCrc32, crc32(damaged.subarray(0, 28)), true)
    return damaged
  }
  const withByte = (at: number, value: number): Uint8Array => {
    const damaged = bytes.slice()
    damaged[at] = value
    return damaged
  }
  test.each<[string, Uint8Array, string]>([
    ['31 bytes', bytes.subarray(0, 31), 'file-too-short'],
    ['another magic', withByte(3, 0x42), 'not-clocks'],
    ['another major', withByte(8, 2), 'format-unknown'],
    ['another count', withByte(16, 0), 'header-damaged'],
    ['a byte short', bytes.subarray(0, -1), 'file-size'],
    ['a byte of the body', withByte(1000, 0xff), 'checksum-mismatch'],
    ['more zones than bytes', mended(withByte(19, 0xff)), 'clocks-malformed'],
    ['more aliases than there are', mended(withByte(22, 1)), 'clocks-malformed'],
  ])('%s: %s', (_, damaged, code) => expect(codeOf(damaged)).toBe(code))

  test('changed bytes of the body with good checksums are refused or read, and nothing else happens', () => {
    for (let at = 32; at < bytes.length; at += 9973) {
      for (const value of [0, 0x7f, 0x80, 0xff]) codeOf(mended(withByte(at, value)))
    }
    expect(codeOf(mended(bytes.slice()))).toBe('opened')
  })

  test('a later minor version may add to the end of a record and of the file', () => {
    const longer = new Uint8Array(bytes.length + 5)
    longer.set(bytes)
    const view = new DataView(longer.buffer)
    view.setUint16(CLOCKS_HEADER.minor, 7, true)
    view.setUint32(CLOCKS_HEADER.fileBytes, longer.length, true)
    expect(codeOf(mended(longer))).toBe('opened')
  })
})

test('the worked example with summers opens, and its first change is that of the document', () => {
  const [, shown = ''] = [...document.matchAll(/```hex\n([\s\S]+?)```/g)].map(([, hex = '']) => hex)
  const record = shown
    .split('\n')
    .flatMap((line) => /^(?:[\da-f]{2}(?: |$))+/.exec(line)?.[0].trim().split(' ') ?? [])
    .map((byte) => Number.parseInt(byte, 16))
  expect(document).toContain(`${record.length} bytes:\n\n\`\`\`hex\n02 `)
  const text = (value: string): number[] => [value.length, ...Buffer.from(value)]
  const body = Uint8Array.from([...text('2026f'), ...text('Europe/Example'), record.length, ...record])
  const file = new Uint8Array(32 + body.length)
  file.set([0x89, 0x54, 0x5a, 0x43, 0x0d, 0x0a, 0x1a, 0x0a])
  file.set(body, 32)
  const header = new DataView(file.buffer)
  header.setUint16(8, 1, true)
  header.setUint32(12, file.length, true)
  header.setUint32(16, 1, true)
  header.setUint32(24, crc32(body), true)
  header.setUint32(28, crc32(file.subarray(0, 28)), true)
  const zone = openClocks(file).zone('Europe/Example') ?? expect.unreachable()
  const offsetOf = (at: string): number => typeAt(zone, instant(at)).offset
  expect(['1996-03-31T00:59:59Z', '1996-03-31T01:00:00Z'].map(offsetOf)).toEqual([3600, 7200])
  expect(['1996-10-27T00:59:59Z', '1996-10-27T01:00:00Z'].map(offsetOf)).toEqual([7200, 3600])
  expect(['845000000', '846378000'].map((at) => typeAt(zone, epochSeconds(Number(at))).offset)).toEqual([
    7200, 3600,
  ])
})
