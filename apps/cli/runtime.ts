// `tzref runtime`: shows the tz release of a runtime, and which zones it gets wrong between 1970 and some years from now.
import type { Command } from 'commander'
import { openZones } from '#core/ask/zones.ts'
import { CommandError } from '#open/program/command-error.ts'
import { jsonLine } from '#open/program/json.ts'
import { wrongZones, type WrongZone } from '#core/runtime/compare.ts'
import { carriedBy, PROBES, type Carried } from '#core/runtime/probes.ts'
import { addYears, formatUtc } from '#core/time/moment.ts'
import { formatOffset } from '#core/time/offset.ts'
import { epochSeconds, offsetSeconds } from '#core/time/units.ts'
import { nowMs } from '#open/program/clock.ts'
import type { OpenData, DataSource } from './data-source.ts'
import { folderRuntime, RUNTIMES, type Runtime, type RuntimeName } from './ask-runtime.ts'

/** Number of years from now that are compared. Times before 1970 are not: releases differ in whose past they keep. */
const YEARS = 10

interface RuntimeReport extends Carried {
  readonly runtime: string
  readonly says: string | null
  /** The tz release that it is compared with. */
  readonly compared: string
  readonly zones: number
  readonly wrong: readonly WrongZone[]
  /** Links of the tz release that the runtime does not know. */
  readonly missing: readonly string[]
}

/** Says what `runtime` takes and does. It uses the data that `data` opens. */
export function registerRuntime(command: Command, data: DataSource): void {
  const names = Object.keys(RUNTIMES)
  command
    .argument('[runtime]', `${names.join(', ')}: where they are installed`, 'node')
    .option('--program <file>', 'the program to ask, such as the binary of another Node')
    .option('--tzdir <folder>', 'a folder of TZif files instead of a runtime: /usr/share/zoneinfo')
  data
    .addOption(command)
    .option('--json', 'print it as JSON')
    .addHelpText(
      'after',
      `
It is compared with the artifact from 1970 until ${YEARS} years from now. The exit code is 1 if a zone is wrong.

Examples:
  npm run -s tzref -- runtime
  npm run -s tzref -- runtime python --json
  npm run -s tzref -- runtime node --program /opt/node-22/bin/node
  npm run -s tzref -- runtime --tzdir /usr/share/zoneinfo`,
    )
    .action((name: string, options: { tzdir?: string; program?: string; json?: true }, { args }: Command) => {
      if (options.tzdir !== undefined && (args.length > 0 || options.program !== undefined))
        throw new CommandError('found --tzdir beside a runtime or --program, expected it alone', 2)
      if (!isRuntime(name)) throw new CommandError(`found "${name}", expected one of ${names.join(', ')}`, 2)
      const runtime =
        options.tzdir === undefined ? RUNTIMES[name](options.program) : folderRuntime(options.tzdir)
      const report = reportOf(runtime, data.open(options))
      process.stdout.write(options.json ? jsonLine(readable(report)) : asText(report))
      if (report.wrong.length > 0)
        throw new CommandError(`${report.wrong.length} zones are wrong; what fixes it is ${runtime.fix}`, 1)
    })
}

const isRuntime = (name: string): name is RuntimeName => Object.hasOwn(RUNTIMES, name)

function reportOf({ name, says, ask }: Runtime, artifact: OpenData): RuntimeReport {
  try {
    const zones = openZones(artifact).listed.map((zone) => zone.compiled())
    const links = artifact.rows('zone_alias').map(({ name: link }) => link)
    const known = ask(new Map(links.map((link) => [link, [0]])))
    const shown = ask(new Map(PROBES.map(({ zone, at }) => [zone, [at]])))
    const until = addYears(epochSeconds(Math.floor(nowMs() / 1000)), YEARS)
    return {
      runtime: name,
      says,
      ...carriedBy((zone) => shown.get(zone)?.[0] ?? null),
      compared: artifact.manifest.tz,
      zones: zones.length,
      wrong: wrongZones(zones, ask, 0, until),
      missing: links.filter((link) => (known.get(link) ?? null) === null),
    }
  } finally {
    artifact.close()
  }
}

const readable = ({ wrong, ...report }: RuntimeReport) => ({
  ...report,
  wrong: wrong.map(({ from, ...zone }) => ({
    ...zone,
    from: from === null ? null : formatUtc(epochSeconds(from)),
  })),
})

function asText(report: RuntimeReport): string {
  const { runtime, says, compared, zones, wrong, missing } = report
  const said = says === null ? '' : `, and says it has ${says}`
  const lines = [
    `${runtime} shows ${releaseInWords(report)}${said}.`,
    wrong.length === 0
      ? `All ${zones} zones match ${compared}, from 1970 until ${YEARS} years from now.`
      : `${wrong.length} of ${zones} zones differ from ${compared}:`,
    ...wrong.map(wrongInWords),
    ...(missing.length === 0 ? [] : [`It does not know ${missing.length} links: ${missing.join(', ')}`]),
  ]
  return `${lines.join('\n')}\n`
}

function releaseInWords({ release, before, odd }: Carried): string {
  const last = PROBES.at(-1)?.since ?? ''
  const shown =
    release === null
      ? `a tz release before ${before ?? ''}`
      : before === null
        ? `tz ${release}${release === last ? ' or newer' : ''}`
        : `tz ${release}`
  return odd.length === 0 ? shown : `${shown}, but otherwise what changed in ${odd.join(', ')}`
}

function wrongInWords({ zone, from, shown, right }: WrongZone): string {
  if (from === null || shown === null) return `  ${zone}: not known`
  return `  ${zone}: from ${formatUtc(epochSeconds(from))} it shows ${offsetText(shown)}, correct is ${offsetText(right)}`
}

const offsetText = (seconds: number): string => formatOffset(offsetSeconds(seconds))
