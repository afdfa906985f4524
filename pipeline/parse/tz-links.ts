// Follows the Links of a release to the Zone that each leads to.
import { byCodeUnit } from '#core/text/by-code-unit.ts'
import type { SourceLine } from '#core/zone/compiled-zone.ts'
import { faultsIn, quoted } from '../source-error.ts'
import type { TzLines } from './tz-records.ts'

/** The end of a Link's chain, and the Link lines on the way, its own first. */
export interface ResolvedLink {
  /** The id of a Zone. */
  readonly target: string
  readonly lines: readonly SourceLine[]
}

/** Returns every Link name of a release, in code-unit order. Throws a SourceError for a circle, or for a target that does not exist. */
export function resolveLinks(lines: TzLines): Map<string, ResolvedLink> {
  const zoneIds = new Set(lines.zones.map((zone) => zone.id))
  const linkByName = new Map(lines.links.map((link) => [link.linkName, link]))
  const resolved = new Map<string, ResolvedLink>()
  for (const link of lines.links.toSorted((a, b) => byCodeUnit(a.linkName, b.linkName))) {
    const chain = [link]
    const fault = faultsIn(link.source, `Link ${link.linkName}`)
    let target = link.target
    while (!zoneIds.has(target)) {
      const next = linkByName.get(target)
      if (next === undefined)
        throw fault('link-missing', `TARGET ${quoted(target)} is neither a Zone nor a Link`)
      if (chain.includes(next))
        throw fault(
          'link-cycle',
          `the Links form a circle: ${[...chain, next].map((one) => one.linkName).join(' → ')}`,
        )
      chain.push(next)
      target = next.target
    }
    resolved.set(link.linkName, { target, lines: chain.map((one) => one.source) })
  }
  return resolved
}
