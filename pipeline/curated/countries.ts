// Countries that a source leaves out, and corrections of what a source states about a country.

/** Countries listed in addition to the entries of ISO 3166-1. */
export const USER_ASSIGNED: readonly {
  readonly country: string
  readonly defaultZone: string
  readonly why: string
}[] = [
  {
    country: 'XK',
    defaultZone: 'Europe/Belgrade',
    why: 'Kosovo: a user-assigned code in wide use. zone.tab has no row for it; its clocks are those of Belgrade. Every source invents other alpha-3 and numeric codes, so it has none here',
  },
]

/** Populations where CLDR's number is an artefact, or one that other sources contradict grossly. Null where nobody lives. */
export const POPULATION_OF_COUNTRY: readonly {
  readonly country: string
  readonly population: number | null
  readonly why: string
}[] = [
  {
    country: 'BV',
    population: null,
    why: 'CLDR 48.2 says 1, because it divides by it; Bouvet Island is uninhabited',
  },
  {
    country: 'HM',
    population: null,
    why: 'CLDR 48.2 says 1, because it divides by it; Heard and McDonald Islands are uninhabited',
  },
  {
    country: 'ER',
    population: 3_536_000,
    why: 'United Nations (World Population Prospects 2024), 2024, rounded; CLDR 48.2 has 6.3 million, but there has been no census and many have left',
  },
  {
    country: 'MD',
    population: 3_035_000,
    why: 'United Nations (World Population Prospects 2024), 2024, rounded, with Transnistria; CLDR 48.2 has the 3.6 million of years ago',
  },
]

/** Default zones of countries whose largest city is in another zone. */
export const DEFAULT_ZONES: readonly {
  readonly country: string
  readonly zone: string
  readonly why: string
}[] = [
  {
    country: 'FM',
    zone: 'Pacific/Pohnpei',
    why: 'Palikir, the seat of the government, lies on Pohnpei; Weno in Chuuk has more people',
  },
]

/** Countries that have no possible default zone. */
export const NO_DEFAULT_ZONE: readonly { readonly country: string; readonly why: string }[] = [
  {
    country: 'AQ',
    why: 'stations keep the time of whoever supplies them; no one zone stands for a continent',
  },
]

/** Countries that have a zone but no city in any source. */
export const WITHOUT_CITY: readonly { readonly country: string; readonly why: string }[] = [
  { country: 'AQ', why: 'stations, no cities' },
  { country: 'IO', why: 'a military base' },
  { country: 'UM', why: 'scattered islands, nearly all uninhabited' },
]

/** Territories of CLDR's tree that ISO 3166-1 does not list: exceptional reservations. */
export const NOT_ISO: readonly { readonly country: string; readonly why: string }[] = [
  { country: 'AC', why: 'Ascension Island, reserved; ISO lists it under SH' },
  { country: 'CP', why: 'Clipperton Island, reserved; ISO lists it under FR' },
  { country: 'CQ', why: 'Sark, reserved; ISO lists it under GG' },
  { country: 'DG', why: 'Diego Garcia, reserved; ISO lists it under IO' },
  { country: 'EA', why: 'Ceuta and Melilla, reserved; ISO lists them under ES' },
  { country: 'IC', why: 'Canary Islands, reserved; ISO lists them under ES' },
  { country: 'TA', why: 'Tristan da Cunha, reserved; ISO lists it under SH' },
]
