// English country names where people look for neither CLDR's plain name nor its short name.

/** Which form of CLDR's name to use, or a name of our own. */
export type CountryNameChoice =
  | { readonly country: string; readonly take: 'short'; readonly why: string }
  | { readonly country: string; readonly take: 'own'; readonly name: string; readonly why: string }

export const COUNTRY_NAMES: readonly CountryNameChoice[] = [
  { country: 'HK', take: 'short', why: 'CLDR 48.2: "Hong Kong SAR China"; the short form is what is said' },
  { country: 'MO', take: 'short', why: 'CLDR 48.2: "Macao SAR China"; the short form is what is said' },
  { country: 'MM', take: 'short', why: 'CLDR 48.2: "Myanmar (Burma)"; brackets in a name make poor slugs' },
  {
    country: 'PS',
    take: 'short',
    why: 'CLDR 48.2: "Palestinian Territories"; ISO 3166-1 lists the State of Palestine',
  },
  { country: 'CD', take: 'own', name: 'DR Congo', why: 'CLDR 48.2: "Congo - Kinshasa", used by nobody' },
  {
    country: 'CG',
    take: 'own',
    name: 'Republic of the Congo',
    why: 'CLDR 48.2: "Congo - Brazzaville", used by nobody',
  },
]
