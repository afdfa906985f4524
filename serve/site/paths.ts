// The pages that are one of a kind, in the order in which they are shown at the top and at the foot of every page.

/** Path and words of what stands at the top. */
export const NAVIGATION = [
  ['/timezones', 'Time zones'],
  ['/countries', 'Countries'],
  ['/cities', 'Cities'],
  ['/convert', 'Convert'],
  ['/meeting', 'Meeting'],
  ['/docs', 'Interface'],
] as const

/** Of what stands at the foot. */
export const FOOT = [
  ['/abbreviations', 'Abbreviations'],
  ['/lookup', 'Look up a point'],
  ['/changes', 'Clock changes'],
  ['/check', 'Check your device'],
  ['/releases', 'Releases'],
  ['/docs/guide', 'Guide'],
  ['/docs/operations', 'Operations'],
] as const

/** All of them that have an address of their own. */
export const LISTED_PATHS: readonly string[] = [
  '/',
  ...NAVIGATION.map(([path]) => path),
  ...FOOT.map(([path]) => path),
]
