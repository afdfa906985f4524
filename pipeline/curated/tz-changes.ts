// Changes of a tz release that the other sources do not know yet. A build that stops prints the row to add here.
// A row that no source needs any more is a fault too, so that no row outlives its reason.

/** Zones of zone.tab without a boundary in the boundary release. Points there get the zone that has the boundary. */
export const WITHOUT_BOUNDARY: readonly { readonly zone: string; readonly why: string }[] = []

/** Identifiers that other sources use and the tz release lacks, even as a Link. `now` is the zone to use instead. */
export const GONE_ZONES: readonly { readonly zone: string; readonly now: string; readonly why: string }[] = []

/** Countries of iso3166.tab that CLDR does not list. */
export const NEW_COUNTRIES: readonly {
  readonly country: string
  readonly alpha3: string
  readonly numeric: string
  readonly name: string
  /** Code of its M49 sub-region. */
  readonly subRegion: string
  readonly population: number | null
  readonly why: string
}[] = []
