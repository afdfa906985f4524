// The single pages, in the order in which the top and the foot of every page show them.

/** Path and words of the links at the top. */
export const NAVIGATION = [
  ['/timezones', 'Time zones'],
  ['/countries', 'Countries'],
  ['/cities', 'Cities'],
  ['/convert', 'Convert'],
  ['/meeting', 'Meeting'],
  ['/docs', 'API'],
] as const

/** Path and words of the links at the foot. */
export const FOOT = [
  ['/abbreviations', 'Abbreviations'],
  ['/lookup', 'Look up a point'],
  ['/news', 'News'],
  ['/changes', 'Clock changes'],
  ['/check', 'Check your device'],
  ['/your-time', 'Your time'],
  ['/releases', 'Releases'],
  ['/docs/guide', 'Guide'],
  ['/docs/operations', 'Run a server'],
] as const

/** All of these links. */
export const LINKS = [...NAVIGATION, ...FOOT]

/** All of these pages that have their own address. */
export const LISTED_PATHS: readonly string[] = ['/', ...LINKS.map(([path]) => path)]
