// Python's `dst()` over exported zoneinfo, against the SAVE of the source, which zic itself reads: each Rule and Zone line shows its SAVE as letters.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { encodeTzif } from '#core/formats/tzif.ts'
import { clocksOf, compileFiles } from '#pipeline/assemble/release-clocks.ts'
import { leftOut } from '../../support/left-out.ts'
import { findTool, WITHOUT_ORACLE, ziguardForm } from '../../support/oracles/zic-oracle.ts'
import { tarballFiles, WITHOUT_TARBALLS } from '../../support/worlds/tz-releases.ts'

const python = findTool('python3')
const files = tarballFiles('2026c')
const why = WITHOUT_ORACLE ?? (python === null ? 'left out: python3 is not installed' : null)
if (why !== null || files === null) leftOut('dst() of Python', why ?? WITHOUT_TARBALLS)

const folder = mkdtempSync(join(tmpdir(), 'tzref-dst-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** The source with a format `S3600` for each stretch: S, and its SAVE in seconds. */
function showingSaves(source: string): string {
  const seconds = (text: string): string => {
    const [hours = 0, minutes = 0, rest = 0] = text.replace(/^-/, '').split(':').map(Number)
    const saved = (text.startsWith('-') ? -1 : 1) * (hours * 3600 + minutes * 60 + rest)
    return String(saved).padStart(4, '0')
  }
  const formatOf = (rules = ''): string =>
    rules === '-' ? 'S0000' : /^[A-Za-z_]/.test(rules) ? 'S%s' : `S${seconds(rules)}`
  return source
    .split('\n')
    .map((line) => {
      const fields = line.replace(/#.*/, '').trim().split(/\s+/)
      if (fields[0] === '') return ''
      if (fields[0] === 'Link') return fields.join(' ')
      if (fields[0] === 'Rule') return [...fields.slice(0, 9), seconds(fields[8] ?? '')].join(' ')
      const from = fields[0] === 'Zone' ? 2 : 0
      const [offset, rules, , ...until] = fields.slice(from)
      return [...fields.slice(0, from), offset, rules, formatOf(rules), ...until].join(' ')
    })
    .join('\n')
}

/** Prints each stretch from 1900 to 2037 in which dst() is not the SAVE, of ours and of zic's files. */
const PROGRAM = `
import sys, os, json, struct, datetime
from zoneinfo import ZoneInfo
folder = sys.argv[1]
epoch = datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc)
begin, end = [int((datetime.datetime(year, 1, 1, tzinfo=datetime.timezone.utc) - epoch).total_seconds()) for year in (1900, 2038)]
def bytes_of(kind, name):
    with open(os.path.join(folder, kind, name), 'rb') as file: return file.read()
def clock(kind, name):
    with open(os.path.join(folder, kind, name), 'rb') as file: return ZoneInfo.from_file(file)
def changes(kind, name):
    data = bytes_of(kind, name)
    ut, std, leap, times, types, letters = struct.unpack('>6L', data[20:44])
    second = 44 + times * 5 + types * 6 + letters + leap * 8 + std + ut
    times = struct.unpack('>L', data[second + 32:second + 36])[0]
    return struct.unpack('>%dq' % times, data[second + 44:second + 44 + 8 * times])
found, asked = {'ours': [], 'zic': []}, 0
for name in sys.stdin.read().split():
    saves, read = clock('saves', name), {kind: clock(kind, name) for kind in found}
    instants = {begin, end - 1} | {at for kind in ('saves', 'ours', 'zic') for at in changes(kind, name) if begin <= at < end}
    for at in sorted(instants):
        moment = epoch + datetime.timedelta(seconds=at)
        save = int(moment.astimezone(saves).tzname()[1:])
        for kind in found:
            guess = int(moment.astimezone(read[kind]).dst().total_seconds())
            asked += 1
            if guess != save: found[kind].append([name, moment.strftime('%Y-%m-%d'), guess, save])
print(json.dumps({**found, 'asked': asked}))`

type Wrong = readonly [name: string, day: string, guess: number, save: number]

test.skipIf(why !== null || files === null)(
  'dst() is the SAVE of the rearguard form from 1900 to 2037, but where no file can say it',
  { timeout: 300_000 },
  () => {
    const release = clocksOf(compileFiles(files ?? new Map()))
    const names = [...release.zoneIds, ...release.aliases.keys()]
    for (const name of names) {
      const path = join(folder, 'ours', name)
      const zone = release.zone(name)
      mkdirSync(dirname(path), { recursive: true })
      if (zone !== null) writeFileSync(path, encodeTzif(zone, 'rearguard', 'fat'))
    }
    const source = ziguardForm(files ?? new Map(), 'rearguard')
    for (const [name, text] of [
      ['zic', source],
      ['saves', showingSaves(source)],
    ] as const) {
      writeFileSync(join(folder, `${name}.zi`), text)
      const given = ['-b', 'fat', '-d', join(folder, name), join(folder, `${name}.zi`)]
      execFileSync(findTool('zic') ?? '', given, { stdio: 'pipe' })
    }
    const shown = execFileSync(python ?? '', ['-c', PROGRAM, folder], {
      input: names.join('\n'),
      encoding: 'utf8',
      maxBuffer: 1e8,
    })
    const { ours, zic, asked }: { ours: Wrong[]; zic: Wrong[]; asked: number } = JSON.parse(shown)
    expect(names.length).toBeGreaterThan(590)
    expect(asked).toBeGreaterThan(50_000)
    const byZic = new Set(zic.map(([name, day]) => `${name} ${day}`))
    const onlyOurs = ours.filter(([name, day]) => !byZic.has(`${name} ${day}`))
    expect({ zic: zic.length, ours: ours.length, onlyOurs }).toMatchInlineSnapshot(`
      {
        "onlyOurs": [],
        "ours": 94,
        "zic": 212,
      }
    `)
    // Python finds no standard time next to a double summer time, and none of the same standard next to a change of both.
    const listed = ours.filter(([name]) => !release.aliases.has(name)).map((wrong) => wrong.join(' '))
    expect(listed).toMatchInlineSnapshot(`
      [
        "America/Bahia_Banderas 2010-04-04 7200 3600",
        "America/Coyhaique 1927-09-01 2565 3600",
        "America/Indiana/Tell_City 1969-04-27 7200 3600",
        "America/Inuvik 1979-04-29 7200 3600",
        "America/Montevideo 1923-10-01 3600 1800",
        "America/Punta_Arenas 1927-09-01 2565 3600",
        "America/Santiago 1927-09-01 2565 3600",
        "America/Scoresbysund 1981-03-29 7200 3600",
        "Asia/Hong_Kong 1941-09-30 -1800 1800",
        "Asia/Ust-Nera 1981-03-31 10800 3600",
        "Atlantic/Azores 1942-04-26 3600 7200",
        "Atlantic/Azores 1943-04-18 3600 7200",
        "Atlantic/Azores 1944-04-23 3600 7200",
        "Atlantic/Azores 1945-04-22 3600 7200",
        "Atlantic/Madeira 1942-04-25 3600 7200",
        "Atlantic/Madeira 1943-04-17 3600 7200",
        "Atlantic/Madeira 1944-04-22 3600 7200",
        "Atlantic/Madeira 1945-04-21 3600 7200",
        "Europe/Amsterdam 1940-05-15 6000 3600",
        "Europe/Berlin 1945-05-24 3600 7200",
        "Europe/Berlin 1947-05-11 3600 7200",
        "Europe/Gibraltar 1941-05-04 3600 7200",
        "Europe/Gibraltar 1942-04-05 3600 7200",
        "Europe/Gibraltar 1943-04-04 3600 7200",
        "Europe/Gibraltar 1944-04-02 3600 7200",
        "Europe/Gibraltar 1945-04-02 3600 7200",
        "Europe/Gibraltar 1947-04-13 3600 7200",
        "Europe/Guernsey 1945-05-07 3600 7200",
        "Europe/Guernsey 1947-04-13 3600 7200",
        "Europe/Isle_of_Man 1941-05-04 3600 7200",
        "Europe/Isle_of_Man 1942-04-05 3600 7200",
        "Europe/Isle_of_Man 1943-04-04 3600 7200",
        "Europe/Isle_of_Man 1944-04-02 3600 7200",
        "Europe/Isle_of_Man 1945-04-02 3600 7200",
        "Europe/Isle_of_Man 1947-04-13 3600 7200",
        "Europe/Jersey 1945-05-07 3600 7200",
        "Europe/Jersey 1947-04-13 3600 7200",
        "Europe/Kyiv 1941-09-19 -3600 3600",
        "Europe/Lisbon 1942-04-25 3600 7200",
        "Europe/Lisbon 1943-04-17 3600 7200",
        "Europe/Lisbon 1944-04-22 3600 7200",
        "Europe/Lisbon 1945-04-21 3600 7200",
        "Europe/London 1941-05-04 3600 7200",
        "Europe/London 1942-04-05 3600 7200",
        "Europe/London 1943-04-04 3600 7200",
        "Europe/London 1944-04-02 3600 7200",
        "Europe/London 1945-04-02 3600 7200",
        "Europe/London 1947-04-13 3600 7200",
        "Europe/Madrid 1938-04-30 3600 7200",
        "Europe/Minsk 1941-06-27 -3600 3600",
        "Europe/Monaco 1941-05-04 3600 7200",
        "Europe/Monaco 1942-03-08 3600 7200",
        "Europe/Monaco 1943-03-29 3600 7200",
        "Europe/Monaco 1944-04-03 3600 7200",
        "Europe/Monaco 1945-04-02 3600 7200",
        "Europe/Moscow 1921-03-20 3600 7200",
        "Europe/Paris 1944-08-24 3600 7200",
        "Europe/Paris 1945-04-02 3600 7200",
        "Europe/Riga 1941-06-30 -3600 3600",
        "Europe/Simferopol 1941-10-31 -3600 3600",
        "Europe/Vilnius 1941-06-23 -3600 3600",
        "Pacific/Rarotonga 1978-11-12 3600 1800",
      ]
    `)
  },
)

test.skipIf(python === null || files === null)('Amsterdam’s summer is one hour, in both readings', () => {
  const zone = clocksOf(compileFiles(files ?? new Map())).zone('Europe/Amsterdam')
  for (const reading of ['release', 'rearguard'] as const) {
    if (zone !== null) writeFileSync(join(folder, reading), encodeTzif(zone, reading, 'fat'))
    const program = `
import sys, datetime
from zoneinfo import ZoneInfo
with open(sys.argv[1], 'rb') as file: print(datetime.datetime(2026, 7, 1, tzinfo=ZoneInfo.from_file(file)).dst())`
    const shown = execFileSync(python ?? '', ['-c', program, join(folder, reading)], { encoding: 'utf8' })
    expect(shown.trim()).toBe('1:00:00')
  }
})
