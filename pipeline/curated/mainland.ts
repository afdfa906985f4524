// Zones that lie off their country's mainland. No data set has this.

/**
 * Areas of the identifiers that consist of islands. In a country with several zones, a zone in such an area is outlying, unless it is the
 * default.
 */
export const OUTLYING_AREAS: readonly { readonly area: string; readonly why: string }[] = [
  { area: 'Atlantic', why: 'islands of the Atlantic' },
  { area: 'Indian', why: 'islands of the Indian Ocean' },
  { area: 'Pacific', why: 'islands of the Pacific' },
  { area: 'Arctic', why: 'islands of the Arctic Ocean' },
  { area: 'Antarctica', why: 'stations: Antarctica has no mainland of its own to be part of' },
]

/** Zones that are outlying although their area does not show it. */
export const OUTLYING_ZONES: readonly { readonly zone: string; readonly why: string }[] = [
  { zone: 'Africa/Ceuta', why: 'Spanish cities on the coast of Africa' },
  { zone: 'Australia/Lord_Howe', why: 'island 600 km off Australia' },
  { zone: 'America/Noronha', why: 'islands 350 km off Brazil' },
  { zone: 'Europe/Busingen', why: 'German exclave inside Switzerland' },
]
