// The sources of countries, cities, standards and names. Each step takes its part of them.
import type { EpochSeconds } from '#core/time/units.ts'
import type { CompiledZone } from '#core/zone/compiled-zone.ts'
import type { Cldr } from '../parse/cldr.ts'
import type { LanguageNames } from '../parse/cldr-languages.ts'
import type { Subdivision } from '../parse/subdivisions.ts'
import type { ZonePlace } from '../parse/zone-tab.ts'
import type { CityPlace, NamedOnly } from './places.ts'

/** Returns the zones whose boundaries contain a point, in degrees. The zone that /lookup would name first comes first. */
export type ZonesAt = (lat: number, lon: number) => readonly string[]

/** The sources of countries, cities, standards and names in a build. Each step takes the ones that it needs. */
export interface ReferenceSources {
  readonly cldr: Cldr
  /** The rows of iso3166.tab: alpha-2 code → name. */
  readonly isoNames: ReadonlyMap<string, string>
  /** `US.CA` → the name of the first division. */
  readonly divisionNames: ReadonlyMap<string, string>
  readonly languages: readonly LanguageNames[]
  /** First divisions before second ones. */
  readonly subdivisions: readonly Subdivision[]
  /** Other identifier → its zone. */
  readonly zoneIdByAlias: ReadonlyMap<string, string>
  /** The rows of zone.tab, in its order. */
  readonly zonePlaces: readonly ZonePlace[]
  /** Every listed zone, including UTC, in code-unit order. */
  readonly zones: ReadonlyMap<string, CompiledZone>
  /** Whether the tz release has a Zone or Link with that name. */
  readonly isIdentifier: (name: string) => boolean
  readonly cityPlaces: readonly CityPlace[]
  /** Places that are understood by name but are not cities of the service. */
  readonly otherPlaces: readonly NamedOnly[]
  readonly zonesAt: ZonesAt
  /** The date that a build uses as the present. */
  readonly referenceDate: EpochSeconds
}
