// UTF-8 as text in which each character is one byte: it is joined as text and written unchanged.

export interface ByteText {
  readonly bytes: string
}

/** The UTF-8 of a text, one character for each byte. */
export const bytesOf = (text: string): string =>
  Buffer.byteLength(text) === text.length ? text : Buffer.from(text).toString('latin1')
