// The names of the files in assets/: the stylesheet, and the scripts that a page may ask for.
export const ASSET_NAMES = [
  'style.css',
  'clock.js',
  'copy.js',
  'ask.js',
  'search.js',
  'map.js',
  'pointed.js',
  'moment.js',
  'reading.js',
  'meeting.js',
  'check.js',
  'try.js',
] as const

export type AssetName = (typeof ASSET_NAMES)[number]
