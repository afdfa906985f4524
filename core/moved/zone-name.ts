// A zone as people's programs write it → the identifier that clocks know.

/** `/mozilla.org/20050126_1/` and `/citadel.org/20210210_1/` before an identifier. */
const AROUND = /^\/[^/]+\/(?:[^/]*\d[^/]*\/)?/

/**
 * The identifier of a zone: the name itself where it is known, else without what programs write before it, else what Windows' name stands for.
 * The name itself where none of these is known.
 */
export function identifierOf(
  name: string,
  windows: ReadonlyMap<string, string>,
  isKnown: (identifier: string) => boolean,
): string {
  const bare = name.trim().replaceAll(/^"|"$/g, '').replace(AROUND, '')
  const found = [name, bare, windows.get(bare) ?? ''].find((one) => one !== '' && isKnown(one))
  return found ?? name
}
