// Defines the tables of reference.sqlite once. SQL, statements, the types of rows and the document's tables are all made from this list.

/** One column. `Value` is the type of its values in a row; only the compiler uses it. */
export interface Column<Value = unknown> {
  readonly type: 'INTEGER' | 'TEXT'
  readonly nullable: boolean
  /** The column's meaning, its unit, and when it is null. */
  readonly meaning: string
  readonly unique: boolean
  /** The column that must have its values, as `table.column`; null for free values. */
  readonly refersTo: string | null
  /**
   * The minor version of the format that added it. A file of an earlier version has null there. Null for a column that the major version
   * began with.
   */
  readonly since: number | null
  /** This property never exists. It only carries the type. */
  readonly value?: Value
}

export interface Table<Columns extends Readonly<Record<string, Column>> = Readonly<Record<string, Column>>> {
  /** The meaning of a row. */
  readonly about: string
  readonly primaryKey: readonly string[]
  /** Columns that are unique together, besides the primary key; may be empty. */
  readonly unique: readonly string[]
  /** The minor version of the format that added it. An artifact of an earlier version lacks it. Null: the major version began with it. */
  readonly since: number | null
  readonly columns: Columns
}

type Options = Partial<Pick<Column, 'unique' | 'refersTo' | 'since'>>

const column =
  <Value>(type: Column['type']) =>
  (meaning: string, { unique = false, refersTo = null, since = null }: Options = {}): Column<Value> => ({
    type,
    nullable: false,
    meaning,
    unique,
    refersTo,
    since,
  })

const integer = column<number>('INTEGER')
const flag = column<0 | 1>('INTEGER')
const text = column<string>('TEXT')

const orNull = <Value>(one: Column<Value>): Column<Value | null> => ({ ...one, nullable: true })

function table<Columns extends Readonly<Record<string, Column>>>(
  about: string,
  primaryKey: readonly (keyof Columns & string)[],
  columns: Columns,
  more: { readonly unique?: readonly (keyof Columns & string)[]; readonly since?: number } = {},
): Table<Columns> {
  return { about, primaryKey, unique: [], since: null, columns, ...more }
}

const OWNER = integer('the zone it belongs to', { refersTo: 'zone.id' })
const POSITION = integer('order within its owner, from 0')
const TYPE = integer('position in local_time_type')
const LINE = integer('the line', { refersTo: 'source_line.id' })
const SLUG = text('its address in URLs', { unique: true })

/** In the order in which the tables are created. */
export const TABLES = {
  source_line: table(
    'Lines of the tz release that made something in this artifact.',
    ['id'],
    {
      id: integer('rank by file and line, from 0'),
      file: text('file name in the tz release'),
      line: integer('1-based line number'),
      text: text('the line as it stands there'),
    },
    { unique: ['file', 'line'] },
  ),
  zone: table(
    'Zones that have clocks of their own: the identifiers of zone.tab, UTC, Etc/GMT and Etc/GMT±N, and what else the release has.',
    ['id'],
    {
      id: integer('rank of iana in code-unit order, from 0'),
      iana: text('current identifier', { unique: true }),
      listed: flag('1: an entry of /timezones'),
      country: orNull(text('ISO 3166-1 alpha-2 by zone.tab; null for UTC and unlisted zones')),
      display_name: orNull(text('the place it is named for, in English; null for unlisted zones')),
      is_mainland: flag("1: on its country's mainland; 0 for outlying zones and those without a country"),
      latitude: orNull(integer('microdegrees by zone.tab, north positive; null where zone.tab has none')),
      longitude: orNull(integer('microdegrees by zone.tab, east positive; null where zone.tab has none')),
      footer: column<'fixed' | 'yearly' | 'cycle'>('TEXT')(
        'what follows the last interval: fixed (it never ends), yearly (two changes a year) or cycle (400 years repeat)',
      ),
      posix_tz: orNull(
        text('the footer as a POSIX TZ rule, standard time first, rearguard reading; null for a cycle'),
      ),
    },
  ),
  zone_alias: table(
    'Every other identifier of the tz release, with the zone that answers for it.',
    ['name'],
    {
      name: text('identifier as spelled in the tz release'),
      zone: integer('the zone that answers for it', { refersTo: 'zone.id' }),
      source_line: orNull(
        integer('its Link line; null for the few that are Zones of the release (Etc/UTC)', {
          refersTo: 'source_line.id',
        }),
      ),
    },
  ),
  local_time_type: table(
    'The local time types of a zone: what a transition switches to.',
    ['zone', 'position'],
    {
      zone: OWNER,
      position: POSITION,
      utc_offset: integer('stdoff + save'),
      stdoff: integer('standard offset, rearguard reading'),
      save: integer('daylight saving, rearguard reading: never negative where the flag is set'),
      is_dst: flag('1 while daylight saving time is in force, rearguard reading'),
      release_save: integer(
        "the release's own SAVE, negative where it says so; its STDOFF is utc_offset − this",
      ),
      release_is_dst: flag("1 where the release's own reading is daylight saving time"),
      abbreviation: text('as tzdb prints it: letters, or digits like +03, or -00'),
    },
  ),
  interval: table(
    'Stretches of constant local time type, from the first to the last listed transition.',
    ['zone', 'position'],
    {
      zone: OWNER,
      position: POSITION,
      starts_at: orNull(
        integer('first instant of the interval; null for position 0, which has no beginning'),
      ),
      type: TYPE,
    },
  ),
  release_change: table(
    "Where the release's own reading changes inside an interval, and nothing else does.",
    ['zone', 'starts_at'],
    {
      zone: OWNER,
      starts_at: integer('from this instant on, until the next row or the end of the interval'),
      type: TYPE,
    },
  ),
  interval_line: table('The lines behind each interval.', ['zone', 'interval', 'position'], {
    zone: OWNER,
    interval: integer('position in interval'),
    position: POSITION,
    source_line: LINE,
  }),
  yearly_change: table(
    'The two changes that come every year after the last listed transition, for zones whose footer is yearly.',
    ['zone', 'change'],
    {
      zone: OWNER,
      change: column<'standard' | 'daylight'>('TEXT')('standard or daylight: what it switches to'),
      type: TYPE,
    },
  ),
  yearly_change_line: table('The lines behind each yearly change.', ['zone', 'change', 'position'], {
    zone: OWNER,
    change: column<'standard' | 'daylight'>('TEXT')('as in yearly_change'),
    position: POSITION,
    source_line: LINE,
  }),
  zone_standard: table(
    'For each local time type of a zone, what is shown while the zone is on it: the standard in force, and the abbreviation.',
    ['zone', 'type', 'position'],
    {
      zone: OWNER,
      type: TYPE,
      position: POSITION,
      starts_at: orNull(
        integer('from this instant on, until the next row of the type; null for position 0: since ever'),
      ),
      name: orNull(
        text('English name, of CLDR or by the rules of docs/sources.md; null: nobody has named it'),
      ),
      abbreviation: orNull(
        text("tzdb's letters, else the code of the standard that fits (R27); null where there is neither"),
      ),
    },
  ),
  standard: table(
    'Named time standards that some listed zone keeps within two years of the reference date.',
    ['slug'],
    {
      slug: SLUG,
      name: text('as in zone_standard', { unique: true }),
      code: orNull(text("tzdb's letters, or the conventional ones; null where there are none")),
      utc_offset: integer('the offset that defines it'),
      is_dst: flag('1: daylight saving time'),
      continent: orNull(text('region name; null for UTC')),
      counterpart: orNull(
        text('the twin in the other season; null where it has none', { refersTo: 'standard.slug' }),
      ),
    },
  ),
  country: table('Countries and territories: ISO 3166-1, and XK.', ['iso2'], {
    iso2: text('alpha-2'),
    iso3: orNull(text('alpha-3; null for XK')),
    numeric_code: orNull(text('three digits; null for XK')),
    name: text('in English'),
    slug: SLUG,
    emoji: text('the flag'),
    region: orNull(text('M49 region; null for Antarctica')),
    sub_region: orNull(text('M49 sub-region, of which there are 17; null for Antarctica')),
    population: orNull(integer('null when unknown')),
    default_zone: orNull(
      integer('the zone that stands for it; null where none can', { refersTo: 'zone.id' }),
    ),
    one_clock_since: orNull(
      integer(
        "the instant from which all its zones' clocks agree for ever; -100000000000: always; null: never",
      ),
    ),
    weekend: orNull(
      text(
        'the days of its weekend by CLDR, one after the other: 5,6 is Friday and Saturday (0 is Sunday); null where an earlier version does not say it',
        { since: 2 },
      ),
    ),
  }),
  dependency: table('Territories that depend on a sovereign state.', ['country', 'position'], {
    country: text('the sovereign state', { refersTo: 'country.iso2' }),
    position: POSITION,
    territory: text('the territory', { refersTo: 'country.iso2' }),
  }),
  city: table('Cities.', ['id'], {
    id: integer('GeoNames id; negative where it has none'),
    slug: SLUG,
    also: orNull(
      text('a second slug that it answers to; null for most that do not own their bare name', {
        unique: true,
      }),
    ),
    name: text('the name, in English'),
    region: orNull(
      text(
        'the state or province, and a larger town nearby where that does not tell it from another city of its name in the country; null where its name and country do, but for countries where people always say the state',
        { since: 1 },
      ),
    ),
    country: text('the country it lies in', { refersTo: 'country.iso2' }),
    zone: OWNER,
    is_capital: flag('1: of its country'),
    population: orNull(integer('null when unknown')),
    latitude: integer('microdegrees, north positive'),
    longitude: integer('microdegrees, east positive'),
  }),
  disagreement: table(
    'Settlements that the boundaries have in one zone, and the text of the tz release in another.',
    ['id'],
    {
      id: integer('as in names.bin: GeoNames id; negative where it has none'),
      name: text('the name of the settlement'),
      region: orNull(text('the state or province; null where its country has no such name')),
      country: text('the country it lies in', { refersTo: 'country.iso2' }),
      latitude: integer('microdegrees, north positive'),
      longitude: integer('microdegrees, east positive'),
      zone: integer('the zone that the boundaries give first at the point', { refersTo: 'zone.id' }),
      zone_of_text: integer('the zone by the text of the tz release', { refersTo: 'zone.id' }),
      sentence: text('what the text says'),
      source: text('the file of the tz release, and where the sentence stands in it'),
    },
    { since: 4 },
  ),
} as const satisfies Readonly<Record<string, Table>>

export type TableName = keyof typeof TABLES
type ColumnsOf<Name extends TableName> = (typeof TABLES)[Name]['columns']
export type ColumnName<Name extends TableName> = keyof ColumnsOf<Name> & string

/** A row as it is written and read. */
export type Row<Name extends TableName> = {
  readonly [Key in ColumnName<Name>]: ColumnsOf<Name>[Key] extends Column<infer Value> ? Value : never
}

/** A statement with the type of its rows; only the compiler uses that type. */
export interface Query<Result> {
  readonly sql: string
  /** This property never exists. It only carries the type. */
  readonly row?: Result
}

/** `SELECT …columns FROM table …rest`. `rest` is the end of the statement: WHERE, ORDER BY. */
export const select = <Name extends TableName, Key extends ColumnName<Name>>(
  from: Name,
  columns: readonly Key[],
  rest = '',
): Query<Pick<Row<Name>, Key>> => ({ sql: `SELECT ${columns.join(', ')} FROM ${from} ${rest}`.trimEnd() })

/** The INSERT statement of a whole row, given as an object with a key for each column. */
export function insertInto(name: TableName): string {
  const columns = Object.keys(TABLES[name].columns)
  return `INSERT INTO ${name} (${columns.join(', ')}) VALUES (${columns.map((key) => `@${key}`).join(', ')})`
}

/** The statements that create the tables. The meaning of each column stands next to it as a comment. */
export const referenceSql = (): string =>
  `-- Tables of reference.sqlite: what is true for the life of the artifact. Times are seconds since 1970-01-01T00:00:00Z, offsets
-- are seconds to add to UTC. Rows of a zone are kept in order of position; a position counts from 0.

${Object.entries<Table>(TABLES)
  .map(([name, one]) => `-- ${one.about}\n${createTable(name, one)}\n`)
  .join('\n')}`

function createTable(name: string, { columns, primaryKey, unique }: Table): string {
  const [onlyKey] = primaryKey.length === 1 ? primaryKey : []
  const lines = [
    ...Object.entries(columns).map(([key, one]) => ({
      text: `${key} ${one.type}${key === onlyKey ? ' PRIMARY KEY' : constraintsOf(one)}`,
      comment: ` -- ${one.meaning}`,
    })),
    ...(onlyKey === undefined ? [{ text: `PRIMARY KEY (${primaryKey.join(', ')})`, comment: '' }] : []),
    ...(unique.length === 0 ? [] : [{ text: `UNIQUE (${unique.join(', ')})`, comment: '' }]),
  ]
  const body = lines.map(
    ({ text: line, comment }, index) => `  ${line}${index < lines.length - 1 ? ',' : ''}${comment}`,
  )
  const isRowid = onlyKey !== undefined && columns[onlyKey]?.type === 'INTEGER'
  return `CREATE TABLE ${name} (\n${body.join('\n')}\n) STRICT${isRowid ? '' : ', WITHOUT ROWID'};`
}

function constraintsOf({ nullable, unique, refersTo }: Column): string {
  const [owner, key] = refersTo?.split('.') ?? []
  return `${nullable ? '' : ' NOT NULL'}${unique ? ' UNIQUE' : ''}${owner === undefined ? '' : ` REFERENCES ${owner} (${key})`}`
}
