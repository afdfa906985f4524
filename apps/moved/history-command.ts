// `tzref history FILE RELEASES…`: writes the clocks of many tz releases into one small file.
import { readFileSync } from 'node:fs'
import type { Command } from 'commander'
import { expectFile } from '#open/program/file-kind.ts'
import { jsonLine } from '#open/program/json.ts'
import { encodeHistory, openHistory, type History } from '#core/artifact/history.ts'
import { findProbe } from '#core/runtime/compare.ts'
import type { Probe } from '#core/runtime/probes.ts'
import { olderReleases } from '#pipeline/assemble/older-releases.ts'
import { releaseBetween } from '#pipeline/assemble/release-between.ts'
import { releasesAt } from '#pipeline/assemble/release-clocks.ts'
import { readMomentData } from '#pipeline/parse/moment-data.ts'
import { DIST } from '#pipeline/paths.ts'
import { writeWhole } from '#pipeline/whole-file.ts'

interface HistoryOptions {
  readonly between: readonly string[]
  readonly before: readonly string[]
  readonly dist: string
  readonly probes?: true
  readonly json?: true
}

/** Says what `history` takes and does. */
export function registerHistory(command: Command): void {
  command
    .argument('<file>', 'the file to write; a history that is there is replaced')
    .argument(
      '<releases...>',
      'artifacts, tz tarballs, folders of them or of their files, .zi files, other histories',
    )
    .option(
      '--between <files...>',
      'data files of moment-timezone (data/packed/latest.json) of releases whose sources you do not have: each zone then has the clock of the release before or after, whichever the data agrees with',
      [],
    )
    .option(
      '--before <files...>',
      'for older releases whose sources you do not have: the sources of a release, its data file of npm tzdata (timezone-data.json, named 2026b.json), then those of older releases, the newest first; "2022b=2022c" is a release with the clocks of the one before it in this list',
      [],
    )
    .option('--dist <folder>', 'folder of the artifacts', DIST)
    .option('--probes', 'print, for each release, the instant that best distinguishes it from the one before')
    .option('--json', 'print the releases in it, oldest first')
    .addHelpText(
      'after',
      `
"tzref moved --history" and the library's tzref/history read it. The same releases give the same bytes.

Examples:
  npm run tzref -- history tz-history.bin current
  npm run tzref -- history tz-history.bin tz-history.bin tzdata2026g.tar.gz
  npm run tzref -- history tz-history.bin tz-history.bin --between moment-timezone/data/packed/latest.json`,
    )
    .action((file: string, named: string[], options: HistoryOptions) => {
      const older = options.before.length === 0 ? [] : olderReleases(options.before)
      const given = [...older, ...named.flatMap((one) => releasesAt(one, options.dist))]
      const between = options.between.map((path) => {
        expectFile(path, 'a data file of moment-timezone')
        return releaseBetween(readMomentData(path, readFileSync(path)), given)
      })
      const bytes = encodeHistory([...given, ...between])
      const history = openHistory(bytes)
      const { releases } = history
      writeWhole(file, bytes)
      if (options.probes) for (const probe of probesOf(history)) process.stdout.write(jsonLine(probe))
      process.stdout.write(
        options.json
          ? jsonLine({ file, bytes: bytes.length, releases })
          : `${file}: ${releases.join(', ')} in ${bytes.length} bytes\n`,
      )
    })
}

/** Instants are compared from 1970 to here: 2037-01-01. */
const UNTIL = 2_114_380_800

/**
 * The probes by which `tzref runtime` would recognize each release after the first. A release that changed no offset since 1970 has none.
 */
function probesOf(history: History): Probe[] {
  return history.releases
    .map((release, i) => {
      const [older, newer] = [history.clocks(history.releases[i - 1] ?? ''), history.clocks(release)]
      return older === null || newer === null ? null : findProbe(older, newer, newer.zoneIds, UNTIL)
    })
    .filter((probe) => probe !== null)
}
