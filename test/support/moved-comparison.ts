// Two tz releases → events whose verdict is not what two compiles by zic say.
import { EventText } from '#core/moved/event-text.ts'
import { MovedEvents, type MovedEvent } from '#core/moved/moved-events.ts'
import { formatLocal, formatUtc } from '#core/time/moment.ts'
import { epochSeconds, localSeconds } from '#core/time/units.ts'
import { clocksOf, compileFiles } from '#pipeline/build/release-clocks.ts'
import { judgedByZic, type JudgedEvent } from './moved-oracle.ts'
import { embeddedFiles, tarballFiles } from './tz-releases.ts'
import { ziguardForm } from './zic-oracle.ts'

/** A release as our compiler and as zic take it. */
export interface BothForms {
  readonly name: string
  readonly files: ReadonlyMap<string, string>
  readonly source: string
}

const compact = (files: ReadonlyMap<string, string>): string => files.get('tzdata.zi') ?? ''

/** The embedded release. */
export function embeddedForms(): BothForms {
  const files = embeddedFiles()
  return { name: '2026f', files, source: compact(files) }
}

/** A signed release that lies beside the checkout; null where it does not. */
export function signedForms(name: '2026b' | '2026c'): BothForms | null {
  const files = tarballFiles(name)
  return files === null ? null : { name, files, source: ziguardForm(files, 'main') }
}

/** A release that never was: Europe stays on summer time from 2029 on, and North America goes forward a week earlier from 2028 on. */
export function madeUpForms(): BothForms {
  const { files } = embeddedForms()
  const source = compact(files)
    .replace('# version 2026f', '# version 2026z')
    .replace('R E 1996 ma - O lastSu 1u 0 -', 'R E 1996 2028 - O lastSu 1u 0 -')
    .replace(
      'R u 2007 ma - Mar Su>=8 2 1 D',
      'R u 2007 2027 - Mar Su>=8 2 1 D\nR u 2028 ma - Mar Su>=1 2 1 D',
    )
  return { name: '2026z', files: new Map([...files, ['tzdata.zi', source]]), source }
}

export interface MovedComparison {
  readonly events: number
  readonly moved: MovedEvents
  readonly differences: readonly string[]
  /** Seconds that reading and judging took. */
  readonly seconds: number
}

/** Judges as many events as CSV, and compares with zic. */
export function compareMoved(older: BothForms, newer: BothForms, count: number): MovedComparison {
  const [was, is] = [compileFiles(older.files), compileFiles(newer.files)]
  const names = [...was.zones.map(({ id }) => id), ...was.aliases.keys()].filter(
    (name) => is.aliases.has(name) || is.zones.some(({ id }) => id === name),
  )
  const expected = judgedByZic([older.source, newer.source], names, count)
  const text = ['zone,wall,side,release,instant', ...expected.map((event) => row(event, older.name))].join(
    '\n',
  )
  const bytes = new TextEncoder().encode(text)
  const found = new Map<number, MovedEvent>()
  const begin = process.hrtime.bigint()
  const moved = new MovedEvents({
    older: clocksOf(was),
    newer: clocksOf(is),
    onEvent: (event) => found.set(event.line, event),
  })
  const reader = new EventText('csv', moved.take)
  for (let at = 0; at < bytes.length; at += 1 << 20) reader.push(bytes.subarray(at, at + (1 << 20)))
  reader.push(new Uint8Array(0), true)
  const seconds = Number(process.hrtime.bigint() - begin) / 1e9
  const differences = expected.flatMap((event, i) => {
    const [ours, theirs] = [
      said(found.get(i + 2), event.stored),
      `${event.verdict} ${event.now.map(utc).join(' ')}`,
    ]
    return ours === theirs ? [] : [`${row(event, older.name)}: tzref ${ours}, zic ${theirs}`]
  })
  return { events: expected.length, moved, differences, seconds }
}

const utc = (at: number): string => formatUtc(epochSeconds(at))

const row = ({ zone, wall, side, stored }: JudgedEvent, release: string): string =>
  [zone, formatLocal(localSeconds(wall)), side, release, utc(stored)].join(',')

const said = (event: MovedEvent | undefined, stored: number): string =>
  event === undefined
    ? `unmoved ${utc(stored)}`
    : [event.verdict, event.is, event.or].filter((part) => part !== null).join(' ')
