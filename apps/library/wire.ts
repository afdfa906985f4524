// The interface as types: `npm run openapi` writes this file from schemas/openapi.json.

/** The parts of answers. */
export interface Schemas {
  /** ISO 8601 offset */
  readonly UtcOffset: string
  /** local time with its offset, whole seconds */
  readonly DateTime: string
  readonly CountryRef: {
    /** ISO 3166-1 alpha-2 code; null for UTC and for zones at sea */
    readonly code: string | null
    /** English name of the country */
    readonly name: string
  }
  readonly Coordinates: {
    /** Degrees north; negative is south */
    readonly latitude: number | null
    /** Degrees east; negative is west */
    readonly longitude: number | null
  }
  /** The zone's state right now */
  readonly CurrentCompact: {
    /** Offset from UTC */
    readonly utc_offset: Schemas['UtcOffset'] | null
    /** Abbreviation of the time in force; null where it has none */
    readonly abbreviation: string | null
    /** Whether daylight saving time is in force */
    readonly is_dst: boolean
  }
  /** State at the requested moment; now by default */
  readonly Current: {
    /** Local time */
    readonly datetime: Schemas['DateTime']
    /** The same instant in UTC */
    readonly utc_datetime: Schemas['DateTime']
    /** Offset from UTC */
    readonly utc_offset: Schemas['UtcOffset'] | null
    /** The same in seconds, exact */
    readonly utc_offset_seconds: number
    /** Abbreviation of the time in force; null where it has none */
    readonly abbreviation: string | null
    /** English name of the time in force; null where it has none */
    readonly name: string | null
    /** Whether daylight saving time is in force */
    readonly is_dst: boolean
  }
  readonly Meta: {
    /** the IANA tz release that answered; behind a + what its operator did to it: zones held at older releases, an overlay */
    readonly tzdb_version: string
    /** The server's clock when the answer was made */
    readonly generated_at: Schemas['DateTime']
  }
  readonly PaginationLinks: {
    /** Address of the first page */
    readonly first: string | null
    /** Address of the last page */
    readonly last: string | null
    /** Address of the page before; null on the first */
    readonly prev: string | null
    /** Address of the page after; null on the last */
    readonly next: string | null
  }
  readonly PaginationMeta: {
    /** This page, counted from 1 */
    readonly current_page: number
    /** Number of the first row of this page, counted from 1; null where it has none */
    readonly from: number | null
    /** The last page */
    readonly last_page: number
    /** The links of a page bar */
    readonly links: readonly {
      /** Address of the page; null for `...` and for a step that leads nowhere */
      readonly url: string | null
      /** Text of the link */
      readonly label: string
      /** Number of the page; null for a step that leads nowhere */
      readonly page?: number | null
      /** Whether it is this page */
      readonly active: boolean
    }[]
    /** Address of the list without its page */
    readonly path: string
    /** Rows on a page */
    readonly per_page: number
    /** Number of its last row; null where it has none */
    readonly to: number | null
    /** Rows on all pages */
    readonly total: number
    /** The IANA tz release that answered; behind a + what its operator did to it: zones held at older releases, an overlay */
    readonly tzdb_version: string
    /** The server's clock when the answer was made */
    readonly generated_at: Schemas['DateTime']
  }
  readonly TimezoneRow: {
    /** Current IANA identifier */
    readonly iana: string
    /** Name for people; null where it has none */
    readonly display_name: string | null
    /** The country that the zone belongs to; null for UTC and for zones at sea */
    readonly country: Schemas['CountryRef'] | null
    /** Its state at the moment that the answer is about */
    readonly current: Schemas['CurrentCompact']
    /** Whether daylight saving time is in force or begins within five years */
    readonly observes_dst: boolean
    /** Where to go from here */
    readonly links: {
      /** Address of this resource in the interface */
      readonly self: string | null
    }
  }
  readonly TimezoneDetail: {
    /** Current IANA identifier */
    readonly iana: string
    /** Name for people; null where it has none */
    readonly display_name: string | null
    /** Whether daylight saving time is in force or begins within five years */
    readonly observes_dst: boolean
    /** Whether it is a zone of the mainland, not of an outlying place */
    readonly is_mainland: boolean
    /** Where the place that it is named for lies */
    readonly coordinates: Schemas['Coordinates']
    /** The country that the zone belongs to; null for UTC and for zones at sea */
    readonly country: Schemas['CountryRef'] | null
    /** Its state at the moment that the answer is about */
    readonly current: Schemas['Current']
    /** The zone's standard (winter) time */
    readonly standard: {
      /** Offset from UTC */
      readonly utc_offset: Schemas['UtcOffset'] | null
      /** The same in seconds, exact */
      readonly utc_offset_seconds: number
      /** Abbreviation of the standard time in force; null where it has none */
      readonly abbreviation: string | null
      /** English name of the standard time in force; null where it has none */
      readonly name: string | null
    }
    /** Daylight saving time */
    readonly dst: {
      /** how far clocks move for DST; 0 without DST */
      readonly savings_seconds: number
      /** The next change of the clocks; null where there is none within five years */
      readonly next_transition: {
        /** Whether clocks go forward or back */
        readonly type: 'spring_forward' | 'fall_back'
        /** When, by the clock after the change */
        readonly at: Schemas['DateTime']
        /** Offset after it */
        readonly utc_offset_after: Schemas['UtcOffset'] | null
        /** Abbreviation after it; null where it has none */
        readonly abbreviation_after: string | null
        /** negative when clocks go back */
        readonly clock_change_seconds: number
      } | null
    }
    /** Where to go from here */
    readonly links: {
      /** Address of this resource in the interface */
      readonly self: string | null
      /** Address of its country; null where it has none */
      readonly country: string | null
      /** Address of the standard in force; null where it has no entry */
      readonly abbreviation: string | null
      /** Address of its page for people; null where it has none */
      readonly web: string | null
    }
  }
  readonly TransitionSide: {
    /** Local time at the instant, by this clock */
    readonly datetime: Schemas['DateTime']
    /** Offset from UTC */
    readonly utc_offset: Schemas['UtcOffset'] | null
    /** The same in seconds, exact */
    readonly utc_offset_seconds: number
    /** Abbreviation of the time in force; null where it has none */
    readonly abbreviation: string | null
    /** English name of the time; null where it has none */
    readonly name: string | null
    /** Whether daylight saving time is in force */
    readonly is_dst: boolean
  }
  readonly Transition: {
    /** The instant of the change, in UTC */
    readonly utc_datetime: Schemas['DateTime']
    /** Whether clocks go forward or back; null where not both the clock and daylight saving time change */
    readonly type: 'spring_forward' | 'fall_back' | null
    /** When, by the clock after the change */
    readonly at: Schemas['DateTime']
    /** Offset after it */
    readonly utc_offset_after: Schemas['UtcOffset'] | null
    /** Abbreviation after it; null where it has none */
    readonly abbreviation_after: string | null
    /** how far clocks go forward; negative when they go back, 0 when only a name or the season changes */
    readonly clock_change_seconds: number
    /** The clock just before the change */
    readonly before: Schemas['TransitionSide']
    /** The clock just after the change */
    readonly after: Schemas['TransitionSide']
  }
  readonly TransitionsMeta: {
    /** This page, counted from 1 */
    readonly current_page: number
    /** Number of the first row of this page, counted from 1; null where it has none */
    readonly from: number | null
    /** The last page */
    readonly last_page: number
    /** The links of a page bar */
    readonly links: readonly {
      /** Address of the page; null for `...` and for a step that leads nowhere */
      readonly url: string | null
      /** Text of the link */
      readonly label: string
      /** Number of the page; null for a step that leads nowhere */
      readonly page?: number | null
      /** Whether it is this page */
      readonly active: boolean
    }[]
    /** Address of the list without its page */
    readonly path: string
    /** Rows on a page */
    readonly per_page: number
    /** Number of its last row; null where it has none */
    readonly to: number | null
    /** Rows on all pages */
    readonly total: number
    /** The IANA tz release that answered; behind a + what its operator did to it: zones held at older releases, an overlay */
    readonly tzdb_version: string
    /** The server's clock when the answer was made */
    readonly generated_at: Schemas['DateTime']
    /** The moment at which the list begins, forward or backward, in UTC; null where only the record bounds it */
    readonly begins_at: Schemas['DateTime'] | null
    /** The time zone */
    readonly timezone: {
      /** Current IANA identifier */
      readonly iana: string
      /** the rule after the last listed change, as a POSIX TZ string without negative daylight saving; null where none can say it */
      readonly posix_tz: string | null
      /** its other identifiers, in code-unit order */
      readonly aliases: readonly string[]
      /** names in Windows that stand for it in some country, as CLDR has them; nearly always one */
      readonly windows_names: readonly string[]
    }
  }
  /** The standard's definition, whatever the season */
  readonly AbbreviationCurrent: {
    /** Offset from UTC */
    readonly utc_offset: Schemas['UtcOffset'] | null
    /** true for a daylight-saving standard */
    readonly is_dst: boolean
  }
  readonly AbbreviationRow: {
    /** Code, as it is printed */
    readonly code: string | null
    /** English name */
    readonly name: string
    /** always unique */
    readonly slug: string
    /** Its state at the moment that the answer is about */
    readonly current: Schemas['AbbreviationCurrent']
    /** whether it has a counterpart in the other season */
    readonly observes_dst: boolean
    /** Where to go from here */
    readonly links: {
      /** Address of this resource in the interface */
      readonly self: string
    }
  }
  readonly AbbreviationDetail: {
    /** Code, as it is printed */
    readonly code: string | null
    /** English name */
    readonly name: string
    /** always unique */
    readonly slug: string
    /** Its state at the moment that the answer is about */
    readonly current: Schemas['AbbreviationCurrent']
    /** whether it has a counterpart in the other season */
    readonly observes_dst: boolean
    /** Region of the world; null where it is used in several */
    readonly continent: string | null
    /** How many there are */
    readonly counts: {
      /** Zones that use it within a year */
      readonly timezones: number
      /** Countries that use it within a year */
      readonly countries: number
    }
    /** The same in the other season; null where it has none */
    readonly counterpart: {
      /** Code, as it is printed */
      readonly code: string | null
      /** English name */
      readonly name: string
      /** Its offset from UTC */
      readonly utc_offset: Schemas['UtcOffset'] | null
    } | null
    /** Where to go from here */
    readonly links: {
      /** Address of this resource in the interface */
      readonly self: string
      /** Address of this resource with the zones that use it */
      readonly timezones: string
      /** Address of its page for people */
      readonly web: string
    }
    /** Its time zones, where `include` asks for them */
    readonly timezones?: readonly (Schemas['TimezoneDetail'] | Schemas['TimezoneRow'])[]
    /** The countries that use it, where `include` asks for them */
    readonly countries?: readonly Schemas['CountryRef'][]
  }
  readonly CountryRow: {
    /** ISO 3166-1 alpha-2 code */
    readonly iso2: string
    /** English name */
    readonly name: string
    /** Its name in addresses; it never changes */
    readonly slug: string
    /** Flag */
    readonly emoji: string | null
    /** Region of the world, by UN M49; null for Antarctica */
    readonly region: string | null
    /** Where to go from here */
    readonly links: {
      /** Address of this resource in the interface */
      readonly self: string
    }
  }
  readonly CountryDetail: {
    /** ISO 3166-1 alpha-2 code */
    readonly iso2: string
    /** ISO 3166-1 alpha-3 code; null where it has none */
    readonly iso3: string | null
    /** ISO 3166-1 numeric code; null where it has none */
    readonly numeric_code: string | null
    /** English name */
    readonly name: string
    /** Its name in addresses; it never changes */
    readonly slug: string
    /** Flag */
    readonly emoji: string | null
    /** Region of the world, by UN M49; null for Antarctica */
    readonly region: string | null
    /** Sub-region, by UN M49; null where it has none */
    readonly sub_region: string | null
    /** Number of people, of a country in about 2024 (CLDR), of a city at its latest count in GeoNames' rows of March 2023, often ten years before; null where it is not known */
    readonly population: number | null
    /** The zone that stands for the whole country; null where there is none */
    readonly default_timezone: {
      /** Current IANA identifier */
      readonly iana: string
      /** Name for people; null where it has none */
      readonly display_name: string | null
    } | null
    /** How many there are */
    readonly counts: {
      /** Its time zones */
      readonly timezones: number
      /** Time standards that it uses within a year */
      readonly abbreviations: number
      /** Its cities in this service */
      readonly cities: number
      /** Territories that belong to it */
      readonly dependencies: number
    }
    /** Daylight saving time in its zones */
    readonly dst: {
      /** Whether any of its zones observes it */
      readonly observes: boolean
      /** zones that observe DST */
      readonly timezones_in_dst: number
      /** zones that do not */
      readonly timezones_without_dst: number
    }
    /** Territories that belong to it */
    readonly dependencies: readonly {
      /** Code, as it is printed */
      readonly code: string | null
      /** English name */
      readonly name: string
      /** Its name in addresses; it never changes */
      readonly slug: string
    }[]
    /** Where to go from here */
    readonly links: {
      /** Address of this resource in the interface */
      readonly self: string
      /** Address of the list of its zones */
      readonly timezones: string
      /** Address of the list of its cities */
      readonly cities: string
      /** Address of its page for people */
      readonly web: string
    }
    /** Its time zones, where `include` asks for them */
    readonly timezones?: readonly (Schemas['TimezoneDetail'] | Schemas['TimezoneRow'])[]
    /** Its time standards, where `include` asks for them */
    readonly abbreviations?: readonly (Schemas['AbbreviationDetail'] | Schemas['AbbreviationRow'])[]
    /** Its cities, where `include` asks for them */
    readonly cities?: readonly (Schemas['CityDetail'] | Schemas['CityRow'])[]
  }
  readonly CityRow: {
    /** Its name in addresses; it never changes */
    readonly slug: string
    /** English name */
    readonly name: string
    /** Whether it is the capital of its country */
    readonly is_capital: boolean
    /** The country that the city lies in */
    readonly country: Schemas['CountryRef']
    /** The time zone */
    readonly timezone: {
      /** Current IANA identifier */
      readonly iana: string
      /** Abbreviation of the time in force; null where it has none */
      readonly abbreviation: string | null
    }
    /** Its state at the moment that the answer is about */
    readonly current: {
      /** Offset from UTC */
      readonly utc_offset: Schemas['UtcOffset'] | null
      /** Whether daylight saving time is in force */
      readonly is_dst: boolean
    }
    /** Where to go from here */
    readonly links: {
      /** Address of this resource in the interface */
      readonly self: string
    }
  }
  readonly CityDetail: {
    /** Its name in addresses; it never changes */
    readonly slug: string
    /** English name */
    readonly name: string
    /** Whether it is the capital of its country */
    readonly is_capital: boolean
    /** Number of people, of a country in about 2024 (CLDR), of a city at its latest count in GeoNames' rows of March 2023, often ten years before; null where it is not known */
    readonly population: number | null
    /** Where the place that it is named for lies */
    readonly coordinates: Schemas['Coordinates']
    /** The country that the city lies in */
    readonly country: Schemas['CountryRef']
    /** The time zone */
    readonly timezone: {
      /** Current IANA identifier */
      readonly iana: string
      /** Abbreviation of the time in force; null where it has none */
      readonly abbreviation: string | null
      /** Name for people; null where it has none */
      readonly display_name: string | null
    }
    /** Its state at the moment that the answer is about */
    readonly current: Schemas['Current']
    /** The solar day whose noon falls on the local date; null sunrise and sunset on polar days (1440 minutes) and nights (0) */
    readonly sun: {
      /** When the sun rises; null in polar day and night */
      readonly sunrise: Schemas['DateTime'] | null
      /** When the sun sets, which may be after midnight; null in polar day and night */
      readonly sunset: Schemas['DateTime'] | null
      /** Minutes between them, 0 to 1440 */
      readonly daylight_minutes: number | null
    }
    /** Where to go from here */
    readonly links: {
      /** Address of this resource in the interface */
      readonly self: string | null
      /** Address of its zone */
      readonly timezone: string | null
      /** Address of its country */
      readonly country: string | null
      /** Address of its page for people */
      readonly web: string | null
    }
  }
  readonly ConversionSide: {
    /** IANA identifier, or the offset itself where no identifier has it */
    readonly iana: string
    /** Local time */
    readonly datetime: Schemas['DateTime']
    /** Offset from UTC */
    readonly utc_offset: Schemas['UtcOffset'] | null
    /** The same in seconds, exact */
    readonly utc_offset_seconds: number
    /** Abbreviation of the time in force; null where it has none */
    readonly abbreviation: string | null
    /** English name of the time in force; null where it has none */
    readonly name: string | null
    /** Whether daylight saving time is in force */
    readonly is_dst: boolean
    /** Where to go from here */
    readonly links: {
      /** Address of the zone; null for an offset */
      readonly self: string | null
    }
  }
  readonly Conversion: {
    /** The clock that was read */
    readonly from: Schemas['ConversionSide']
    /** The same instant on the other clocks, in the order in which they were asked for */
    readonly to: readonly Schemas['ConversionSide'][]
    /** The instant in UTC */
    readonly utc: Schemas['DateTime']
    /** Whether the wall time that was sent happened once, twice or never */
    readonly ambiguity: {
      /** the wall time occurred twice */
      readonly is_ambiguous: boolean
      /** the wall time never occurred */
      readonly is_skipped: boolean
      /** Which of the two instants was taken */
      readonly resolution?: 'earliest' | 'latest'
      /** The same in words */
      readonly note?: string
    }
  }
  readonly LookupMeta: {
    /** the IANA tz release that answered; behind a + what its operator did to it: zones held at older releases, an overlay */
    readonly tzdb_version: string
    /** The boundary data that answered */
    readonly boundaries: {
      /** the boundary release that answered; a point's zone changes only when this changes */
      readonly version: string
      /** the credit that the boundary data's licence requires */
      readonly attribution: string
    }
    /** The server's clock when the answer was made */
    readonly generated_at: Schemas['DateTime']
  }
  readonly LookupAlternative: {
    /** `overlap`: this zone's boundary also contains the point. `antimeridian`: this is the zone across the 180° line. */
    readonly reason: 'overlap' | 'antimeridian'
    /** The time zone */
    readonly timezone: Schemas['TimezoneRow']
  }
  readonly LookupResult: {
    /** The point that was looked up, rounded to six decimals */
    readonly query: {
      /** Degrees north; negative is south */
      readonly latitude: number
      /** Degrees east; negative is west */
      readonly longitude: number
    }
    /** `ocean` where no country's zone applies; `land` includes territorial waters. */
    readonly kind: 'land' | 'ocean'
    /** The time zone */
    readonly timezone: Schemas['TimezoneDetail']
    /** Other zones that could be meant */
    readonly alternatives: readonly Schemas['LookupAlternative'][]
  }
  readonly Error: {
    /** What went wrong, for a person to read */
    readonly message: string
  }
  readonly AbbreviationCandidate: {
    /** Code, as it is printed */
    readonly code: string | null
    /** English name */
    readonly name: string
    /** Its name in addresses; it never changes */
    readonly slug: string
    /** Region of the world; null where it is used in several */
    readonly continent: string | null
    /** Its state at the moment that the answer is about */
    readonly current: Schemas['AbbreviationCurrent']
    /** Where to go from here */
    readonly links: {
      /** Address of this resource in the interface */
      readonly self: string
    }
  }
  readonly TimezoneCandidate: {
    /** Current IANA identifier */
    readonly iana: string
    /** Name for people; null where it has none */
    readonly display_name: string | null
    /** Its state now */
    readonly current: Schemas['CurrentCompact']
    /** Where to go from here */
    readonly links: {
      /** Address of this resource in the interface */
      readonly self: string | null
    }
  }
  readonly MultipleChoices: {
    /** What went wrong, for a person to read */
    readonly message: string
    /** What was meant may be any of these: ask again with one of them */
    readonly candidates: readonly (Schemas['AbbreviationCandidate'] | Schemas['TimezoneCandidate'])[]
  }
  readonly ValidationError: {
    /** What went wrong, for a person to read */
    readonly message: string
    /** The messages of each faulty parameter, by its name */
    readonly errors: Readonly<Record<string, readonly string[]>>
  }
}

/** The parameters of each path, and its answers that are not errors. */
export interface Paths {
  readonly '/timezones': {
    readonly parameters: {
      /** ISO 3166-1 alpha-2, case-insensitive. */
      readonly country?: string
      /** Keep only results that do, or do not, observe DST. */
      readonly observes_dst?: boolean
      /** Literal search across IANA identifier and display name; case and accents play no part. */
      readonly q?: string
      /** Order; `-` means descending. `offset` is the standard UTC offset. */
      readonly sort?: 'iana' | '-iana' | 'display_name' | '-display_name' | 'offset' | '-offset'
      /** Keep zones with this standard UTC offset: `±HH:MM` or minutes, within ±14:00. */
      readonly offset?: string
      /** Keep zones that use this abbreviation at some time from now to a year from now; case-insensitive. */
      readonly abbreviation?: string
      /** `true` keeps mainland zones, `false` keeps outlying zones. */
      readonly is_mainland?: boolean
      /** `full` returns the detail shape for each row. */
      readonly detail?: 'concise' | 'full'
      /** Rows a page. */
      readonly per_page?: number
      /** The page, counted from 1. */
      readonly page?: number
    }
    readonly answers: {
      readonly 200: {
        /** The resource, or the rows of this page */
        readonly data: readonly (Schemas['TimezoneDetail'] | Schemas['TimezoneRow'])[]
        /** Where to go from here */
        readonly links: Schemas['PaginationLinks']
        /** Which data answered, and when */
        readonly meta: Schemas['PaginationMeta']
      }
    }
  }
  readonly '/timezones/{iana}': {
    readonly parameters: {
      /** Slashes inside it are part of the path. */
      readonly iana: string
      /** Compute time-dependent fields at this moment instead of now: an ISO 8601 date-time (one without an offset is read as UTC) or Unix seconds within the years 2000–2100. */
      readonly at?: string
    }
    readonly answers: {
      readonly 200: {
        /** The resource, or the rows of this page */
        readonly data: Schemas['TimezoneDetail']
        /** Which data answered, and when */
        readonly meta: Schemas['Meta']
      }
    }
  }
  readonly '/timezones/{iana}/transitions': {
    readonly parameters: {
      /** Slashes inside it are part of the path. */
      readonly iana: string
      /** Keep changes at this moment or later, read like `at`. Default: all of the past with `to` or `sort=-at`, else now. */
      readonly from?: string
      /** Keep changes before this moment, read like `at`. Default: now with `sort=-at` and without `from`, else the end of the tenth year from now. */
      readonly to?: string
      /** Order of time; `-at` means the latest first. */
      readonly sort?: 'at' | '-at'
      /** Rows a page. */
      readonly per_page?: number
      /** The page, counted from 1. */
      readonly page?: number
    }
    readonly answers: {
      readonly 200: {
        /** The resource, or the rows of this page */
        readonly data: readonly Schemas['Transition'][]
        /** Where to go from here */
        readonly links: Schemas['PaginationLinks']
        /** Which data answered, and when */
        readonly meta: Schemas['TransitionsMeta']
      }
    }
  }
  readonly '/abbreviations': {
    readonly parameters: {
      /** Literal search across code, name and slug; case and accents play no part. */
      readonly q?: string
      /** Keep standards with this UTC offset: `±HH:MM` or minutes, within ±14:00. */
      readonly offset?: string
      /** Keep only results that do, or do not, observe DST. */
      readonly observes_dst?: boolean
      /** Keep only results of this region; case-insensitive. */
      readonly continent?: string
      /** Order; `-` means descending. */
      readonly sort?: 'code' | '-code' | 'name' | '-name' | 'offset' | '-offset'
      /** `full` returns the detail shape for each row. */
      readonly detail?: 'concise' | 'full'
      /** Rows a page. */
      readonly per_page?: number
      /** The page, counted from 1. */
      readonly page?: number
    }
    readonly answers: {
      readonly 200: {
        /** The resource, or the rows of this page */
        readonly data: readonly (Schemas['AbbreviationDetail'] | Schemas['AbbreviationRow'])[]
        /** Where to go from here */
        readonly links: Schemas['PaginationLinks']
        /** Which data answered, and when */
        readonly meta: Schemas['PaginationMeta']
      }
    }
  }
  readonly '/abbreviations/{abbreviation}': {
    readonly parameters: {
      /** Slashes inside it are part of the path. */
      readonly abbreviation: string
      /** Lists to include, whole: the zones and countries that use it within a year from now. */
      readonly include?: string
      /** Tells standards of one code apart: `±HH:MM` or minutes. Plays no part for a slug. */
      readonly offset?: string
      /** Tells standards of one code apart. Plays no part for a slug. */
      readonly continent?: string
      /** `full` returns the detail shape for each included row. */
      readonly detail?: 'concise' | 'full'
    }
    readonly answers: {
      readonly 200: {
        /** The resource, or the rows of this page */
        readonly data: Schemas['AbbreviationDetail']
        /** Which data answered, and when */
        readonly meta: Schemas['Meta']
      }
      readonly 300: Schemas['MultipleChoices']
    }
  }
  readonly '/countries': {
    readonly parameters: {
      /** Literal search across name, alpha-2 and alpha-3 code and slug; case and accents play no part. */
      readonly q?: string
      /** Keep countries of this region; case-insensitive. */
      readonly region?: string
      /** Keep countries of this sub-region; case-insensitive. */
      readonly sub_region?: string
      /** Keep only results that do, or do not, observe DST. */
      readonly observes_dst?: boolean
      /** Order; `-` means descending. */
      readonly sort?: 'name' | '-name' | 'iso2' | '-iso2'
      /** `full` returns the detail shape for each row. */
      readonly detail?: 'concise' | 'full'
      /** Rows a page. */
      readonly per_page?: number
      /** The page, counted from 1. */
      readonly page?: number
    }
    readonly answers: {
      readonly 200: {
        /** The resource, or the rows of this page */
        readonly data: readonly (Schemas['CountryDetail'] | Schemas['CountryRow'])[]
        /** Where to go from here */
        readonly links: Schemas['PaginationLinks']
        /** Which data answered, and when */
        readonly meta: Schemas['PaginationMeta']
      }
    }
  }
  readonly '/countries/{country}': {
    readonly parameters: {
      /** Slashes inside it are part of the path. */
      readonly country: string
      /** Lists to include, whole. */
      readonly include?: string
      /** `full` returns the detail shape for each included row. */
      readonly detail?: 'concise' | 'full'
    }
    readonly answers: {
      readonly 200: {
        /** The resource, or the rows of this page */
        readonly data: Schemas['CountryDetail']
        /** Which data answered, and when */
        readonly meta: Schemas['Meta']
      }
    }
  }
  readonly '/cities': {
    readonly parameters: {
      /** Literal search across name and slug; case and accents play no part. */
      readonly q?: string
      /** ISO 3166-1 alpha-2, case-insensitive. */
      readonly country?: string
      /** Keep cities of this zone: an IANA identifier, aliases too. */
      readonly timezone?: string
      /** `true` keeps capitals, `false` keeps the others. */
      readonly is_capital?: boolean
      /** Order; `-` means descending. `offset` is the zone's standard UTC offset. */
      readonly sort?: 'name' | '-name' | 'offset' | '-offset'
      /** `full` returns the detail shape for each row. */
      readonly detail?: 'concise' | 'full'
      /** Rows a page. */
      readonly per_page?: number
      /** The page, counted from 1. */
      readonly page?: number
    }
    readonly answers: {
      readonly 200: {
        /** The resource, or the rows of this page */
        readonly data: readonly (Schemas['CityDetail'] | Schemas['CityRow'])[]
        /** Where to go from here */
        readonly links: Schemas['PaginationLinks']
        /** Which data answered, and when */
        readonly meta: Schemas['PaginationMeta']
      }
    }
  }
  readonly '/cities/{slug}': {
    readonly parameters: {
      /** Slashes inside it are part of the path. */
      readonly slug: string
      /** Compute time-dependent fields at this moment instead of now: an ISO 8601 date-time (one without an offset is read as UTC) or Unix seconds within the years 2000–2100. */
      readonly at?: string
    }
    readonly answers: {
      readonly 200: {
        /** The resource, or the rows of this page */
        readonly data: Schemas['CityDetail']
        /** Which data answered, and when */
        readonly meta: Schemas['Meta']
      }
    }
  }
  readonly '/convert': {
    readonly parameters: {
      /** The place whose wall clock a naked `at` is read on. */
      readonly from: string
      /** One to ten places, separated by commas; order and duplicates are kept. */
      readonly to: string
      /** The moment: a date-time without an offset is wall-clock time in `from`; one with an offset, or Unix seconds, is an instant. Default: now. */
      readonly at?: string
      /** Which instant a wall time stands for that occurred twice or never: the earlier or the later of the two candidates, in a fold and in a gap alike; or neither, which is 422 then. */
      readonly resolution?: 'earliest' | 'latest' | 'reject'
    }
    readonly answers: {
      readonly 200: {
        /** The resource, or the rows of this page */
        readonly data: Schemas['Conversion']
        /** Which data answered, and when */
        readonly meta: Schemas['Meta']
      }
      readonly 300: Schemas['MultipleChoices']
    }
  }
  readonly '/lookup': {
    readonly parameters: {
      /** Latitude in decimal degrees; rounded to six decimals. */
      readonly lat: number
      /** Longitude in decimal degrees; rounded to six decimals. Required unless `lng` is sent. */
      readonly lon?: number
      /** Another name for `lon`; where both are sent they must be equal. */
      readonly lng?: number
      /** Reserved for a later version. */
      readonly ip?: string
      /** Compute time-dependent fields at this moment instead of now: an ISO 8601 date-time (one without an offset is read as UTC) or Unix seconds within the years 2000–2100. */
      readonly at?: string
    }
    readonly answers: {
      readonly 200: {
        /** The resource, or the rows of this page */
        readonly data: Schemas['LookupResult']
        /** Which data answered, and when */
        readonly meta: Schemas['LookupMeta']
      }
    }
  }
}
