// A zone's name as programs write it → an identifier of the tz release.

/** Text that programs put before an identifier: `/mozilla.org/20050126_1/`, `/citadel.org/20210210_1/`. */
const AROUND = /^\/[^/]+\/(?:[^/]*\d[^/]*\/)?/

/**
 * The identifier of a zone. It tries the name itself, then the name without the text that programs put before it, then the identifier that a
 * Windows name stands for. Answers the name itself if none of these is known.
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
