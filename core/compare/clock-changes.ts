// Compares the clocks of two tz releases: which zones changed in the same way, in the past and in the future.
import type { EpochSeconds } from '../time/units.ts'
import type { CompiledZone } from '../zone/compiled-zone.ts'
import { nextTransition } from '../zone/transitions.ts'
import { clockStretches, cutAt, untilRepeated, type Stretch } from './stretches.ts'

/** Zones whose clocks all changed in the same way. */
export interface ClockChange {
  /** In code-unit order. */
  readonly zones: readonly string[]
  readonly stretches: readonly Stretch[]
  /** Whether the newer clock never changes again after the first difference. */
  readonly isPermanent: boolean
  /** Whether the two clocks go on to differ for ever, every year as in the last year listed. */
  readonly goesOn: boolean
}

/** Returns how the clocks of zones in both artifacts changed, cut at an instant into past and future. */
export function clockChanges(
  was: ReadonlyMap<string, CompiledZone>,
  is: ReadonlyMap<string, CompiledZone>,
  line: EpochSeconds,
): { readonly past: ClockChange[]; readonly future: ClockChange[] } {
  const past: Changed[] = []
  const future: Changed[] = []
  for (const [id, zone] of is) {
    const before = was.get(id)
    if (before === undefined) continue
    const { stretches, goesOn } = untilRepeated(clockStretches(before, zone), [before, zone], line)
    const cut = cutAt(stretches, line)
    if (cut.past.length > 0) past.push({ id, zone, stretches: cut.past, goesOn: false })
    if (cut.future.length > 0) future.push({ id, zone, stretches: cut.future, goesOn })
  }
  return { past: grouped(past), future: grouped(future) }
}

/** How the clock of one zone changed. */
interface Changed extends Pick<ClockChange, 'stretches' | 'goesOn'> {
  readonly id: string
  readonly zone: CompiledZone
}

/** Groups zones that changed in the same way, in the order of the first zone of each group. */
function grouped(changes: readonly Changed[]): ClockChange[] {
  const groups = new Map<string, ClockChange & { zones: string[] }>()
  for (const { id, zone, stretches, goesOn } of changes) {
    const [first] = stretches
    if (first === undefined) continue
    const key = JSON.stringify({ stretches, goesOn })
    const group = groups.get(key)
    if (group !== undefined) group.zones.push(id)
    else {
      const isPermanent = nextTransition(zone, first.from) === null
      groups.set(key, { zones: [id], stretches, isPermanent, goesOn })
    }
  }
  return [...groups.values()]
}
