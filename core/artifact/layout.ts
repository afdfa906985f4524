// Names the files of an artifact, and the format version that this code reads and writes.

/** Major, minor: a reader of major N reads every N.x. */
export const FORMAT = { major: 4, minor: 4 } as const

export const MANIFEST = 'manifest.json'
export const REFERENCE = 'reference.sqlite'
export const CLOCKS = 'clocks.bin'
export const BOUNDARIES = 'boundaries.tiles'
export const SHAPES = 'shapes.bin'
export const NAMES = 'names.bin'
/** The clocks of older tz releases, and of the artifact's own. A published folder has a file of this name too. */
export const HISTORY = 'tz-history.bin'
export const NOTICE = 'NOTICE'

/**
 * Name of the release notes, which say what an artifact changed, in the words of `diff`. They lie next to its directory or archive, never in
 * it.
 */
export const notesOf = (id: string): string => `${id}.notes.md`

/** The link in `dist/` that names the artifact being served. */
export const CURRENT = 'current'
