// The exported zoneinfo folder, compared with zic's for the same release, and read by GNU date and Python.
import { execFileSync, spawnSync } from 'node:child_process'
import { hash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { openArtifact } from '#open/artifact.ts'
import { namedZones } from '#pipeline/export/clocks.ts'
import { TZIF } from '#pipeline/export/tzif.ts'
import { writeExport } from '#pipeline/export/write.ts'
import { zoneinfoTables } from '#pipeline/export/zoneinfo-tables.ts'
import { ROOT } from '#pipeline/paths.ts'
import { NEGATIVE_SAVE_NAMES } from '../../support/oracles/against-zic.ts'
import { leftOut } from '../../support/left-out.ts'
import { TARBALLS, tarballFiles, WITHOUT_TARBALLS } from '../../support/worlds/tz-releases.ts'
import { findTool, WITHOUT_ORACLE, ziguardForm } from '../../support/oracles/zic-oracle.ts'
import { TAKES_ALL } from '../../support/how-many.ts'

const python = findTool('python3')
if (WITHOUT_ORACLE !== null) leftOut('the zoneinfo folder against zic', 'zic and zdump')
const dateutil =
  python === null || spawnSync(python, ['-c', 'import dateutil']).status !== 0 ? null : 'python-dateutil'
if (dateutil === null) leftOut('the zoneinfo folder in dateutil', 'python3-dateutil')
if (python === null) leftOut('the zoneinfo folder in Python', 'python3')

/**
 * zdump takes long, because it looks at every half day. No clock changes before 1800. After 2500 the footers rule, and a test compares
 * them.
 */
const YEARS = '1800,2500'

/** zdump takes half an hour for all of them. */
const ONE_IN = TAKES_ALL ? 20 : 100
/** So many instants of each name dateutil is asked about. */
const INSTANTS = TAKES_ALL ? 670 : 70

const folder = mkdtempSync(join(tmpdir(), 'tzref-tzif-'))
const [ours, slim, rearguard, theirs, fat] = ['ours', 'slim', 'rearguard', 'theirs', 'fat'].map((name) =>
  join(folder, name),
)
/** Next to the zones. */
const TABLES = [
  '+VERSION',
  'iso3166.tab',
  'leapseconds',
  'tzdata.zi',
  'zone.tab',
  'zone1970.tab',
  'zoneinfo.zip',
]
const notes: string[] = []
let names: string[] = []
beforeAll(async () => {
  const artifact = openArtifact(inject('embeddedArtifact'))
  names = namedZones(artifact).map(({ name }) => name)
  await writeExport(TZIF, artifact, ours ?? '', { rearguard: false })
  await writeExport(TZIF, artifact, slim ?? '', { slim: true })
  await writeExport(TZIF, artifact, rearguard ?? '', { rearguard: true, note: (text) => notes.push(text) })
  artifact.close()
})
afterAll(() => rmSync(folder, { recursive: true }))

/**
 * The changes (as text) of both blocks of a TZif file, the one of 32 bits and the one of 64, and the footer. This reader is written only
 * from RFC 9636.
 */
function read(bytes: Buffer): { early: string[]; changes: string[]; footer: string } {
  const counts = (at: number): number[] =>
    [20, 24, 28, 32, 36, 40].map((field) => bytes.readUInt32BE(at + field))
  const [ut = 0, std = 0, leap = 0, times = 0, types = 0, letters = 0] = counts(0)
  const second = 44 + times * 5 + types * 6 + letters + leap * 8 + std + ut
  const block = (header: number, width: 4 | 8): string[] => {
    const [, , , changes = 0, kinds = 0] = counts(header)
    const data = header + 44
    const typesAt = data + changes * (width + 1)
    const typeAt = (index: number): string => {
      const at = typesAt + index * 6
      const start = typesAt + kinds * 6 + bytes.readUInt8(at + 5)
      const word = bytes.toString('latin1', start, bytes.indexOf(0, start))
      return `${bytes.readInt32BE(at)} ${bytes.readUInt8(at + 4)} ${word}`
    }
    const instant = (at: number): string =>
      String(width === 8 ? bytes.readBigInt64BE(at) : bytes.readInt32BE(at))
    return [
      `initially ${typeAt(0)}`,
      ...Array.from(
        { length: changes },
        (_, index) =>
          `${instant(data + index * width)} ${typeAt(bytes.readUInt8(data + changes * width + index))}`,
      ),
    ]
  }
  return {
    early: block(0, 4),
    changes: block(second, 8),
    footer: bytes.toString('latin1').split('\n').at(-2) ?? '',
  }
}

/** Leaves out changes that change nothing. zic ends some files with one, at the last second that has 32 bits. */
const withoutRepeats = (changes: readonly string[] = []): string[] =>
  changes.filter((change, index) => textOf(change) !== textOf(changes[index - 1]))
/** The same, but for the one at the end. */
const withoutRepeatsBeforeTheLast = (changes: readonly string[] = []): string[] =>
  changes.filter(
    (change, index) => index === changes.length - 1 || textOf(change) !== textOf(changes[index - 1]),
  )
const textOf = (change?: string): string | undefined => change?.replace(/^\S+ /, '')

/** The instants at which a clock changes its offset or abbreviation, as zdump prints them. The flag is left out. */
function clocks(lines: readonly string[] = []): string[] {
  let last = ''
  return lines.flatMap((line) => {
    const [, instant = '', shown = ''] = /^\S+ +(.*) UT = .* (\S+) isdst=[01] gmtoff=-?\d+$/.exec(line) ?? []
    const state = `${shown} ${/gmtoff=.*/.exec(line)?.[0] ?? ''}`
    if (shown === '' || state === last) return []
    last = state
    return [`${instant} ${state}`]
  })
}

function expectAsZic(all: readonly string[], one: string, other: string): void {
  expect(all.length).toBeGreaterThan(590)
  for (const name of all) {
    const [our, their] = [one, other].map((at) => read(readFileSync(join(at, name))))
    expect(our?.footer, name).toBe(their?.footer)
    // Our files also list the first changes from the footer.
    const expected = withoutRepeats(their?.changes)
    expect(our?.changes.slice(0, expected.length), name).toEqual(expected)
  }
}

/** The files of a folder and those below it. */
const filesIn = (at: string): string[] =>
  readdirSync(at, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(at, join(entry.parentPath, entry.name)))

/** What zdump prints for every name, without the folder's name. */
function dumped(at: string, which: readonly string[]): string[] {
  const paths = which.map((name) => join(at, name))
  const env = { LC_ALL: 'C' }
  const text = execFileSync(findTool('zdump') ?? '', ['-v', '-c', YEARS, ...paths], {
    maxBuffer: 1e9,
    encoding: 'utf8',
    env,
  })
  return text.replaceAll(`${at}/`, '').split('\n')
}

describe.skipIf(WITHOUT_ORACLE !== null)('against zic', () => {
  beforeAll(() => {
    const source = join(ROOT, 'pipeline/embedded/2026f/tzdata.zi')
    execFileSync(findTool('zic') ?? '', ['-d', theirs ?? '', source], { stdio: 'pipe' })
    execFileSync(findTool('zic') ?? '', ['-b', 'fat', '-d', fat ?? '', source], { stdio: 'pipe' })
  })

  test('both blocks list the changes that zic -b fat lists, the first from −2³¹ on', () => {
    expect(names.length).toBeGreaterThan(590)
    let explicit = 0
    for (const name of names) {
      const [our, their] = [ours, fat].map((at) => read(readFileSync(join(at ?? '', name))))
      expect(our?.early, name).toEqual(withoutRepeatsBeforeTheLast(their?.early))
      if (our?.early[1]?.startsWith('-2147483648 ')) explicit++
      const listed = withoutRepeats(their?.changes)
      expect(withoutRepeats(our?.changes).slice(0, listed.length), name).toEqual(listed)
    }
    expect(explicit).toBeGreaterThan(300)
  })

  test('slim: the first block is empty, the second and the footer say the same', () => {
    for (const name of names) {
      const [our, small] = [ours, slim].map((at) => read(readFileSync(join(at ?? '', name))))
      expect(small?.early, name).toEqual(['initially 0 0 '])
      expect(small?.footer, name).toBe(our?.footer)
      // They leave out what the footer says.
      expect(our?.changes.slice(0, 20), name).toEqual(
        expect.arrayContaining(small?.changes.slice(0, 20) ?? []),
      )
    }
  })

  test.skipIf(dateutil === null)('dateutil, a reader of the first block alone, sees no difference', () => {
    const program = `
import sys, os, datetime, random
from dateutil import tz
ours, theirs = sys.argv[1:]
random, epoch, asked = random.Random(9), datetime.datetime(1970, 1, 1), 0
for name in sys.stdin.read().split():
    clocks = [tz.tzfile(os.path.join(folder, name)) for folder in (ours, theirs)]
    for at in [random.randrange(-2**31 - 10**8, 2**32) for _ in range(${INSTANTS})]:
        one, other = [clock.fromutc((epoch + datetime.timedelta(seconds=at)).replace(tzinfo=clock)) for clock in clocks]
        asked += 1
        if (str(one), one.tzname()) != (str(other), other.tzname()): print(name, at, one, other)
print(asked)`
    const shown = execFileSync(python ?? '', ['-W', 'ignore', '-c', program, ours ?? '', fat ?? ''], {
      input: names.join('\n'),
      encoding: 'utf8',
    })
    expect(Number(shown)).toBeGreaterThan(INSTANTS * 590)
  })

  test('every name has zic’s footer and the changes before it', () => {
    expectAsZic(names, ours ?? '', theirs ?? '')
  })

  test('zdump sees no difference in a sample of the names', () => {
    const some = names.filter((name, index) => index % ONE_IN === 0 || NEGATIVE_SAVE_NAMES.has(name))
    const [our, their] = [dumped(ours ?? '', some), dumped(theirs ?? '', some)]
    expect(their.length).toBeGreaterThan(some.length * 50)
    expect(our.filter((line, index) => line !== their[index])).toEqual([])
    expect(our).toHaveLength(their.length)
  })

  test('the rearguard reading differs only in the flag, and only for names with negative SAVE in the release', () => {
    const some = [...NEGATIVE_SAVE_NAMES, 'Europe/Berlin', 'Africa/Cairo', 'America/Caracas']
    const [our, their] = [rearguard ?? '', theirs ?? ''].map((at) => some.map((name) => dumped(at, [name])))
    const different = some.filter((_, index) => our?.[index]?.join('\n') !== their?.[index]?.join('\n'))
    expect(different).toEqual([...NEGATIVE_SAVE_NAMES])
    for (const index of some.keys()) {
      expect(clocks(their?.[index]).length).toBeGreaterThan(5)
      expect(clocks(our?.[index])).toEqual(clocks(their?.[index]))
    }
  })
})

const full = WITHOUT_ORACLE === null ? tarballFiles('2026c') : null
if (full === null) leftOut("--packrat none against zic's default", WITHOUT_ORACLE ?? WITHOUT_TARBALLS)

test.skipIf(full === null)('without backzone it is zic’s default for the full source', async () => {
  const source = join(TARBALLS, 'tzdata2026c.tar.gz')
  const bytes = readFileSync(source)
  const artifact = openArtifact(inject('embeddedArtifact'))
  const manifest = {
    ...artifact.manifest,
    tz: '2026c',
    sources: [
      {
        name: 'tzdata2026c.tar.gz',
        part: 'tz',
        package: null,
        path: relative(ROOT, source),
        size: bytes.length,
        sha256: hash('sha256', bytes, 'hex'),
      },
    ],
  }
  const [none, byDefault] = ['none', 'default'].map((name) => join(folder, name))
  const options = { rearguard: false, packrat: 'none' } as const
  await writeExport(TZIF, Object.assign(Object.create(artifact), { manifest }), none ?? '', options)
  writeFileSync(`${byDefault}.zi`, ziguardForm(full ?? new Map(), 'main', 'none'))
  execFileSync(findTool('zic') ?? '', ['-d', byDefault ?? '', `${byDefault}.zi`], { stdio: 'pipe' })
  const made = filesIn(byDefault ?? '').toSorted()
  expect(filesIn(none ?? '').toSorted()).toEqual([...TABLES, ...made].toSorted())
  // The compact file compiles to the same zones, with either past.
  for (const packrat of ['none', 'backzone'] as const) {
    const files = full ?? new Map()
    const table = zoneinfoTables(files, packrat).find(({ name }) => name === 'tzdata.zi')
    const [again, expected] = ['again', 'expected'].map((name) => join(folder, `${packrat}-${name}`))
    for (const [at, text] of [
      [again, table?.text ?? ''],
      [expected, ziguardForm(files, 'main', packrat)],
    ] as const) {
      writeFileSync(`${at}.zi`, text)
      execFileSync(findTool('zic') ?? '', ['-d', at ?? '', `${at}.zi`], { stdio: 'pipe' })
    }
    expect(filesIn(again ?? '').toSorted()).toEqual(filesIn(expected ?? '').toSorted())
    for (const name of filesIn(expected ?? ''))
      expect(
        readFileSync(join(again ?? '', name)).equals(readFileSync(join(expected ?? '', name))),
        name,
      ).toBe(true)
  }
  expectAsZic(made, none ?? '', byDefault ?? '')
  // Without backzone, Amsterdam has the past of Brussels.
  expect(read(readFileSync(join(none ?? '', 'Europe/Amsterdam')))).not.toEqual(
    read(readFileSync(join(ours ?? '', 'Europe/Amsterdam'))),
  )
  await expect(writeExport(TZIF, artifact, join(folder, 'compact'), options)).rejects.toThrow(
    /^--packrat none: found tz 2026f as one compact file/,
  )
  artifact.close()
})

test('GNU date reads it', () => {
  const env = { TZDIR: ours, TZ: 'Europe/Dublin', LC_ALL: 'C' }
  const shown = execFileSync('date', ['-d', '@1793750400', '+%F %T %Z %z'], { env, encoding: 'utf8' })
  expect(shown.trim()).toBe('2026-11-04 00:00:00 GMT +0000')
})

test.skipIf(python === null)('Python reads every name and understands the footer', () => {
  const program = `
import zoneinfo, datetime, sys
zoneinfo.reset_tzpath([sys.argv[1]])
for name in sys.stdin.read().split():
    zoneinfo.ZoneInfo(name)
print(datetime.datetime(2400, 7, 1, tzinfo=zoneinfo.ZoneInfo("Europe/Berlin")).strftime("%Z %z"))`
  const shown = execFileSync(python ?? '', ['-c', program, ours ?? ''], {
    input: names.join('\n'),
    encoding: 'utf8',
  })
  expect(shown.trim()).toBe('CEST +0200')
})

test('the tables beside the zones are the release’s own', () => {
  for (const name of ['tzdata.zi', 'zone.tab', 'iso3166.tab'])
    expect(
      readFileSync(join(ours ?? '', name)).equals(readFileSync(join(ROOT, 'pipeline/embedded/2026f', name))),
    ).toBe(true)
  const rows = (name: string): string[] =>
    readFileSync(join(ours ?? '', name), 'utf8')
      .split('\n')
      .filter((line) => !line.startsWith('#'))
  expect(rows('zone1970.tab')).toEqual(rows('zone.tab'))
  expect(rows('leapseconds').filter((line) => line.startsWith('Leap'))).toHaveLength(27)
  // Its lines are in the release's reading.
  expect(filesIn(rearguard ?? '')).not.toContain('tzdata.zi')
  expect(notes).toEqual([expect.stringContaining('tzdata.zi is left out')])
})

test('Go’s archive has every zone, stored as it is', () => {
  const archive = readFileSync(join(ours ?? '', 'zoneinfo.zip'))
  const entries = unzipSync(archive)
  expect(Object.keys(entries)).toEqual(names)
  for (const name of names) expect(archive.includes(readFileSync(join(ours ?? '', name))), name).toBe(true)
})

test('it names its release', () => {
  expect(readFileSync(join(ours ?? '', '+VERSION'), 'utf8')).toBe('2026f\n')
})
