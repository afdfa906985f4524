// `tzref zone`: shows a zone's clock at a moment, its next changes, and the lines of the release that decide them.
import type { Command } from 'commander'
import { DateTime } from 'luxon'
import { zoneTailoring } from '#core/artifact/tailoring.ts'
import { CommandError } from '#open/program/command-error.ts'
import { jsonLine } from '#open/program/json.ts'
import { MICRODEGREES, microdegreesFromText } from '#core/geo/microdegrees.ts'
import { formatDateTime, formatUtc, isPrintable } from '#core/time/moment.ts'
import { formatOffset } from '#core/time/offset.ts'
import { epochSeconds, type EpochSeconds } from '#core/time/units.ts'
import type { CompiledZone, Interval, SourceLine } from '#core/zone/compiled-zone.ts'
import { intervalAt } from '#core/zone/offset-at.ts'
import { UnknownNameError } from '#apps/library/check.ts'
import { Clock } from '#apps/library/clock.ts'
import { LuxonZone } from '#apps/library/luxon.ts'
import { whyAt } from '#core/zone/line-in-words.ts'
import { readingInWords } from '#core/zone/reading-in-words.ts'
import { transitionsAfter } from '#core/zone/transitions.ts'
import { trustAt, trustInWords, type Trust } from '#core/zone/trust.ts'
import { nowMs } from '#open/program/clock.ts'
import type { DataSource } from './data-source.ts'
import { readMoment } from '#open/program/moment-argument.ts'
import { openZones, type Zone } from '#core/ask/zones.ts'

/** Number of transitions shown. */
const SHOWN = 4

/** Says what `zone` takes and does. It uses the data that `data` opens. */
export function registerZone(command: Command, data: DataSource): void {
  command
    .argument('<id>', 'IANA identifier, in any case; aliases too')
    .option('--at <moment>', 'date-time (without an offset: UTC), Unix seconds, or now', 'now')
    .option('--lon <degrees>', 'longitude of a point, to show the mean time that it had')
  data
    .addOption(command)
    .option('--json', 'print it as JSON')
    .addHelpText(
      'after',
      `
Examples:
  npm run tzref -- zone Europe/Dublin
  npm run -s tzref -- zone Africa/Casablanca --at 2026-09-20T00:00:00Z --json
  npm run tzref -- zone Europe/Berlin --at 1880-01-01T12:00:00Z --lon 8.68`,
    )
    .action((id: string, options: { at: string; lon?: string; json?: true }) => {
      const lon = options.lon === undefined ? null : longitude(options.lon)
      const moment = readMoment('--at', options.at, epochSeconds(Math.floor(nowMs() / 1000)))
      const at = moment.kind === 'instant' ? moment.at : epochSeconds(moment.local)
      const artifact = data.open(options)
      try {
        const zones = openZones(artifact)
        const zone = zones.named(id)
        if (zone === null) {
          // An empty variable in a script names no zone at all.
          const names = [
            ...artifact.rows('zone').map(({ iana }) => iana),
            ...artifact.rows('zone_alias').map(({ name }) => name),
          ]
          const expected = `an identifier of tz ${artifact.manifest.tz} such as "Europe/Berlin"`
          throw new CommandError(
            new UnknownNameError('<id>', id, expected, names).message,
            id.trim() === '' ? 2 : 1,
          )
        }
        const compiled = zone.compiled()
        const lined = zone.withLines()
        const now = intervalAt(compiled, at)
        const tailoring = zoneTailoring(zone, artifact.manifest)
        const next: { at: EpochSeconds; after: Interval }[] = []
        for (const transition of transitionsAfter(compiled, at)) {
          if (next.length === SHOWN || !isPrintable(transition.at, transition.after.type.offset)) break
          next.push(transition)
        }
        const shown = {
          iana: zone.iana,
          display_name: zone.displayName,
          country: zone.country?.name ?? null,
          tz: artifact.manifest.tz,
          utc: formatUtc(at),
          ...(tailoring === null ? {} : { tailored: tailoring }),
          link: zones.linkLine(id),
          ...describe(zone, lined, at, now, lon),
          next: next.map((transition) => describe(zone, lined, transition.at, transition.after, lon)),
        }
        if (options.json) {
          process.stdout.write(jsonLine(shown))
          return
        }
        // For people: the weekday, and the time until each change, by luxon's calendar with our offsets.
        const calendar = (when: EpochSeconds): DateTime =>
          DateTime.fromSeconds(when, { zone: new LuxonZone(new Clock(compiled)), locale: 'en' })
        const base = calendar(at)
        const distances = next.map((change) => calendar(change.at).toRelative({ base }) ?? '')
        process.stdout.write(asText(shown, base.toFormat('cccc'), distances))
      } finally {
        artifact.close()
      }
    })
}

interface Described {
  readonly local: string
  readonly offset: string
  readonly abbreviation: string
  /** Name of the standard in force. Null when it has no name. */
  readonly name: string | null
  readonly is_dst: boolean
  /** The deciding lines. `words` is a line in English; null for a line that has no sentence. */
  readonly why: readonly (SourceLine & { readonly words: string | null })[]
  /** How the release's text was changed before it was read, in English. Null when it is read unchanged. */
  readonly reading: string | null
  /** How far the answer can be trusted. The words are null when it holds for the whole area of the zone. */
  readonly trust: Trust
  readonly trust_words: string | null
}

/** Degrees of longitude. Throws a CommandError when the text is not a longitude. */
function longitude(text: string): number {
  const read = microdegreesFromText(text, 180)
  if ('value' in read) return read.value / MICRODEGREES
  throw new CommandError(`--lon "${text}": expected a number of degrees between -180 and 180`, 2)
}

const describe = (
  zone: Zone,
  lined: CompiledZone,
  at: EpochSeconds,
  { type }: Interval,
  lon: number | null,
): Described => ({
  trust: trustAt(zone.compiled(), at),
  trust_words: trustInWords(trustAt(zone.compiled(), at), zone.compiled(), lon),
  local: formatDateTime(at, type.offset),
  offset: formatOffset(type.offset),
  abbreviation: type.abbreviation,
  name: zone.shown(type, at).name,
  is_dst: type.isDst,
  why: whyAt(lined, at),
  reading: readingInWords(zone.compiled(), at),
})

function asText(
  shown: Described & {
    iana: string
    tz: string
    tailored?: string
    link: SourceLine | null
    next: readonly Described[]
  },
  weekday: string,
  distances: readonly string[],
): string {
  const line = ({ local, abbreviation, name, is_dst }: Described) =>
    `${local}  ${abbreviation}${name === null ? '' : `  ${name}`}${is_dst ? '  DST' : ''}`
  const why = ({ why: lines, reading, trust_words: trust }: Described) => [
    ...lines.flatMap(({ file, line: number, text, words }) => [
      `    ${file}:${number}: ${text}`,
      ...(words === null ? [] : [`      ${words}`]),
    ]),
    ...[reading, trust].filter((words) => words !== null).map((words) => `    ${words}`),
  ]
  return [
    `${shown.iana} (tz ${shown.tz})`,
    ...(shown.tailored === undefined ? [] : [`    changed from the release:  ${shown.tailored}`]),
    ...(shown.link === null ? [] : [`    ${shown.link.file}:${shown.link.line}: ${shown.link.text}`]),
    `${line(shown)}  (${weekday})`,
    ...why(shown),
    shown.next.length === 0 ? 'no change after that' : 'next changes:',
    ...shown.next.flatMap((change, index) => [`  ${line(change)}  (${distances[index]})`, ...why(change)]),
    '',
  ].join('\n')
}
