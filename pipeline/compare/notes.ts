// Writes a release diff as release notes: Markdown under fixed headings, and the same content as JSON.
import { jsonLine } from '#open/program/json.ts'
import { formatUtc } from '#core/time/moment.ts'
import { boundaryOrigin } from '#core/artifact/boundaries-credit.ts'
import { tailoringInWords } from '#core/artifact/tailoring.ts'
import type { ClockChange } from '#core/compare/clock-changes.ts'
import { COMPARED_YEARS } from '#core/compare/stretches.ts'
import type { BoundariesDiff, ChangedArea } from './moved-borders.ts'
import { identifierWords } from './identifier-words.ts'
import { isEmpty, namesOf, readingText, type ReleaseDiff } from './release-diff.ts'
import type { TableDiff } from './table-changes.ts'

/** The most rows of one list that are printed. Further rows are counted here and listed in the JSON. */
const MOST_ROWS = 8

const ABSENT = 'Not in these artifacts.'
const NONE = 'None.'

/** Returns the release notes in Markdown. */
export function diffMarkdown(diff: ReleaseDiff): string {
  const { older, newer } = diff
  const sections: [string, string][] = [
    ['Briefly', diff.briefly.length === 0 ? 'Nothing changed.' : list(diff.briefly, Infinity)],
    ['Future timestamps', clocks(diff.future)],
    ['Past timestamps', clocks(diff.past)],
    ['Names of zones', identifiers(diff.identifiers)],
    ['Boundaries', `${boundaries(diff.boundaries)}${originOf(newer.boundaries)}`],
    ['Countries, cities and standards', reference(diff)],
  ]
  const head = `# ${older.tz} to ${newer.tz}

From artifact ${older.id} to ${newer.id}: boundaries ${older.boundaries ?? 'none'} to ${newer.boundaries ?? 'none'}. Times are UTC;
everything before ${newer.reference_date}, the day ${newer.tz} came out, is the past.
${[older, newer].flatMap((side) => tailoringInWords(side).map((words) => `\nIn ${side.tz}, changed by the operator: ${words}\n`)).join('')}`
  return `${head}\n${sections.map(([title, body]) => `## ${title}\n\n${body}\n`).join('\n')}`
}

/**
 * Returns the release notes as JSON. Instants are UTC texts. `until` null means for ever. `goesOn` means that the clocks differ in the
 * same way every year after.
 */
export function diffJson(diff: ReleaseDiff): string {
  const readable = {
    ...diff,
    future: diff.future.map(readableClocks),
    past: diff.past.map(readableClocks),
  }
  return jsonLine(readable)
}

const readableClocks = ({ zones, stretches, isPermanent, goesOn }: ClockChange) => ({
  zones,
  isPermanent,
  goesOn,
  stretches: stretches.map(({ from, until, was, is }) => ({
    from: formatUtc(from),
    until: until === null ? null : formatUtc(until),
    was,
    is,
  })),
})

function list(lines: readonly string[], most = MOST_ROWS): string {
  const more = lines.length - most
  const shown = lines.slice(0, most).map((line) => `- ${line}`)
  if (more > 0) shown.push(`- and ${more} more (\`--json\` lists all)`)
  return shown.join('\n')
}

function clocks(changes: readonly ClockChange[]): string {
  if (changes.length === 0) return NONE
  return changes.map((change) => `${namesOf(change.zones)}:\n\n${stretchTable(change)}`).join('\n\n')
}

function stretchTable({ stretches, goesOn }: ClockChange): string {
  const rows = stretches
    .slice(0, MOST_ROWS)
    .map(
      ({ from, until, was, is }) =>
        `| ${from === COMPARED_YEARS.from ? 'the beginning' : formatUtc(from)} | ${until === null ? 'for ever' : formatUtc(until)} | ${readingText(was)} | ${readingText(is)} |`,
    )
  const more = stretches.length - rows.length
  const until = stretches.at(-1)?.until ?? null
  const rest = goesOn
    ? 'and so on every year, without end'
    : more > 0
      ? `and ${more} more${until === null ? '' : `, until ${formatUtc(until)}`}`
      : null
  const table = ['| from | until | was | is |', '| --- | --- | --- | --- |', ...rows].join('\n')
  return rest === null ? table : `${table}\n\n${rest}`
}

function identifiers(changes: ReleaseDiff['identifiers']): string {
  const { zones, names } = identifierWords(changes)
  const lines = [...zones, ...names, ...changes.changedZones.map(fieldsLine)]
  return lines.length === 0 ? NONE : list(lines, 40)
}

const fieldsLine = ({ name, fields }: TableDiff['changed'][number]): string =>
  `${name}: ${fields.map(({ field, was, is }) => `${field} ${was ?? 'none'} → ${is ?? 'none'}`).join(', ')}`

const areaLine = ({ zone, gained, lost }: ChangedArea): string =>
  `${zone}: it gained ${gained} km², it lost ${lost} km²`

/** The origin of the newer artifact's boundary release. All release notes state it. */
const originOf = (release: string | null): string =>
  release === null ? '' : `\n\n${release}: ${boundaryOrigin(release)}`

const UNCOMPARED = {
  absent: ABSENT,
  same: NONE,
  added: 'The newer artifact has boundaries, the older one has none.',
  removed: 'The older artifact has boundaries, the newer one has none.',
} as const

function boundaries(diff: BoundariesDiff): string {
  if (diff.kind !== 'changed') return UNCOMPARED[diff.kind]
  if (diff.zones.length === 0) return 'The files differ, and no zone has another area.'
  return list(diff.zones.map(areaLine), 40)
}

function reference({ countries, cities, standards }: ReleaseDiff): string {
  const parts = Object.entries({ Countries: countries, Cities: cities, Standards: standards })
  if (parts.every(([, table]) => table === null)) return ABSENT
  return parts.map(([title, table]) => `${title}: ${tableText(table)}`).join('\n\n')
}

function tableText(table: TableDiff | null): string {
  if (table === null) return 'not in these artifacts.'
  if (isEmpty(table)) return 'none changed.'
  const lines = [
    ...table.added.map(({ key, name }) => `${name} (${key}) is new`),
    ...table.removed.map(({ key, name }) => `${name} (${key}) is removed`),
    ...table.changed.map(fieldsLine),
  ]
  return `\n\n${list(lines)}`
}
