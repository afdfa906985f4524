// Says what became of identifiers between two releases, in words for people who know nothing of Zones and Links.
import type { TableDiff } from './table-changes.ts'

/** A name that is not a zone's own, and the zone that it leads to. */
interface Alias {
  readonly name: string
  readonly timezone: string
}

/** What came, went or changed among the identifiers of two releases. */
export interface IdentifierChanges {
  readonly addedZones: readonly string[]
  readonly removedZones: readonly string[]
  readonly addedAliases: readonly Alias[]
  readonly removedAliases: readonly Alias[]
  readonly movedAliases: readonly { readonly name: string; readonly was: string; readonly is: string }[]
  /** Zones of which tables say another thing. */
  readonly changedZones: TableDiff['changed']
}

/** `zones`: a sentence for each zone that came, went, or was renamed. `names`: one for each other name that came, went, or leads elsewhere. */
interface IdentifierWords {
  readonly zones: readonly string[]
  readonly names: readonly string[]
}

/** Returns the sentences about changed identifiers. A rename is one sentence, though it is a removed zone, a new zone and a new link. */
export function identifierWords(changes: IdentifierChanges): IdentifierWords {
  const { addedZones, removedZones, addedAliases, removedAliases, movedAliases } = changes
  const leadsTo = new Map(addedAliases.map(({ name, timezone }) => [name, timezone]))
  const [added, removed] = [new Set(addedZones), new Set(removedZones)]
  const renamed = new Map(
    removedZones.flatMap((zone) => {
      const now = leadsTo.get(zone)
      return now !== undefined && added.has(now) ? [[zone, now]] : []
    }),
  )
  const formerOf = new Map([...renamed].map(([was, now]) => [now, was]))
  const wasNameOf = new Map(removedAliases.map(({ name, timezone }) => [name, timezone]))
  const zones = [
    ...addedZones.flatMap((zone) => {
      if (formerOf.has(zone)) return []
      const of = wasNameOf.get(zone)
      return [
        of === undefined
          ? `${zone} is new, with a clock of its own.`
          : `${zone}, until now another name of ${of}, has a clock of its own.`,
      ]
    }),
    ...removedZones.map((zone) => {
      const now = leadsTo.get(zone)
      if (now === undefined) return `${zone} is gone: nothing is found by that name.`
      return renamed.has(zone)
        ? `${zone} is now called ${now}. The former name still works.`
        : `${zone} is now another name of ${now}, and shows its clock.`
    }),
  ]
  const names = [
    ...addedAliases
      .filter(({ name }) => !removed.has(name))
      .map(({ name, timezone }) => `${name} is new: another name of ${timezone}.`),
    ...removedAliases
      .filter(({ name }) => !added.has(name))
      .map(({ name, timezone }) => `${name}, another name of ${timezone}, is gone: nothing is found by it.`),
    ...movedAliases
      .filter(({ was, is }) => renamed.get(was) !== is)
      .map(({ name, was, is }) => `${name} is now another name of ${is}, not of ${was}.`),
  ]
  return { zones, names }
}
