// A zone's clock for files such as TZif: which changes they list, in one of the two readings, and the POSIX TZ text of what follows.
import { epochSeconds, type EpochSeconds } from '../time/units.ts'
import { posixTzOf, type CompiledZone, type LocalTimeType } from '../zone/compiled-zone.ts'
import { writePosixTz } from '../zone/footer.ts'
import { typeAt } from '../zone/offset-at.ts'
import { releaseTypeAt } from '../zone/release-reading.ts'
import { transitionsAfter } from '../zone/transitions.ts'

/** `release`: as the tz release reads its clocks, negative SAVE and all. `rearguard`: winter is standard time, SAVE is never negative. */
export type Reading = 'release' | 'rearguard'

/** The reading of a clock. `offset` is in seconds to add to UTC. */
export interface ShownTime {
  readonly offset: number
  readonly isDst: boolean
  readonly abbreviation: string
  /** The part of the offset that is daylight saving, in seconds. A file that has no room for it leaves it out. */
  readonly saving: number
}

type Shown = Pick<ShownTime, 'offset' | 'isDst' | 'abbreviation'>

export interface Clock {
  /** Before the first change. */
  readonly initial: ShownTime
  /** In order; each differs from what was shown before. They reach into the years that `posixTz` describes. */
  readonly changes: readonly { readonly at: EpochSeconds; readonly shown: ShownTime }[]
  /** The rule after the last change, as a POSIX TZ text; null where no such text can say it. */
  readonly posixTz: string | null
}

const BEGINNING = epochSeconds(-1e15)
/** Changes by the footer that are listed too: a reader needs two to be in step with it, and four make two whole years. */
const BY_FOOTER = 4

/** The clock of a zone in a reading, its changes listed at least until an instant (exclusive), where one is given. */
export function clockIn(zone: CompiledZone, reading: Reading, until?: EpochSeconds): Clock {
  const showing = (at: EpochSeconds): ShownTime =>
    shownBy(reading === 'release' ? releaseTypeAt(zone, at) : typeAt(zone, at), reading)
  const initial = showing(BEGINNING)
  const changes: { at: EpochSeconds; shown: ShownTime }[] = []
  let before = initial
  for (const at of instantsOf(zone, until)) {
    const shown = showing(at)
    if (isSame(shown, before)) continue
    changes.push({ at, shown })
    before = shown
  }
  return { initial, changes, posixTz: posixTzIn(zone, reading) }
}

/** Every instant at which something is listed to change, and the first few by the footer, or all of them until an instant. */
function instantsOf(zone: CompiledZone, until = epochSeconds(-Infinity)): EpochSeconds[] {
  const last = zone.starts.at(-1)
  const instants = new Set<EpochSeconds>([...zone.starts, ...zone.releaseChanges.map(({ at }) => at)])
  if (last !== undefined && zone.footer.kind !== 'fixed') {
    let left = zone.footer.kind === 'yearly' ? BY_FOOTER : 0
    for (const { at } of transitionsAfter(zone, last)) {
      if (left-- <= 0 && at >= until) break
      instants.add(at)
    }
  }
  return [...instants].toSorted((a, b) => a - b)
}

const shownBy = (type: LocalTimeType, reading: Reading): ShownTime => ({
  offset: type.offset,
  isDst: reading === 'release' ? type.releaseIsDst : type.isDst,
  abbreviation: type.abbreviation,
  saving: reading === 'release' ? type.releaseSave : type.save,
})

/** Whether a clock shows the same. The saving is not shown. */
export const isSame = (one: Shown, other: Shown): boolean =>
  one.offset === other.offset && one.isDst === other.isDst && one.abbreviation === other.abbreviation

/** The footer's text: where the release says that winter is the daylight saving time, the two change places. */
function posixTzIn(zone: CompiledZone, reading: Reading): string | null {
  if (reading === 'rearguard') return posixTzOf(zone)
  const { footer, types, typeOf } = zone
  const turned = types.map((type) => ({ ...type, isDst: type.releaseIsDst }))
  if (footer.kind !== 'yearly') return posixTzOf({ types: turned, typeOf, footer })
  const [standard, daylight] = [turned[footer.toStandard.type], turned[footer.toDaylight.type]]
  if (standard === undefined || daylight === undefined) return null
  return standard.isDst && !daylight.isDst
    ? writePosixTz({
        standard: daylight,
        daylight: { ...standard, start: footer.toStandard, end: footer.toDaylight },
      })
    : posixTzOf(zone)
}
