// What a tz release has changed before the other sources know of it. A build that stops says which row to add here, ready to paste;
// a row that no source needs any more is a fault too, so that none outlives its reason.

/** Zones of zone.tab for which the boundary release has no boundary: points there are answered with the zone that has the boundary. */
export const WITHOUT_BOUNDARY: readonly { readonly zone: string; readonly why: string }[] = []

/** Identifiers that other sources use and that the tz release does not have, not even as a Link; `now` is the zone to use instead. */
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
