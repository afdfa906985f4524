// The named time standards of an artifact: by slug, by code, by name, and the one that a zone has at an instant.
import { fold } from '#core/text/fold.ts'
import { offsetSeconds, type EpochSeconds } from '#core/time/units.ts'
import type { LocalTimeType } from '#core/zone/compiled-zone.ts'
import { groupBy } from '#core/group-by.ts'
import type { Row } from '#schemas/reference-tables.ts'
import type { Reference } from './reference.ts'
import type { Zone } from './zones.ts'

export type Standard = Readonly<ReturnType<typeof standardOf>>

const standardOf = (row: Row<'standard'>) => ({
  slug: row.slug,
  name: row.name,
  code: row.code,
  /** The offset that defines it. */
  offset: offsetSeconds(row.utc_offset),
  isDst: row.is_dst === 1,
  continent: row.continent,
  /** Slug of the standard for the other season; null if there is none. */
  counterpart: row.counterpart,
  /** The folded name. Lists are sorted by it. */
  sortName: fold(row.name),
  /** The folded text that a search looks through. */
  searchText: fold(`${row.code ?? ''}\n${row.name}\n${row.slug}`),
})

export type Standards = Readonly<ReturnType<typeof openStandards>>

/** Reads the standards of an artifact. */
export function openStandards(reference: Reference) {
  const all: readonly Standard[] = reference.rows('standard').map(standardOf)
  const byCode = groupBy(all, ({ code }) => code?.toLowerCase())
  return {
    /** In code-unit order of the slugs. */
    all,
    bySlug: new Map(all.map((standard) => [standard.slug, standard])),
    /** The standard with an English name. Names of the past have no entry. */
    byName: new Map(all.map((standard) => [standard.name, standard])),
    /** The standards with a code, in any case. */
    withCode: (code: string): readonly Standard[] => byCode.get(code.toLowerCase()) ?? [],
  }
}

export type StandardInForce = Readonly<ReturnType<typeof standardInForce>>

/** The standard in force while a zone has a local time type. `standard` is undefined if the name has no entry, as for those of the past. */
export function standardInForce(zone: Zone, type: LocalTimeType, at: EpochSeconds, standards: Standards) {
  const shown = zone.shown(type, at)
  return { ...shown, standard: shown.name === null ? undefined : standards.byName.get(shown.name) }
}
