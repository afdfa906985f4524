// The named time standards of an artifact: by slug, by code, by name, and the one that a zone has at an instant.
import { fold, lowerAscii } from '../text/fold.ts'
import { offsetSeconds, type EpochSeconds, type OffsetSeconds } from '../time/units.ts'
import type { LocalTimeType } from '../zone/compiled-zone.ts'
import { groupBy } from '../group-by.ts'
import type { Reference } from './reference-data.ts'
import type { NameInForce, Zone } from './zones.ts'

export interface Standard {
  readonly slug: string
  readonly name: string
  readonly code: string | null
  /** The offset that defines it. */
  readonly offset: OffsetSeconds
  readonly isDst: boolean
  readonly continent: string | null
  /** Slug of the standard for the other season; null if there is none. */
  readonly counterpart: string | null
  /** The folded name. Lists are sorted by it. */
  readonly sortName: string
  /** The folded text that a search looks through. */
  readonly searchText: string
}

export interface Standards {
  /** In code-unit order of the slugs. */
  readonly all: readonly Standard[]
  readonly bySlug: ReadonlyMap<string, Standard>
  /** The standard with an English name. Names of the past have no entry. */
  readonly byName: ReadonlyMap<string, Standard>
  /** The standards with a code, in any case. */
  readonly withCode: (code: string) => readonly Standard[]
}

/** Reads the standards of an artifact. */
export function openStandards(reference: Reference): Standards {
  const all = reference.rows('standard').map((row) => ({
    slug: row.slug,
    name: row.name,
    code: row.code,
    offset: offsetSeconds(row.utc_offset),
    isDst: row.is_dst === 1,
    continent: row.continent,
    counterpart: row.counterpart,
    sortName: fold(row.name),
    searchText: fold(`${row.code ?? ''}\n${row.name}\n${row.slug}`),
  }))
  const byCode = groupBy(all, ({ code }) => code?.toLowerCase())
  return {
    all,
    bySlug: new Map(all.map((standard) => [standard.slug, standard])),
    byName: new Map(all.map((standard) => [standard.name, standard])),
    withCode: (code) => byCode.get(lowerAscii(code)) ?? [],
  }
}

export interface StandardInForce extends NameInForce {
  /** Undefined if the name has no entry, as for standards of the past. */
  readonly standard: Standard | undefined
}

/** The standard in force while a zone has a local time type. */
export function standardInForce(
  zone: Zone,
  type: LocalTimeType,
  at: EpochSeconds,
  standards: Standards,
): StandardInForce {
  // Each field is named: V8 gave each copy made with `...` a shape of its own.
  const { name, abbreviation, from, until } = zone.shown(type, at)
  const standard = name === null ? undefined : standards.byName.get(name)
  return { name, abbreviation, from, until, standard }
}
