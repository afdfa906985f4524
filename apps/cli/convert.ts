// `tzref convert`: shows one moment on several clocks, as /convert answers it, without a server.
import { type Command, Option } from 'commander'
import { CommandError } from '#open/program/command-error.ts'
import { jsonLine } from '#open/program/json.ts'
import { formatUtc, type Moment } from '#core/time/moment.ts'
import { epochSeconds } from '#core/time/units.ts'
import { openAlmanac, type Almanac } from '#core/ask/almanac.ts'
import type { Resolution } from '#core/ask/clock.ts'
import { convert, type Conversion, type Converted, type ConvertedSide } from '#core/ask/convert.ts'
import { answerAtDegrees } from '#core/ask/look-up.ts'
import { readPoint } from '#apps/search/point-text.ts'
import { citiesMeant, faultWords, rejectedWords, resolvedWords } from '#core/ask/convert-words.ts'
import { momentOnClockOf, type Reader } from '#apps/search/typed-moment-on.ts'
import { conversionResource } from '#serve/api/answer/conversion.ts'
import { nowMs } from '#open/program/clock.ts'
import { clockLine } from './clock-line.ts'
import type { DataSource } from './data-source.ts'
import { readMoment, zoneArgument } from '#open/program/moment-argument.ts'

const RESOLUTIONS: readonly Resolution[] = ['earliest', 'latest', 'reject']
const MOST_TARGETS = 10

interface ConvertOptions {
  readonly resolution: Resolution
  readonly myZone?: string
  readonly json?: true
}

/** Says what `convert` takes and does. It uses the data that `data` opens. */
export function registerConvert(command: Command, data: DataSource): void {
  command
    .usage('[options] [moment] <from> <to...>')
    .argument(
      '<words...>',
      `[moment]: "2026-03-29 02:30" or "Thursday 3pm" on the clock of <from>, a date-time with an offset, Unix seconds; now if absent.
<from>: IANA identifier, UTC+3, abbreviation, city, country or point. <to>: one to ten of the same`,
    )
    .addOption(
      new Option('--resolution <which>', 'how to read <moment> if it happens twice or never')
        .choices(RESOLUTIONS)
        .default('earliest'),
    )
    .option(
      '--my-zone <id>',
      'your own zone: that of "my time", and whose "today" is asked about if it is another',
    )
  data
    .addOption(command)
    .option('--json', 'print it as JSON')
    .addHelpText(
      'after',
      `
Examples:
  npm run tzref -- convert "2026-03-29 02:30" Europe/Berlin Asia/Tokyo
  npm run tzref -- convert now "geo:52.52,13.405" "POINT(139.69 35.68)"
  npm run tzref -- convert Berlin Tokyo
  npm run tzref -- convert "Thursday 3pm" EST India
  npm run -s tzref -- convert now UTC "New York" Singapore EST --json`,
    )
    .action((words: string[], options: ConvertOptions) => {
      const now = epochSeconds(Math.floor(nowMs() / 1000))
      const artifact = data.open({ ...options })
      try {
        const almanac = openAlmanac(artifact)
        const { moment, from, to } = questionIn(words, {
          almanac,
          now,
          reader: zoneArgument('--my-zone', options.myZone, (id) => almanac.zones.named(id)),
        })
        /** A point is the zone there, and anything else is itself. */
        const placed = (token: string): string => {
          const point = readPoint(token)
          return (point && answerAtDegrees(almanac.places(), point)?.zone.iana) ?? token
        }
        const conversion = settled(
          convert(
            { from: placed(from), to: to.map(placed), moment, resolution: options.resolution },
            almanac,
            now,
          ),
          almanac,
        )
        const resource = () => conversionResource(conversion, { base: '/v1', web: '' })
        process.stdout.write(options.json ? jsonLine(resource()) : asText(conversion, [from, ...to]))
      } finally {
        artifact.close()
      }
    })
}

/** The moment and the places of the words of a command. Without a moment, the first word is a place, and now is meant. */
export function questionIn(words: readonly string[], by: Reader) {
  const { almanac, now } = by
  const [first = '', second = ''] = words
  const read = (text: string): Moment | string => momentOnClockOf(second, text, by)
  const isName = almanac.meaningsOf(first).kind !== 'unknown' || readPoint(first) !== null
  const isPlace = isName && typeof read(first) === 'string'
  const moment = readMoment('<moment>', isPlace ? 'now' : first, now, read)
  const [from = '', ...to] = isPlace ? words : words.slice(1)
  if (to.length === 0) throw new CommandError('expected <from> and at least one <to>', 2)
  if (to.length > MOST_TARGETS)
    throw new CommandError(`${to.length} places to convert to, at most ${MOST_TARGETS}`, 2)
  return { moment, from, to }
}

/** The conversion. Throws a CommandError for faults and for a choice. */
function settled(converted: Converted, almanac: Almanac): Conversion {
  switch (converted.kind) {
    case 'converted':
      return converted.conversion
    case 'faults':
      throw new CommandError(
        converted.faults.map((fault) => `<${fault.parameter}> ${faultWords(fault)}`).join('\n'),
        1,
      )
    case 'choice': {
      const { standards, zones } = converted.candidates
      const places = citiesMeant(converted.candidates, almanac)
      const names = [
        ...standards.map(({ slug }) => slug),
        ...zones.map((zone) => [zone.iana, places.get(zone) ?? []].flat().join('  ')),
      ]
      throw new CommandError(
        `<${converted.parameter}> "${converted.token}" has ${names.length} meanings; name one of them:\n  ${names.join('\n  ')}`,
        1,
      )
    }
    case 'rejected':
      throw new CommandError(rejectedWords(converted.ambiguity), 1)
    case 'years':
      throw new CommandError('a local date of the answer would leave the years 0001–9999', 1)
  }
}

function asText({ at, from, to, ambiguity }: Conversion, tokens: readonly string[]): string {
  const sides = [from, ...to]
  const labels = sides.map(({ id }, index) => (tokens[index] === id ? id : `${tokens[index]} (${id})`))
  const width = Math.max(...labels.map((label) => label.length))
  const line = (side: ConvertedSide, index: number): string =>
    clockLine((labels[index] ?? '').padEnd(width), at, side)
  return [
    ...sides.map(line),
    `${'UTC'.padEnd(width)}  ${formatUtc(at)}`,
    ...(ambiguity === null ? [] : [resolvedWords(ambiguity)]),
    '',
  ].join('\n')
}
