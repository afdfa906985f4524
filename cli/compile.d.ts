// The type of compile.js, which is JavaScript because it makes JavaScript of all else.

/** Compiles the program into `made`, which is to be moved to `folder`. `wording` gets the text of each source. */
export function compile(
  made: string,
  folder: string,
  options?: { readonly wording?: (text: string) => string; readonly sourcemap?: false | 'linked' },
): Promise<void>
