// The Links of a release, followed to the Zone that each leads to.
import { byCodeUnit } from '#core/text/by-code-unit.ts'
import type { SourceLine } from '#core/zone/compiled-zone.ts'
import { faultIn, quoted } from '../source-error.ts'
import type { TzLines } from './tz-records.ts'

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
          `TARGET ${quoted(target)} is neither a Zone nor a Link`,
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
