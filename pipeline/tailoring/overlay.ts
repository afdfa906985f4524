// Reads an operator's own correction, written as tz source: its Zones and Rules, the release it was made for, and the reason.
import { faultInFile, faultsIn, quoted } from '../source-error.ts'
import type { SourceFile, TzLines } from '../parse/tz-records.ts'
import { readTzLines } from '../parse/tz-source.ts'

/** Zones that an operator defines differently from a tz release. */
export type Overlay = ReturnType<typeof readOverlay>

const FIRST_LINE = /^# overlay (\d{4}[a-z]{1,2}): (\S.*?)\s*$/

/**
 * Reads an overlay, with its reason and the tz release that it was made for (`2026f`). It has whole Zones, each with a Rule set of the
 * overlay or of the release. It must not have Links, or Rules that no Zone of the overlay names, because those would have no effect. Throws
 * a SourceError for anything else.
 */
export function readOverlay(given: SourceFile) {
  // Editors on Windows end lines with CRLF.
  const source = { ...given, text: given.text.replaceAll('\r\n', '\n') }
  const [first = ''] = source.text.split('\n', 1)
  const [, release, reason] = FIRST_LINE.exec(first) ?? []
  if (release === undefined || reason === undefined)
    throw faultInFile(
      'no-release',
      source.name,
      `found ${first.startsWith('\uFEFF') ? 'a byte order mark before ' : ''}${quoted(first.replace('\uFEFF', ''))}; an overlay begins with the release it was made for, and why: "# overlay 2026f: Decree 12 of 21 November"`,
      { line: 1 },
    )
  const lines = readTzLines([source], null)
  const [link] = lines.links
  if (link !== undefined)
    throw faultsIn(link.source, `Link ${link.linkName}`)(
      'unsupported',
      'an overlay corrects zones, and cannot add names',
    )
  if (lines.zones.length === 0)
    throw faultInFile(
      'bad-fields',
      source.name,
      'found no Zone; an overlay has complete Zones, with their Rules if those change',
    )
  const named = ruleSetsNamedBy(lines)
  const idle = lines.rules.find(({ name }) => !named.has(name))
  if (idle !== undefined)
    throw faultsIn(idle.source, `Rule ${idle.name}`)('unknown-rule', 'no Zone of the overlay has these Rules')
  return { file: source.name, release, reason, lines }
}

/** Returns the names of the rule sets that Zones use. */
export const ruleSetsNamedBy = ({ zones }: Pick<TzLines, 'zones'>): Set<string> =>
  new Set(
    zones.flatMap(({ lines }) => lines.flatMap(({ rules }) => (rules.kind === 'named' ? rules.name : []))),
  )
