// The type of compile.js, which is JavaScript because it makes JavaScript of all else.

/** Dependencies that what is compiled has in it. */
export const BUNDLED: readonly string[]

/**
 * Compiles the program, or other `entries`, into `made`, which is to be moved to `folder`. `wording` gets the text of each source. Gives the
 * files that were compiled, from the checkout's root.
 */
export function compile(
  made: string,
  folder: string,
  options?: {
    readonly wording?: (text: string) => string
    readonly sourcemap?: false | 'linked'
    readonly entries?: readonly string[]
  },
): Promise<string[]>
