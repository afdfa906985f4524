// The readers of foreign files, an undamaged file for each, and damaged copies that a seed repeats.
import { gzipSync } from 'node:zlib'
import { zipSync } from 'fflate'
import { CommandError } from '#open/program/command-error.ts'
import { vtimezone } from '#core/formats/vtimezone.ts'
import { decodeTzif, encodeTzif } from '#core/formats/tzif.ts'
import { readCalendar } from '#apps/moved/calendar.ts'
import { ZonePair } from '#apps/moved/judge.ts'
import { EventError, EventText } from '#apps/moved/event-text.ts'
import { MovedEvents } from '#apps/moved/moved-events.ts'
import { epochSeconds } from '#core/time/units.ts'
import { offsetAt } from '#core/zone/offset-at.ts'
import { unpackTarGz, writeTar } from '#pipeline/archive/tar.ts'
import { zipEntry } from '#pipeline/archive/zip-entry.ts'
import { clocksOf, compileFiles } from '#pipeline/assemble/release-clocks.ts'
import { SourceError } from '#pipeline/source-error.ts'
import { compileText } from './compile-text.ts'
import { SMALL_RELEASES } from './small-release.ts'

/** The errors that a reader may throw. The program prints each of them as one line. */
export const TOLD = [CommandError, EventError, SourceError]

export interface ForeignFile {
  readonly sound: Uint8Array
  /** Must not return null for an undamaged file. */
  readonly read: (bytes: Uint8Array<ArrayBuffer>) => unknown
}

const clocks = (name: keyof typeof SMALL_RELEASES) =>
  clocksOf(compileFiles(new Map(Object.entries(SMALL_RELEASES[name].files))))
const [older, newer] = [clocks('2030a'), clocks('2030b')]
const judging = (): MovedEvents => new MovedEvents({ older, newer, onEvent: () => undefined })

const ZONES = ['Europe/Berlin', 'Africa/Casablanca', 'America/Edmonton']
const EVENTS = Array.from({ length: 120 }, (_, i) => ({
  id: `event ${i}`,
  zone: ZONES[i % 3] ?? '',
  wall: `2030-12-${String(1 + (i % 28)).padStart(2, '0')}T09:30`,
  instant: 1_922_000_000 + 3600 * i,
}))
const readText =
  (format: 'csv' | 'ndjson') =>
  (bytes: Uint8Array): void => {
    const reader = new EventText(format, judging().take)
    reader.push(bytes, true)
  }
const encoded = (text: string): Uint8Array => new TextEncoder().encode(text)

const HOWE = compileText(
  'Rule LH 2008 max - Apr Sun>=1 2:00 0 -\nRule LH 2008 max - Oct Sun>=1 2:00 0:30 -\nZone Australia/Lord_Howe 10:36:20 - LMT 1895 Feb\n10:30 LH %z\n',
)
const CALENDAR = `BEGIN:VCALENDAR\r\n${vtimezone(HOWE, 'release')}BEGIN:VEVENT\r\nUID:one\r\nDTSTART;TZID="Australia/Lord_Howe":20300101T090000\r\nRRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE;UNTIL=20330101T000000Z\r\nEXDATE;TZID=Australia/Lord_Howe:20300102T090000\r\nRDATE:20300103T090000\r\nEND:VEVENT\r\nBEGIN:VEVENT\r\nUID:two\r\nDTSTART;TZID=Europe/Berlin:20300131T090000\r\nRRULE:FREQ=MONTHLY;BYMONTHDAY=31;COUNT=20\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n`

const TARBALL = [
  ...writeTar(
    Object.entries(SMALL_RELEASES['2030a'].files).map(([name, text]) => ({ name, bytes: Buffer.from(text) })),
  ),
]
const readTarball = (bytes: Uint8Array): unknown =>
  clocksOf(
    compileFiles(
      new Map(unpackTarGz(Buffer.from(bytes)).map(({ name, bytes: file }) => [name, file.toString('utf8')])),
    ),
  ).zone('Africa/Casablanca')

/** By name. Compressed files also have their content damaged before compression. Otherwise a checksum would refuse all such damages. */
export const FOREIGN_FILES: Readonly<Record<string, ForeignFile>> = {
  CSV: {
    sound: encoded(
      `id,zone,wall,instant\n${EVENTS.map((event) => `"${event.id}",${event.zone},${event.wall},${event.instant}`).join('\n')}\n`,
    ),
    read: readText('csv'),
  },
  NDJSON: {
    sound: encoded(EVENTS.map((event) => JSON.stringify(event)).join('\n')),
    read: readText('ndjson'),
  },
  iCalendar: {
    sound: encoded(CALENDAR),
    read: (bytes) => {
      const pair = new ZonePair('Australia/Lord_Howe', { older: HOWE, newer: HOWE })
      readCalendar(
        new TextDecoder().decode(bytes),
        () => pair,
        () => undefined,
      )
    },
  },
  TZif: {
    sound: encodeTzif(HOWE, 'release', 'fat'),
    read: (bytes) => {
      const clock = decodeTzif('Australia/Lord_Howe', bytes)
      if (clock === null) return
      for (let year = -200; year < 200; year += 3) offsetAt(clock, epochSeconds(year * 31_557_600))
    },
  },
  'a tarball': { sound: gzipSync(Buffer.concat(TARBALL)), read: readTarball },
  'the inside of a tarball': { sound: Buffer.concat(TARBALL), read: (bytes) => readTarball(gzipSync(bytes)) },
  'a zip archive': {
    sound: zipSync({ 'combined.json': encoded(JSON.stringify(EVENTS)), 'read.me': encoded('nothing') }),
    read: async (bytes) => {
      for await (const _ of zipEntry('a.zip', Buffer.from(bytes), /json$/).chunks);
    },
  },
}

/** Wrong numbers for lengths and counts. */
const ODD = [0, 1, 0x7f, 0x80, 0xff, 0x0f, 0xf0, 0x15, 0x2d, 0x39]

/** One damage: changes, removes or adds bytes, or cuts off the end. */
export function damaged(sound: Uint8Array, random: () => number): Uint8Array<ArrayBuffer> {
  const upTo = (most: number): number => Math.floor(random() * most)
  let bytes = Uint8Array.from(sound)
  for (let changes = 1 + upTo(3); changes > 0; changes--) {
    const at = upTo(bytes.length)
    const how = upTo(10)
    const length = 1 + upTo(6)
    if (how < 5) bytes[at] = upTo(256)
    else if (how < 7) bytes[at] = ODD[upTo(ODD.length)] ?? 0
    else if (how === 7) bytes = Uint8Array.from([...bytes.subarray(0, at), ...bytes.subarray(at + length)])
    else if (how === 8)
      bytes = Uint8Array.from([
        ...bytes.subarray(0, at),
        ...bytes.subarray(upTo(bytes.length)).subarray(0, length),
        ...bytes.subarray(at),
      ])
    else if (upTo(4) === 0) bytes = bytes.slice(0, at)
  }
  return bytes
}
