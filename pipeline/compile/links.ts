// Combines the Zones and Links of a release with zone.tab: the zones that an artifact has, and the other names that lead to them.
import { byCodeUnit } from '#core/text/by-code-unit.ts'
import type { CompiledZone } from '#core/zone/compiled-zone.ts'
import { faultInFile } from '../source-error.ts'
import { resolveLinks, type ResolvedLink } from '../parse/tz-links.ts'
import type { TzLines } from '../parse/tz-records.ts'

/** The zones that an artifact holds, and every other name for them. */
export interface ZoneSet {
  /** In code-unit order of their ids. */
  readonly zones: readonly PlacedZone[]
  /** Other name → id of a zone in `zones`; in code-unit order of the names. */
  readonly zoneIdByAlias: ReadonlyMap<string, string>
}

export interface PlacedZone {
  readonly zone: CompiledZone
  /** Whether /timezones lists it: true for the ids of zone.tab and for UTC. */
  readonly isListed: boolean
}

/** Zones whose name we choose ourselves. The name that tz releases use for these Zones has changed over the years. */
const OWN_NAMES = [
  // Etc/UTC is an alias of UTC here. /timezones lists UTC beside the ids of zone.tab.
  { id: 'UTC', otherwise: 'Etc/UTC', isListed: true },
  // Not merged into UTC, because its abbreviation is GMT.
  { id: 'Etc/GMT', otherwise: 'GMT', isListed: false },
] as const

/**
 * Decides which names are zones and which are aliases. Zones are the ids of zone.tab (under their own id even where tzdb has a Link),
 * UTC, and every other Zone of the release, unlisted: Etc/GMT, Etc/GMT±N, Factory. An alias follows its Link chain, nearest target first,
 * to the first zone. Throws a SourceError for an id of zone.tab that the release lacks.
 */
export function placeZones(
  compiled: readonly CompiledZone[],
  lines: TzLines,
  zoneTabIds: readonly string[],
): ZoneSet {
  const compiledById = new Map(compiled.map((zone) => [zone.id, zone]))
  const links = resolveLinks(lines)
  const zoneById = new Map<string, PlacedZone>()
  for (const id of zoneTabIds) {
    const zone = zoneUnderId(id, compiledById, links)
    if (zone === null)
      throw faultInFile(
        'link-missing',
        'zone.tab',
        'the release has neither a Zone nor a Link of that name',
        { subject: id },
      )
    zoneById.set(id, { zone, isListed: true })
  }

  const ownNameByZone = new Map<string, string>()
  for (const { id, otherwise, isListed } of OWN_NAMES) {
    const zone = zoneUnderId(id, compiledById, links) ?? zoneUnderId(otherwise, compiledById, links)
    // A release that is cut down for a test may lack it. Then nothing is added.
    if (zone === null || zoneById.has(id)) continue
    zoneById.set(id, { zone: { ...zone, id }, isListed })
    const target = links.get(id)?.target ?? links.get(otherwise)?.target ?? otherwise
    if (target !== id && !zoneById.has(target)) ownNameByZone.set(target, id)
  }
  for (const zone of compiled)
    if (!zoneById.has(zone.id) && !ownNameByZone.has(zone.id))
      zoneById.set(zone.id, { zone, isListed: false })

  const linkByName = new Map(lines.links.map((link) => [link.linkName, link]))
  const nextOf = (name: string): string | null => {
    const link = linkByName.get(name)
    if (link === undefined) return ownNameByZone.get(name) ?? null
    // A release may name a nearer target that it does not define.
    const hasVia = link.via !== null && (compiledById.has(link.via) || linkByName.has(link.via))
    return hasVia ? link.via : link.target
  }
  const zoneIdByAlias = new Map<string, string>()
  for (const name of [...compiledById.keys(), ...links.keys()].toSorted(byCodeUnit)) {
    if (zoneById.has(name)) continue
    // Nearer targets are comments, and comments may form a circle. The Links themselves do not.
    const end = links.get(name)?.target ?? name
    const id = firstZone(name, zoneById, nextOf) ?? ownNameByZone.get(end) ?? end
    zoneIdByAlias.set(name, id)
  }
  const zones = [...zoneById.values()].toSorted((a, b) => byCodeUnit(a.zone.id, b.zone.id))
  return { zones, zoneIdByAlias }
}

/** Returns the first zone on the chain that begins with a name. Null when the chain reaches no zone or is a circle. */
function firstZone(
  name: string,
  zoneById: ReadonlyMap<string, PlacedZone>,
  nextOf: (name: string) => string | null,
): string | null {
  const seen = new Set<string>()
  for (let current: string | null = name; current !== null && !seen.has(current); current = nextOf(current)) {
    if (zoneById.has(current)) return current
    seen.add(current)
  }
  return null
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
  const count = link.lines.length
  const linkIndexes = link.lines.map((_, index) => index)
  const moved = (indexes: readonly number[]): number[] => [
    ...linkIndexes,
    ...indexes.map((index) => index + count),
  ]
  const { footer } = target
  return {
    ...target,
    id,
    lines: [...link.lines, ...target.lines],
    linesOf: target.linesOf.map(moved),
    footer:
      footer.kind === 'yearly'
        ? {
            ...footer,
            toStandard: { ...footer.toStandard, lines: moved(footer.toStandard.lines) },
            toDaylight: { ...footer.toDaylight, lines: moved(footer.toDaylight.lines) },
          }
        : footer,
  }
}
