// Lists as words.
import type { Insert } from './html.ts'

/** `a`, `a and b`, `a, b and c`. Empty for none. */
export const listInWords = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`

/** Parts of a page in a line, with a comma or another text between them. */
export const inLine = (parts: readonly Insert[], between = ', '): readonly Insert[] =>
  parts.flatMap((part, index) => (index === 0 ? [part] : [between, part]))
