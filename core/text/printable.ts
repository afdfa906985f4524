// Which names a person can give to a thing: short ones, in characters that leave the text around them as it is.

/** Control characters, and the invisible ones that set the direction of text. */
const UNPRINTABLE = /[\p{Cc}\p{Bidi_Control}]/u

/** Whether a name has 1 to `most` characters, counted in code points, that all can be shown within other text. */
export const isPrintable = (name: string, most: number): boolean =>
  name.trim() !== '' && Array.from(name).length <= most && !UNPRINTABLE.test(name)
