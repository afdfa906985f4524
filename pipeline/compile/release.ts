// Compiles a tz release with zone.tab: which names are zones, which zones are listed, their places, and the other names that lead to them.
import { byText } from '#core/order.ts'
import { byCodeUnit } from '#core/text/by-code-unit.ts'
import type { CompiledZone, YearlyChange } from '#core/zone/compiled-zone.ts'
import { resolveLinks, type ResolvedLink } from '../parse/tz-source.ts'
import type { TzRelease } from '../parse/tz-release.ts'
import { faultInFile } from '../source-error.ts'
import { compileZones } from './zones.ts'

/** A zone as the artifact holds it: its clock, and its row of zone.tab. */
export interface ZoneEntry {
  readonly compiled: CompiledZone
  /** Whether /timezones lists it. */
  readonly isListed: boolean
  /** ISO 3166-1 alpha-2; null where zone.tab has none. */
  readonly country: string | null
  /** Degrees, north positive; null where zone.tab has none. */
  readonly lat: number | null
  /** Degrees, east positive; null where zone.tab has none. */
  readonly lon: number | null
}

/** A compiled release. */
export type ReferenceTables = ReturnType<typeof compileRelease>

/** Zones whose name we choose ourselves. The name that tz releases use for these Zones has changed over the years. */
const OWN_NAMES = [
  // Etc/UTC is an alias of UTC here. /timezones lists UTC next to the ids of zone.tab.
  { id: 'UTC', otherwise: 'Etc/UTC', isListed: true },
  // Not merged into UTC, because its abbreviation is GMT.
  { id: 'Etc/GMT', otherwise: 'GMT', isListed: false },
] as const

/**
 * Compiles a release and decides which names are zones and which are aliases. Zones are the ids of zone.tab (under their own id even where
 * tzdb has a Link), UTC, and every other Zone of the release, unlisted: Etc/GMT, Etc/GMT±N, Factory. An alias follows its Link chain, nearest
 * target first, to the first zone. Throws a SourceError for an id of zone.tab that the release lacks.
 */
export function compileRelease({ lines, zoneTab }: Pick<TzRelease, 'lines' | 'zoneTab'>) {
  const compiledById = new Map(compileZones(lines).map((zone) => [zone.id, zone]))
  const links = resolveLinks(lines)
  const zoneById = new Map<string, ZoneEntry>()
  for (const { id, country, lat, lon } of zoneTab) {
    const compiled = zoneUnderId(id, compiledById, links)
    const problem = 'the release has neither a Zone nor a Link of that name'
    if (compiled === null) throw faultInFile('link-missing', 'zone.tab', problem, { subject: id })
    zoneById.set(id, { compiled, isListed: true, country, lat, lon })
  }

  const noPlace = { country: null, lat: null, lon: null }
  const ownNameByZone = new Map<string, string>()
  for (const { id, otherwise, isListed } of OWN_NAMES) {
    const zone = zoneUnderId(id, compiledById, links) ?? zoneUnderId(otherwise, compiledById, links)
    // A release that is cut down for a test may lack it. Then nothing is added.
    if (zone === null || zoneById.has(id)) continue
    zoneById.set(id, { compiled: { ...zone, id }, isListed, ...noPlace })
    const target = links.get(id)?.target ?? links.get(otherwise)?.target ?? otherwise
    if (target !== id && !zoneById.has(target)) ownNameByZone.set(target, id)
  }
  for (const [id, compiled] of compiledById)
    if (!zoneById.has(id) && !ownNameByZone.has(id))
      zoneById.set(id, { compiled, isListed: false, ...noPlace })

  const linkByName = new Map(lines.links.map((link) => [link.linkName, link]))
  const nextOf = (name: string): string | undefined => {
    const link = linkByName.get(name)
    if (link === undefined) return ownNameByZone.get(name)
    // A release may name a nearer target that it does not define.
    const hasVia = link.via !== null && (compiledById.has(link.via) || linkByName.has(link.via))
    return hasVia ? link.via : link.target
  }
  const zoneIdByAlias = new Map<string, string>()
  for (const name of [...compiledById.keys(), ...links.keys()].toSorted(byCodeUnit)) {
    if (zoneById.has(name)) continue
    // Nearer targets are comments, and comments may form a circle. The Links themselves do not.
    const chain = new Set<string>()
    for (let at: string | undefined = name; at !== undefined && !chain.has(at); at = nextOf(at)) chain.add(at)
    const end = links.get(name)?.target ?? name
    const id = [...chain].find((one) => zoneById.has(one)) ?? ownNameByZone.get(end) ?? end
    zoneIdByAlias.set(name, id)
  }
  const aliasLinks = lines.links.filter(({ linkName }) => zoneIdByAlias.has(linkName))
  return {
    /** In code-unit order of the identifiers. */
    zones: [...zoneById.values()].toSorted(byText(({ compiled }) => compiled.id)),
    /** Other name → the identifier of its zone, in code-unit order of the names. */
    zoneIdByAlias,
    /** Other name → its Link line. Absent for a name that is a Zone of the release. */
    linkLineByAlias: new Map(aliasLinks.map(({ linkName, source }) => [linkName, source])),
  }
}

/**
 * Returns a Zone under its id, or a Link's target under the Link's name, with the Link lines added to its lines. Null when the release
 * has neither.
 */
export function zoneUnderId(
  id: string,
  compiledById: ReadonlyMap<string, CompiledZone>,
  links: ReadonlyMap<string, ResolvedLink>,
): CompiledZone | null {
  const own = compiledById.get(id)
  if (own !== undefined) return own
  const link = links.get(id)
  const target = link === undefined ? undefined : compiledById.get(link.target)
  if (link === undefined || target === undefined) return null
  // The Link lines apply to every interval of this zone, so they come first in each.
  const moved = (indexes: readonly number[]): number[] => [
    ...link.lines.keys(),
    ...indexes.map((index) => index + link.lines.length),
  ]
  const withLink = (change: YearlyChange): YearlyChange => ({ ...change, lines: moved(change.lines) })
  let { footer } = target
  if (footer.kind === 'yearly') {
    const { toStandard, toDaylight } = footer
    footer = { kind: 'yearly', toStandard: withLink(toStandard), toDaylight: withLink(toDaylight) }
  }
  const lines = [...link.lines, ...target.lines]
  return { ...target, id, lines, linesOf: target.linesOf.map(moved), footer }
}
