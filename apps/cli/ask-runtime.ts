// Asks the clocks of a runtime, or of a folder of TZif files, for their offsets. They are only examined: no answer uses them.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CommandError } from '#open/program/command-error.ts'
import { decodeTzif } from '#core/formats/tzif.ts'
import type { AskClocks } from '#core/runtime/compare.ts'
import { epochSeconds } from '#core/time/units.ts'
import { offsetAt } from '#core/zone/offset-at.ts'
import { runtimeOffset } from '#apps/library/runtime.ts'

/** A runtime whose clocks can be asked. */
export interface Runtime {
  /** "Node 20.20.2". */
  readonly name: string
  /** The tz release that it reports. Null when it reports none. */
  readonly says: string | null
  readonly ask: AskClocks
  /** How to update it. */
  readonly fix: string
}

/**
 * Runtimes by their name on the command line. Each takes the given program or the installed one, and throws a CommandError when there is
 * none.
 */
export const RUNTIMES = {
  node: nodeRuntime,
  python: pythonRuntime,
  java: javaRuntime,
  php: phpRuntime,
} as const
export type RuntimeName = keyof typeof RUNTIMES

function nodeRuntime(program?: string): Runtime {
  if (program !== undefined) return otherNode(program)
  return {
    name: `Node ${process.versions.node}`,
    says: process.versions['tz'] ?? null,
    ask: (questions) =>
      new Map(
        [...questions].map(([zone, instants]) => [
          zone,
          runtimeOffset(zone, 0) === null ? null : instants.map((at) => runtimeOffset(zone, at * 1000) ?? 0),
        ]),
      ),
    fix: 'a newer Node: `node -p process.versions.tz` says which release it has',
  }
}

/** A Node program other than this one, from Node 12 on. */
function otherNode(program: string): Runtime {
  const [version = '', release = ''] = run(
    program,
    ['-p', '`${process.versions.node} ${process.versions.tz || ""}`'],
    '',
  )
    .trim()
    .split(' ')
  expectVersion(program, version, /^\d/, 'Node')
  return {
    name: `Node ${version}`,
    says: release === '' ? null : release,
    ask: asking(program, ['-e', NODE]),
    fix: 'a newer Node: `node -p process.versions.tz` says which release it has',
  }
}

/** A folder of TZif files, such as /usr/share/zoneinfo. Throws a CommandError for a folder without any. */
export function folderRuntime(folder: string): Runtime {
  if (!existsSync(join(folder, 'Etc/UTC')) && !existsSync(join(folder, 'UTC')))
    throw new CommandError(`${folder}: expected a folder of TZif files, such as /usr/share/zoneinfo`, 2)
  expectPosix(folder)
  const versions = [join(folder, '+VERSION'), join(folder, 'tzdata.zi')].filter((path) => existsSync(path))
  const head = versions[0] === undefined ? '' : readFileSync(versions[0], 'utf8').slice(0, 40)
  return {
    name: folder,
    says: /\b\d{4}[a-z]{1,2}\b/.exec(head)?.[0] ?? null,
    ask: (questions) =>
      new Map(
        [...questions].map(([zone, instants]) => {
          const path = join(folder, zone)
          const file = fileAt(path)
          const clock = file === null ? null : decodeTzif(zone, file)
          return [zone, clock === null ? null : instants.map((at) => offsetAt(clock, epochSeconds(at)))]
        }),
      ),
    fix: 'the package that the folder belongs to: tzdata, on most systems',
  }
}

/**
 * The bytes of a file. Null when it does not exist. Throws a CommandError for a link to itself, and for a file that cannot be
 * read.
 */
function fileAt(path: string): Buffer | null {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isFile() === true ? readFileSync(path) : null
  } catch (error) {
    const isLoop = error instanceof Error && 'code' in error && error.code === 'ELOOP'
    const what = isLoop ? 'a link to itself' : String(error)
    throw new CommandError(`${path}: found ${what}, expected a TZif file`, 2)
  }
}

/** Position of the count of leap seconds in the header of a TZif file (RFC 9636). */
const LEAP_COUNT = 28

/** Throws a CommandError for a folder whose clocks count leap seconds, like those in `right/`: none of its instants are POSIX times. */
function expectPosix(folder: string): void {
  const utc = fileAt(join(folder, 'Etc/UTC')) ?? fileAt(join(folder, 'UTC'))
  if (utc === null || utc.length < 44 || utc.readUInt32BE(LEAP_COUNT) === 0) return
  throw new CommandError(
    `${folder}: its clocks count leap seconds, like a folder right/; expected a folder with POSIX time, such as /usr/share/zoneinfo`,
    2,
  )
}

// Each program reads lines `zone instant instant …` and writes lines `zone offset offset …`, or only the zone when it does not know it.
const PYTHON = `
import sys, datetime, zoneinfo
utc = datetime.timezone.utc
begin = datetime.datetime(1970, 1, 1, tzinfo=utc)
for line in sys.stdin:
    zone, *instants = line.split()
    try:
        clock = zoneinfo.ZoneInfo(zone)
    except Exception:
        print(zone)
        continue
    times = (begin + datetime.timedelta(seconds=int(at)) for at in instants)
    print(zone, *(int(time.astimezone(clock).utcoffset().total_seconds()) for time in times))
`
const NODE = `
require('fs').readFileSync(0, 'utf8').trim().split('\\n').forEach((line) => {
  const words = line.split(' '), zone = words.shift()
  let clock
  try {
    const two = '2-digit'
    clock = new Intl.DateTimeFormat('en-US', { timeZone: zone, hourCycle: 'h23', year: 'numeric', month: two, day: two, hour: two, minute: two, second: two })
  } catch (error) {
    console.log(zone)
    return
  }
  const offsets = words.map((at) => {
    const parts = {}
    clock.formatToParts(at * 1000).forEach(({ type, value }) => (parts[type] = Number(value)))
    return Date.UTC(parts.year, parts.month - 1, parts.day, parts.hour % 24, parts.minute, parts.second) / 1000 - at
  })
  console.log([zone].concat(offsets).join(' '))
})
`
const PHP = `
while (($line = fgets(STDIN)) !== false) {
  $words = preg_split('/\\s+/', trim($line));
  $zone = array_shift($words);
  try { $clock = new DateTimeZone($zone); } catch (Exception $error) { echo "$zone\\n"; continue; }
  $offsets = array_map(fn($at) => $clock->getOffset(new DateTime("@$at")), $words);
  echo $zone, ' ', implode(' ', $offsets), "\\n";
}
`
const JAVA = `
import java.time.*; import java.util.*;
public class Ask {
  public static void main(String[] args) throws Exception {
    if (args.length > 0) {
      System.out.println(java.time.zone.ZoneRulesProvider.getVersions("UTC").lastEntry().getKey());
      return;
    }
    var in = new java.io.BufferedReader(new java.io.InputStreamReader(System.in));
    var out = new StringBuilder();
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      var words = line.split(" ");
      out.append(words[0]);
      try {
        var rules = ZoneId.of(words[0]).getRules();
        for (int i = 1; i < words.length; i++)
          out.append(' ').append(rules.getOffset(Instant.ofEpochSecond(Long.parseLong(words[i]))).getTotalSeconds());
      } catch (DateTimeException error) { }
      out.append('\\n');
    }
    System.out.print(out);
  }
}
`

function pythonRuntime(program = 'python3'): Runtime {
  const version = run(program, ['--version'], '').trim()
  expectVersion(program, version, /^Python \d/, 'Python')
  return {
    name: version,
    says: null,
    ask: asking(program, ['-c', PYTHON]),
    fix: "the system's tzdata, or where there is none: pip install --upgrade tzdata",
  }
}

function phpRuntime(program = 'php'): Runtime {
  const [version = '', release = ''] = run(
    program,
    ['-r', 'echo PHP_VERSION, " ", timezone_version_get();'],
    '',
  ).split(' ')
  expectVersion(program, version, /^\d/, 'PHP')
  return {
    name: `PHP ${version}`,
    // Debian's Python comes without data and reports 0.system: it reads the system's zoneinfo.
    says: /^\d{4}/.test(release) ? release : null,
    ask: asking(program, ['-r', PHP]),
    fix: 'PHP, or only its data: pecl install timezonedb',
  }
}

/** Java needs a source file, which it compiles before it runs it. */
function inSource<Result>(use: (path: string) => Result): Result {
  const folder = mkdtempSync(join(tmpdir(), 'tzref-runtime-'))
  try {
    const path = join(folder, 'Ask.java')
    writeFileSync(path, JAVA)
    return use(path)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function javaRuntime(program = 'java'): Runtime {
  const version = run(program, ['--version'], '').split('\n')[0] ?? ''
  expectVersion(program, version, /^(?:java|openjdk) \d/, 'Java')
  return {
    name: `Java (${version})`,
    says: inSource((path) => run(program, [path, 'version'], '').trim()),
    ask: (questions) => inSource((path) => asking(program, [path])(questions)),
    fix: 'the JDK, or only its data, with the TZUpdater of its maker',
  }
}

/** Throws a CommandError when what a program says of its version shows that it is another program than was expected. */
function expectVersion(program: string, version: string, form: RegExp, expected: string): void {
  if (form.test(version)) return
  const [found = ''] = version.split('\n')
  throw new CommandError(
    `${program}: found ${found === '' ? 'a program that gives no version' : `"${found}"`}, expected ${expected}`,
    2,
    'name another with --program, or leave the option out',
  )
}

/** Runs a program with a text as its input. Throws a CommandError when it is not installed or fails. */
function run(program: string, args: readonly string[], input: string): string {
  try {
    return execFileSync(program, args, {
      input,
      encoding: 'utf8',
      maxBuffer: 2 ** 30,
      stdio: ['pipe', 'pipe', 'pipe'],
    })
  } catch (error) {
    const why = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)
    throw new CommandError(`${program} cannot be asked: ${why}`, 2)
  }
}

const asking =
  (program: string, args: readonly string[]): AskClocks =>
  (questions) => {
    if (questions.size === 0) return new Map()
    const input = [...questions].map(([zone, instants]) => `${zone} ${instants.join(' ')}\n`).join('')
    return new Map(
      run(program, args, input)
        .trimEnd()
        .split('\n')
        .map((line) => {
          const [zone = '', ...offsets] = line.split(' ')
          return [zone, offsets.length === 0 ? null : offsets.map(Number)]
        }),
    )
  }
