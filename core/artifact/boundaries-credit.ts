// Texts about the boundary data: the credit that its licence requires in every answer, and what is known about its origin.

/** Web addresses are plain text here. NOTICE has the same text. */
export const BOUNDARY_CREDIT =
  'Contains information from timezone-boundary-builder (https://github.com/evansiroky/timezone-boundary-builder), which is made available here under the Open Database License (ODbL) 1.0 (https://opendatacommons.org/licenses/odbl/1-0/); © OpenStreetMap contributors (https://www.openstreetmap.org/copyright).'

/**
 * Version of the npm package geo-tz → the release of timezone-boundary-builder that it holds, according to its project's pull requests, and how
 * many of its zones were compared with a copy of that release and agreed.
 */
const SAID_OF_GEO_TZ: ReadonlyMap<string, readonly [release: string, compared: number]> = new Map([
  ['8.1.8', ['2026c', 0]],
  ['8.1.9', ['2026d', 9]],
])

/** A text with what is known and not known about a boundary release. `docs/sources.md` says how it is known. */
export function boundaryOrigin(release: string): string {
  const version = /^geo-tz-(.+)$/.exec(release)?.[1]
  if (version !== undefined) {
    const said = SAID_OF_GEO_TZ.get(version)
    return `The npm package geo-tz ${version}, which does not say which release of timezone-boundary-builder it holds${said === undefined ? '' : saidOf(...said)}. Coordinates have six decimals.`
  }
  if (/^\d{4}[a-z]+$/.test(release))
    return `The official file of timezone-boundary-builder ${release}. Coordinates are rounded to six decimals.`
  return `Boundaries that whoever pinned them calls ${release}; nothing else is known of them.`
}

const saidOf = (release: string, compared: number): string =>
  `; its project says ${release}, and ${
    compared === 0
      ? 'nobody has compared that'
      : `${compared} of its zones were compared with a copy of that release and agree; the others were not compared`
  }`
