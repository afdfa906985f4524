// Which sovereign state a territory belongs to. No package has this in a form that may be copied.

/** One state and the ISO 3166-1 territories that depend on it. */
export interface Dependency {
  readonly sovereign: string
  readonly territories: readonly string[]
  readonly why: string
}

/** The source of every row is the status in ISO 3166-1's own entries and in the states' constitutional law. */
export const DEPENDENCIES: readonly Dependency[] = [
  { sovereign: 'FI', territories: ['AX'], why: 'autonomous region (Act on the Autonomy of Åland, 1991)' },
  {
    sovereign: 'US',
    territories: ['AS', 'GU', 'MP', 'PR', 'UM', 'VI'],
    why: 'unincorporated territories and commonwealths of the United States',
  },
  {
    sovereign: 'GB',
    territories: ['AI', 'BM', 'IO', 'VG', 'KY', 'FK', 'GI', 'GG', 'IM', 'JE', 'MS', 'PN', 'SH', 'GS', 'TC'],
    why: 'British Overseas Territories (British Overseas Territories Act 2002) and Crown Dependencies',
  },
  {
    sovereign: 'NL',
    territories: ['AW', 'BQ', 'CW', 'SX'],
    why: 'countries and special municipalities of the Kingdom (Charter for the Kingdom of the Netherlands)',
  },
  { sovereign: 'NO', territories: ['BV', 'SJ'], why: 'Svalbard Treaty, 1920; Bouvet Island Act, 1930' },
  {
    sovereign: 'CN',
    territories: ['HK', 'MO'],
    why: 'special administrative regions (Constitution, article 31)',
  },
  { sovereign: 'AU', territories: ['CX', 'CC', 'HM', 'NF'], why: 'external territories of the Commonwealth' },
  {
    sovereign: 'NZ',
    territories: ['CK', 'NU', 'TK'],
    why: 'associated states and territory of the Realm of New Zealand',
  },
  { sovereign: 'DK', territories: ['FO', 'GL'], why: 'self-governing parts of the Danish Realm' },
  {
    sovereign: 'FR',
    territories: ['GF', 'PF', 'TF', 'GP', 'MQ', 'YT', 'NC', 'RE', 'BL', 'MF', 'PM', 'WF'],
    why: 'overseas departments, collectivities and territories (Constitution, articles 72-3 to 77)',
  },
]
