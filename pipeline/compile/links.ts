// Zones and Links of a release, with zone.tab → the zones we list, and the names that lead to them.
import type { CompiledZone, SourceLine } from '#core/zone/compiled-zone.ts'
import { faultIn, SourceError } from '../parse/source-error.ts'
import type { LinkLine, TzLines } from '../parse/tz-source.ts'

/** Where a Link leads in the end, and the Link lines that say so, its own first. */
export interface ResolvedLink {
  /** The id of a Zone. */
  readonly target: string
  readonly lines: readonly SourceLine[]
}

/** Every Link name of a release, in code-unit order. A circle, or a target that is nowhere, is thrown as a SourceError. */
export function resolveLinks(lines: TzLines): Map<string, ResolvedLink> {
  const zoneIds = new Set(lines.zones.map((zone) => zone.id))
  const linkByName = new Map(lines.links.map((link) => [link.linkName, link]))
  const resolved = new Map<string, ResolvedLink>()
  for (const link of lines.links.toSorted((a, b) => byCodeUnit(a.linkName, b.linkName))) {
    const chain = [link]
    let target = link.target
    while (!zoneIds.has(target)) {
      const next = linkByName.get(target)
      if (next === undefined)
        throw faultIn(
          link.source,
          'link-missing',
          `Link ${link.linkName}`,
          `TARGET "${target}" is neither a Zone nor a Link`,
        )
      if (chain.includes(next))
        throw faultIn(
          link.source,
          'link-cycle',
          `Link ${link.linkName}`,
          `the Links go in a circle: ${[...chain, next].map((one) => one.linkName).join(' → ')}`,
        )
      chain.push(next)
      target = next.target
    }
    resolved.set(link.linkName, { target, lines: chain.map((one) => one.source) })
  }
  return resolved
}

/** The zones an artifact holds, and every other name for them. */
export interface ZoneSet {
  /** In code-unit order of their ids. */
  readonly zones: readonly PlacedZone[]
  /** Other name → id of a zone in `zones`; in code-unit order of the names. */
  readonly zoneIdByAlias: ReadonlyMap<string, string>
}

export interface PlacedZone {
  readonly zone: CompiledZone
  /** Whether /timezones lists it: the ids of zone.tab, and UTC. */
  readonly isListed: boolean
}

/** The id under which universal time is listed. tzdb keeps it as a Link to Etc/UTC, or the reverse. */
const UTC = 'UTC'
const ETC_UTC = 'Etc/UTC'
/** Universal time under its other name; a zone of its own that UTC does not swallow (decisions §3). */
const ETC_GMT = 'Etc/GMT'

/**
 * Which names are zones and which are aliases. Zones are the ids of zone.tab (under their own id even where tzdb has a Link), UTC, and
 * every Zone outside zone.tab that no other name stands for: Etc/GMT, Etc/GMT±N, Factory. An alias goes along its Link chain,
 * nearest target first, to the first zone there. An id of zone.tab that the release lacks is thrown as a SourceError.
 */
export function placeZones(
  compiled: readonly CompiledZone[],
  lines: TzLines,
  zoneTabIds: readonly string[],
): ZoneSet {
  const compiledById = new Map(compiled.map((zone) => [zone.id, zone]))
  const links = resolveLinks(lines)
  const linkByName = new Map(lines.links.map((link) => [link.linkName, link]))
  const zoneById = new Map<string, PlacedZone>()

  const utcId = compiledById.has(ETC_UTC) || links.has(ETC_UTC) ? ETC_UTC : UTC
  for (const id of zoneTabIds) {
    const zone = zoneUnderId(id, compiledById, links)
    if (zone === null)
      throw new SourceError('link-missing', {
        file: 'zone.tab',
        line: null,
        text: null,
        subject: id,
        problem: 'the release has neither a Zone nor a Link of that name',
      })
    zoneById.set(id, { zone, isListed: true })
  }
  const utc = zoneUnderId(UTC, compiledById, links) ?? zoneUnderId(utcId, compiledById, links)
  // A release cut down for a test may have no universal time: then nothing is invented.
  if (utc !== null) zoneById.set(UTC, { zone: { ...utc, id: UTC }, isListed: true })

  // Which of GMT and Etc/GMT is the Zone has changed over the releases; Etc/GMT is ours in either case.
  const gmt = zoneUnderId(ETC_GMT, compiledById, links)
  if (gmt !== null) zoneById.set(ETC_GMT, { zone: gmt, isListed: false })

  const gmtTarget = links.get(ETC_GMT)?.target
  for (const zone of compiled)
    if (!zoneById.has(zone.id) && zone.id !== ETC_UTC && zone.id !== gmtTarget)
      zoneById.set(zone.id, { zone, isListed: false })

  const names = [...compiledById.keys(), ...links.keys()].filter((name) => !zoneById.has(name))
  const zoneIdByAlias = new Map<string, string>()
  for (const name of names.toSorted(byCodeUnit)) {
    const id = aliasTarget(name, zoneById, linkByName, links)
    if (id !== null) zoneIdByAlias.set(name, id)
  }
  const zones = [...zoneById.values()].toSorted((a, b) => byCodeUnit(a.zone.id, b.zone.id))
  return { zones, zoneIdByAlias }
}

/** A Zone, or a Link's target under the Link's name with the Link lines among its lines; null when there is neither. */
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
  // The Link lines made every interval of this zone, so they stand first in each.
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

function aliasTarget(
  name: string,
  zoneById: ReadonlyMap<string, PlacedZone>,
  linkByName: ReadonlyMap<string, LinkLine>,
  links: ReadonlyMap<string, ResolvedLink>,
): string | null {
  const seen = new Set<string>()
  let current = name
  for (;;) {
    if (zoneById.has(current)) return current
    if (current === ETC_UTC && zoneById.has(UTC)) return UTC
    const link = linkByName.get(current)
    if (link === undefined || seen.has(current)) break
    seen.add(current)
    // `via` is the nearer target; a release may name one there that it does not define.
    const { via } = link
    current = via !== null && (zoneById.has(via) || linkByName.has(via)) && !seen.has(via) ? via : link.target
  }
  // A Zone that is another name for one of ours: GMT where Etc/GMT is the Link.
  for (const id of [ETC_GMT, UTC])
    if (zoneById.has(id) && (links.get(id)?.target === current || current === id)) return id
  return null
}

const byCodeUnit = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
