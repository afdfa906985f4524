// Every name of a release: our dump from 1800 to 2400 compared with that of zic and zdump → the differences.
import { epochSeconds } from '#core/time/units.ts'
import type { CompiledZone } from '#core/zone/compiled-zone.ts'
import { zoneUnderId } from '#pipeline/compile/release.ts'
import { resolveLinks } from '#pipeline/parse/tz-source.ts'
import { compileZones } from '#pipeline/compile/zones.ts'
import { readTzRelease, type TzRelease } from '#pipeline/parse/tz-release.ts'
import { visibleChanges, type VisibleChange } from '#core/zone/visible-changes.ts'
import { oracleOf, ziguardForm } from './zic-oracle.ts'

const BEGIN = epochSeconds(Date.UTC(1800, 0, 1) / 1000)
const END = epochSeconds(Date.UTC(2400, 0, 1) / 1000)

/** One difference: release, zone, instant, and what each side shows from then on. */
export interface Difference {
  readonly key: string
  readonly message: string
}

export interface Compiled {
  readonly release: TzRelease
  /** All names of Zones and Links, each with its zone. */
  readonly zoneByName: ReadonlyMap<string, CompiledZone>
}

export function compileRelease(files: ReadonlyMap<string, string>): Compiled {
  const release = readTzRelease(files)
  const compiled = new Map(compileZones(release.lines).map((zone) => [zone.id, zone]))
  const links = resolveLinks(release.lines)
  const zoneByName = new Map<string, CompiledZone>()
  for (const name of [...compiled.keys(), ...links.keys()]) {
    const zone = zoneUnderId(name, compiled, links)
    if (zone !== null) zoneByName.set(name, zone)
  }
  return { release, zoneByName }
}

/** The input of zic: a release's main or rearguard form, or a compact release's own text. */
export type Form = 'main' | 'rearguard' | 'own'

/** The part of a local time type that is compared. */
type Facet = 'offset' | 'flag'

/**
 * A full release. Offset and abbreviation are compared with the main form. Offset, abbreviation and is_dst are compared with the rearguard
 * form. The release's own ziguard.awk makes both forms.
 */
export async function fullReleaseDifferences(
  files: ReadonlyMap<string, string>,
  { release, zoneByName }: Compiled,
  names: readonly string[],
): Promise<Difference[]> {
  const differences: Difference[] = []
  for (const [form, facet] of [
    ['main', 'offset'],
    ['rearguard', 'flag'],
  ] as const) {
    const oracle = oracleOf(ziguardForm(files, form))
    try {
      const theirs = await oracle.changesOf(names)
      for (const name of names)
        differences.push(...compare(release.release, form, facet, name, zoneByName, theirs))
    } finally {
      oracle.remove()
    }
  }
  return differences
}

/**
 * The compact release compared with its own zic output. It has no rearguard form. So for zones with negative SAVE, the flag is compared
 * with `negativeSaveOracle`, if it is available: the rearguard form of an older release in which these zones are the same.
 */
export async function compactReleaseDifferences(
  source: string,
  { release, zoneByName }: Compiled,
  names: readonly string[],
  negativeSaveOracle: string | null,
): Promise<Difference[]> {
  const turned = names.filter((name) => NEGATIVE_SAVE_NAMES.has(name))
  const plain = names.filter((name) => !NEGATIVE_SAVE_NAMES.has(name))
  const differences: Difference[] = []
  const own = oracleOf(source)
  try {
    const theirs = await own.changesOf(names)
    for (const name of plain)
      differences.push(...compare(release.release, 'own', 'flag', name, zoneByName, theirs))
    for (const name of turned)
      differences.push(...compare(release.release, 'own', 'offset', name, zoneByName, theirs))
  } finally {
    own.remove()
  }
  if (negativeSaveOracle === null) return differences
  const rearguard = oracleOf(negativeSaveOracle)
  try {
    const theirs = await rearguard.changesOf(turned)
    for (const name of turned)
      differences.push(...compare(release.release, 'rearguard', 'flag', name, zoneByName, theirs))
  } finally {
    rearguard.remove()
  }
  return differences
}

/** The five zones with negative SAVE in tzdb, and the Links to them. */
export const NEGATIVE_SAVE_NAMES: ReadonlySet<string> = new Set([
  'Africa/Casablanca',
  'Africa/El_Aaiun',
  'Africa/Windhoek',
  'Eire',
  'Europe/Bratislava',
  'Europe/Dublin',
  'Europe/Prague',
])

function compare(
  release: string,
  form: Form,
  facet: Facet,
  name: string,
  zoneByName: ReadonlyMap<string, CompiledZone>,
  theirsByName: ReadonlyMap<string, readonly VisibleChange[]>,
): Difference[] {
  const zone = zoneByName.get(name)
  const theirs = theirsByName.get(name)
  if (zone === undefined || theirs === undefined)
    return [{ key: `${release} ${form} ${name}`, message: 'one side does not know the name' }]
  const ours = shownBy(comparedChanges(zone), facet)
  const expected = shownBy(theirs, facet)
  const at = [...new Set([...ours.keys(), ...expected.keys()])].filter(
    (instant) => ours.get(instant) !== expected.get(instant),
  )
  return at.map((instant) => ({
    key: `${release} ${form} ${name} ${instant}`,
    message: `tzref ${ours.get(instant) ?? 'no change'}, zic ${expected.get(instant) ?? 'no change'}`,
  }))
}

/** The changes of a zone in the compared years. */
export const comparedChanges = (zone: CompiledZone): VisibleChange[] => visibleChanges(zone, BEGIN, END)

/** Instant → offset and abbreviation from then on. */
export const shownOffsets = (changes: readonly VisibleChange[]): Map<string, string> =>
  shownBy(changes, 'offset')

/** Instant → what is shown from then on. Leaves out changes that this facet does not show. */
function shownBy(changes: readonly VisibleChange[], facet: Facet): Map<string, string> {
  const shown = new Map<string, string>()
  let last = ''
  for (const { at, offset, isDst, abbreviation } of changes) {
    const text = `${offset} ${abbreviation}${facet === 'flag' ? ` isdst=${isDst ? 1 : 0}` : ''}`
    if (text === last) continue
    last = text
    shown.set(at === null ? 'initially' : new Date(at * 1000).toISOString().replace('.000Z', 'Z'), text)
  }
  return shown
}

/**
 * Differences that `expected` does not have, and lines of `expected` that did not occur, although their names and forms were compared. A
 * line is a difference's key, then `#` and the reason.
 */
export function surprises(
  differences: readonly Difference[],
  expected: string,
  release: string,
  names: readonly string[],
  forms: readonly Form[],
): string[] {
  const reasonByKey = new Map<string, string>()
  for (const line of expected.split('\n')) {
    const [key = '', reason = ''] = line.split('#').map((part) => part.trim())
    if (key !== '') reasonByKey.set(key, reason)
  }
  const compared = new Set(names)
  const occurred = new Set(differences.map(({ key }) => key))
  return [
    ...differences.filter(({ key }) => !reasonByKey.has(key)).map(({ key, message }) => `${key}: ${message}`),
    ...[...reasonByKey]
      .filter(([key, reason]) => {
        const [ofRelease, form, name = ''] = key.split(' ')
        if (reason === '') return true
        return (
          ofRelease === release &&
          forms.some((one) => one === form) &&
          compared.has(name) &&
          !occurred.has(key)
        )
      })
      .map(([key, reason]) =>
        reason === ''
          ? `${key}: expected-differences.txt gives no reason`
          : `${key}: listed in expected-differences.txt, but no difference any more`,
      ),
  ]
}
