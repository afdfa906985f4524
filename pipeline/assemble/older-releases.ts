// The clocks of tz releases whose sources are not available: the next newer release, with the lines that were others by the data of npm `tzdata`.
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { CommandError } from '#open/program/command-error.ts'
import { expectFile } from '#open/program/file-kind.ts'
import type { DatedClocks } from '#core/artifact/history.ts'
import { groupBy } from '#core/group-by.ts'
import { readNpmTzdata, type NamedLines, type NamedZone } from '../parse/npm-tzdata.ts'
import type { TzLines, ZoneRecord } from '../parse/tz-records.ts'
import { readTzRelease } from '../parse/tz-release.ts'
import { checkNames, readTzLines } from '../parse/tz-source.ts'
import { compiledClocks, dayOfOlder, sourcesAt } from './release-clocks.ts'

/** The lines of a release, and what the data says of it. */
interface Known {
  readonly lines: TzLines
  readonly data: NamedLines
}

const EXPECTED =
  'expected the sources of a tz release, its data file of npm tzdata (2026b.json), then those of older releases, the newest first; "2022b=2022c" for a release with the clocks of the one before it in the list'

/**
 * Returns the clocks of releases older than one whose sources are available. Throws a CommandError for another order, or for files that are
 * none of these.
 */
export function olderReleases([source, ...rest]: readonly string[]): DatedClocks[] {
  if (source === undefined) throw new CommandError(EXPECTED, 2)
  const files = sourcesAt(source, '')
  const newest = readTzRelease(files)
  const named = rest.map((one) => ({ one, release: basename(one).replace(/(?:\.json|=.*)$/, '') }))
  const data = new Map(
    named.filter(({ one }) => one.endsWith('.json')).map(({ one, release }) => [release, dataAt(one)]),
  )
  const [first, ...older] = named
  const newestData = data.get(newest.release)
  if (first?.release !== newest.release || newestData === undefined)
    throw new CommandError(`${first?.one ?? source}: ${EXPECTED}`, 2)
  const all = [...data.values()]
  let known: Known = { lines: newest.lines, data: newestData }
  let clocks: DatedClocks = compiledClocks(newest)
  return older.map(({ one, release }) => {
    const own = data.get(release)
    if (release >= clocks.release || (own === undefined && !one.endsWith(`=${clocks.release}`)))
      throw new CommandError(`${one}: ${EXPECTED}`, 2)
    if (own !== undefined) {
      known = { lines: linesBefore(known, own, all.slice(all.indexOf(own) + 1)), data: own }
      const names = new Set([
        ...known.lines.zones.map(({ id }) => id),
        ...known.lines.links.map((link) => link.linkName),
      ])
      clocks = compiledClocks({
        release,
        lines: known.lines,
        zoneTab: newest.zoneTab.filter(({ id }) => names.has(id)),
      })
    }
    clocks = { ...clocks, release, releasedOn: dayOfOlder(release, files) }
    return clocks
  })
}

function dataAt(path: string): NamedLines {
  expectFile(path, 'a data file of npm tzdata')
  return readNpmTzdata(path, readFileSync(path))
}

/**
 * The lines of a release, from those of the next newer one: each name of which the data of the two says something else is as in `own`.
 * Names that the data does not have, as only backzone does, stay. `before` is the data of still older releases, the newest first.
 */
export function linesBefore(newer: Known, own: NamedLines, before: readonly NamedLines[]): TzLines {
  const rules = groupBy(newer.lines.rules, ({ name }) => name)
  for (const name of namesIn(own.rules, newer.data.rules)) {
    const [text, next] = [own.rules.get(name), newer.data.rules.get(name)]
    // A set that newer data no longer has went to backzone, if it is still there.
    if (text === next || (next === undefined && rules.has(name))) continue
    rules.delete(name)
    for (const [of, lines] of groupBy(recordsIn(text).rules, (rule) => rule.name)) rules.set(of, lines)
  }
  const zones = new Map(newer.lines.zones.map((zone) => [zone.id, zone]))
  const links = new Map(newer.lines.links.map((link) => [link.linkName, link]))
  for (const name of namesIn(own.zones, newer.data.zones)) {
    const [is, next] = [own.zones.get(name), newer.data.zones.get(name)]
    const record = zones.get(name)
    // A Zone that became a Link went to backzone with its lines, if it is still there.
    const isInBackzone = isZone(is) && next !== undefined && !isZone(next) && record !== undefined
    if (is?.text === next?.text || isInBackzone) continue
    // A Link that became a Zone may have been a Zone of backzone, with the lines of a still older release.
    const earlier = isZone(next) ? before.map((data) => data.zones.get(name)).find(isZone) : undefined
    const taken = is === undefined || isZone(is) ? is : (earlier ?? is)
    zones.delete(name)
    links.delete(name)
    const found = recordsIn(taken?.text)
    for (const zone of found.zones) zones.set(name, withExactUntils(zone, taken, record, next))
    for (const link of found.links) links.set(name, link)
  }
  const lines = { rules: [...rules.values()].flat(), zones: [...zones.values()], links: [...links.values()] }
  checkNames(lines)
  return lines
}

const namesIn = (...maps: readonly ReadonlyMap<string, unknown>[]): Set<string> =>
  new Set(maps.flatMap((map) => [...map.keys()]))

const isZone = (named: NamedZone | undefined): boolean => named !== undefined && named.untils !== null

const recordsIn = (text = ''): TzLines => readTzLines([{ name: 'npm tzdata', text }], null)

/** The Zone, with each UNTIL that the data has for the next newer release too as it is in the lines of that one. */
function withExactUntils(
  zone: ZoneRecord,
  own: NamedZone | undefined,
  record: ZoneRecord | undefined,
  next: NamedZone | undefined,
): ZoneRecord {
  if (record?.lines.length !== next?.untils?.length) return zone
  const lines = zone.lines.map((line, index) => {
    const same = next?.untils?.indexOf(own?.untils?.[index]) ?? -1
    return { ...line, until: record?.lines[same]?.until ?? line.until }
  })
  return { ...zone, lines }
}
