// The named time standards of an artifact: by slug, by code, by name.
import type { Artifact } from '#open/artifact.ts'
import { fold } from '#core/text/fold.ts'
import { offsetSeconds, type OffsetSeconds } from '#core/time/units.ts'

export interface StandardRecord {
  readonly slug: string
  readonly name: string
  readonly code: string | null
  /** The offset that defines it. */
  readonly offset: OffsetSeconds
  readonly isDst: boolean
  readonly continent: string | null
  /** Slug of the twin in the other season; null where it has none. */
  readonly counterpart: string | null
  /** The folded name, by which lists are sorted. */
  readonly sortName: string
  /** What `q` searches, folded. */
  readonly searchText: string
}

export interface Standards {
  /** In code-unit order of the slugs. */
  readonly all: readonly StandardRecord[]
  readonly bySlug: ReadonlyMap<string, StandardRecord>
  /** The standard of an English name; undefined for names of the past, which have no entry. */
  readonly byName: ReadonlyMap<string, StandardRecord>
  /** Those with a code, given in any case. */
  readonly withCode: (code: string) => readonly StandardRecord[]
}

interface StandardRow {
  readonly slug: string
  readonly name: string
  readonly code: string | null
  readonly utc_offset: number
  readonly is_dst: number
  readonly continent: string | null
  readonly counterpart: string | null
}

/** Reads the standards of an artifact. */
export function openStandards({ db }: Artifact): Standards {
  const all = db
    .prepare<[], StandardRow>(
      'SELECT slug, name, code, utc_offset, is_dst, continent, counterpart FROM standard ORDER BY slug',
    )
    .all()
    .map((row) => ({
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
  const byCode = new Map<string, StandardRecord[]>()
  for (const standard of all) {
    const code = standard.code?.toLowerCase()
    if (code !== undefined) byCode.set(code, [...(byCode.get(code) ?? []), standard])
  }
  return {
    all,
    bySlug: new Map(all.map((standard) => [standard.slug, standard])),
    byName: new Map(all.map((standard) => [standard.name, standard])),
    withCode: (code) => byCode.get(code.toLowerCase()) ?? [],
  }
}
