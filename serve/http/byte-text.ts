// UTF-8 as text of which each character is one byte: it is put together as text, and written as it is.

export interface ByteText {
  readonly bytes: string
}

/** The UTF-8 of a text, a character for each byte. */
export const bytesOf = (text: string): string =>
  Buffer.byteLength(text) === text.length ? text : Buffer.from(text).toString('latin1')
