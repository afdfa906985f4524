// Which names a person can give to a thing: short ones, in characters that leave the text around them as it is.

/** Control characters, and those that turn the direction of all text after them. */
const UNPRINTABLE = /[\p{Cc}\u202A-\u202E\u2066-\u2069]/u

/** Whether a name has 1 to `most` characters, counted in code points, that all can be shown within other text. */
export const isPrintable = (name: string, most: number): boolean =>
  name.trim() !== '' && Array.from(name).length <= most && !UNPRINTABLE.test(name)
