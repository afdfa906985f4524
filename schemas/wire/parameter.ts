// Defines the kinds of query parameters and the shared ones (page size, short or full rows, `q`, `at`). Reader, texts and OpenAPI use them.

/** How the text of a parameter is read. */
export type ParameterKind =
  /** Free text, trimmed; at most `max` code points. */
  | { readonly kind: 'text'; readonly max: number }
  /** Text of exactly `length` code points. */
  | { readonly kind: 'exact'; readonly length: number }
  /** One of `true`, `false`, `1`, `0`. */
  | { readonly kind: 'flag' }
  /** One value of a fixed list. `anyCase` ignores the case, of a text of so many characters at most. */
  | { readonly kind: 'choice'; readonly of: readonly string[]; readonly anyCase?: number }
  /** Several values of a fixed list, separated by commas. Duplicates count once. */
  | { readonly kind: 'choices'; readonly of: readonly string[] }
  /** One location of /convert, as it was sent. */
  | { readonly kind: 'location' }
  /** Locations of /convert, separated by commas. None may be blank. */
  | { readonly kind: 'locations'; readonly max: number }
  | { readonly kind: 'integer'; readonly min: number; readonly max?: number }
  /** A moment: ISO 8601, or Unix seconds. */
  | { readonly kind: 'moment' }
  /** A UTC offset within ±14:00: `±HH:MM` or minutes. */
  | { readonly kind: 'offset' }
  /** Decimal degrees within ±`limit`, rounded to six decimals. */
  | { readonly kind: 'degrees'; readonly limit: 90 | 180 }
  /** Reserved for a later version: any value is refused. */
  | { readonly kind: 'reserved' }

export interface Parameter {
  readonly name: string
  readonly type: ParameterKind
  readonly description: string
  readonly required?: true
  /** Required unless this other parameter, an alias of it, was sent. */
  readonly requiredUnless?: string
  /** The value that is used when the parameter is absent. */
  readonly default?: string | number
}

/** The allowed values of the parameter with that name, from its fixed list. */
export type ChoiceOf<Of extends { readonly parameters: readonly Parameter[] }, Name extends string> = Extract<
  Of['parameters'][number],
  { readonly name: Name }
>['type'] extends {
  readonly of: readonly (infer Value)[]
}
  ? Value
  : never

export const moment: Parameter & { name: 'at'; type: { kind: 'moment' } } = {
  name: 'at',
  type: { kind: 'moment' },
  description:
    'Compute time-dependent fields at this moment instead of now: an ISO 8601 date-time (one without an offset is read as UTC) or Unix seconds within the years 2000–2100.',
}

export const detail = {
  name: 'detail',
  type: { kind: 'choice', of: ['concise', 'full'] },
  description: '`full` returns the detail shape for each row.',
  default: 'concise',
} as const satisfies Parameter

export const observesDst = {
  name: 'observes_dst',
  type: { kind: 'flag' },
  description: 'Keep only results that do, or do not, observe DST.',
} as const satisfies Parameter

export const page = {
  name: 'page',
  type: { kind: 'integer', min: 1 },
  description: 'The page, counted from 1.',
  default: 1,
} as const satisfies Parameter

export const search = (where: string) =>
  ({
    name: 'q',
    type: { kind: 'text', max: 100 },
    description: `Literal search across ${where}; case and accents play no part.`,
  }) as const satisfies Parameter

/** Names are printed as written here, and compared without case. These are the regions of ISO and M49. */
const CONTINENTS = ['Europe', 'Americas', 'Asia', 'Africa', 'Oceania'] as const

export const continent = {
  name: 'continent',
  type: { kind: 'choice', of: CONTINENTS, anyCase: 32 },
  description: 'Keep only results of this region; case-insensitive.',
} as const satisfies Parameter

export const perPage = {
  name: 'per_page',
  type: { kind: 'integer', min: 1, max: 100 },
  description: 'Rows a page.',
  default: 25,
} as const satisfies Parameter

export const includedDetail = {
  ...detail,
  description: '`full` returns the detail shape for each included row.',
} as const satisfies Parameter
