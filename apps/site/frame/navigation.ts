// The single pages, in the order in which the top and the foot of every page show them.

/** Path and words of the links at the top: what people come for. */
export const NAVIGATION = [
  ['/clocks', 'Clocks'],
  ['/meeting', 'Meeting'],
  ['/convert', 'Convert'],
  ['/timezones', 'Zones'],
  ['/lookup', 'Look up'],
  ['/news', 'News'],
] as const

/** Path and words of the links at the foot. */
export const FOOT = [
  ['/countries', 'Countries'],
  ['/cities', 'Cities'],
  ['/abbreviations', 'Abbreviations'],
  ['/compare', 'Compare'],
  ['/changes', 'Clock changes'],
  ['/check', 'Check your device'],
  ['/your-time', 'Your time'],
  ['/releases', 'Releases'],
  ['/docs', 'API'],
  ['/docs/guide', 'Guide'],
  ['/docs/operations', 'Run a server'],
] as const

/** All of these links. */
export const LINKS = [...NAVIGATION, ...FOOT]

/** Pages of a visitor's own choice, which search engines need not list. */
const UNLISTED: readonly string[] = ['/clocks', '/compare']

/** All of these pages that have their own address. */
export const LISTED_PATHS: readonly string[] = ['/', ...LINKS.map(([path]) => path)].filter(
  (path) => !UNLISTED.includes(path),
)
