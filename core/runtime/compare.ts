// The clocks of an artifact, and other clocks that can only be asked → the zones that the others get wrong, and since when.
import { DAY } from '../time/civil.ts'
import { epochSeconds } from '../time/units.ts'
import type { CompiledZone } from '../zone/compiled-zone.ts'
import { offsetAt } from '../zone/offset-at.ts'
import { transitionsAfter } from '../zone/transitions.ts'
import type { Probe } from './probes.ts'

/** Answers many questions at once. The questions are instants by zone, the answers offsets, both in seconds; null for an unknown zone. */
export type AskClocks = (
  questions: ReadonlyMap<string, readonly number[]>,
) => ReadonlyMap<string, readonly number[] | null>

/** A zone for which the other clocks are wrong. */
export interface WrongZone {
  readonly zone: string
  /** The first wrong second among those compared; null if the zone is not known at all. */
  readonly from: number | null
  /** The offset shown then, in seconds; null if the zone is not known. */
  readonly shown: number | null
  readonly right: number
}

/** How often a clock is asked between two of our changes. A shorter error is not seen. */
const STEP = 20 * DAY
/** The precision of the first wrong second. Since 1972 all changes of zones are at multiples of it. */
const FINE = 15 * 60

/** The zones that the other clocks get wrong between two instants, in the given order. */
export function wrongZones(
  zones: readonly CompiledZone[],
  ask: AskClocks,
  from: number,
  until: number,
): WrongZone[] {
  const asked = new Map(zones.map((zone) => [zone.id, samplesOf(zone, from, until)]))
  const shown = ask(asked)
  const wrong = new Map<string, WrongZone>()
  const near = new Map<string, readonly number[]>()
  for (const zone of zones) {
    const [instants, offsets] = [asked.get(zone.id) ?? [], shown.get(zone.id) ?? null]
    const found = firstWrong(zone, instants, offsets)
    if (found === null) continue
    wrong.set(zone.id, found)
    const before = instants[instants.indexOf(found.from ?? NaN) - 1]
    if (found.from !== null && before !== undefined) near.set(zone.id, between(before, found.from))
  }
  // Asks again in small steps between the last right answer and the first wrong one.
  const closer = ask(near)
  for (const zone of zones) {
    const found = firstWrong(zone, near.get(zone.id) ?? [], closer.get(zone.id) ?? [])
    if (found !== null && near.has(zone.id)) wrong.set(zone.id, found)
  }
  return [...wrong.values()]
}

function firstWrong(
  zone: CompiledZone,
  instants: readonly number[],
  offsets: readonly number[] | null,
): WrongZone | null {
  if (offsets === null)
    return { zone: zone.id, from: null, shown: null, right: offsetAt(zone, epochSeconds(instants[0] ?? 0)) }
  for (const [i, at] of instants.entries()) {
    const [shown, right] = [offsets[i], offsetAt(zone, epochSeconds(at))]
    if (shown !== undefined && shown !== right) return { zone: zone.id, from: at, shown, right }
  }
  return null
}

/** The instants to compare: the second before each change, the change itself, and regular instants between. */
function samplesOf(zone: CompiledZone, from: number, until: number): number[] {
  const instants = new Set<number>()
  for (let at = from; at < until; at += STEP) instants.add(at)
  for (const { at } of transitionsAfter(zone, epochSeconds(from))) {
    if (at >= until) break
    instants.add(at - 1).add(at)
  }
  return [...instants].toSorted((one, other) => one - other)
}

function between(from: number, until: number): number[] {
  const instants: number[] = []
  for (let at = Math.ceil((from + 1) / FINE) * FINE; at <= until; at += FINE) instants.push(at)
  return [...instants, until]
}

/**
 * The best way to tell a release from the one before it: the zone and instant where their clocks differ for the longest time. Null if no
 * clocks have differed since 1970.
 */
export function findProbe(
  older: { readonly zone: (name: string) => CompiledZone | null },
  newer: { readonly release: string; readonly zone: (name: string) => CompiledZone | null },
  zoneIds: readonly string[],
  until: number,
): Probe | null {
  let best: { readonly probe: Probe; readonly length: number } | null = null
  for (const id of zoneIds) {
    const [was, is] = [older.zone(id), newer.zone(id)]
    if (was === null || is === null) continue
    const instants = [...new Set([...samplesOf(was, 0, until), ...samplesOf(is, 0, until)])].toSorted(
      (a, b) => a - b,
    )
    for (let i = 0; i < instants.length; i++) {
      const begin = instants[i] ?? 0
      if (offsetAt(was, epochSeconds(begin)) === offsetAt(is, epochSeconds(begin))) continue
      let end = i
      while (
        end < instants.length &&
        offsetAt(was, epochSeconds(instants[end] ?? 0)) !== offsetAt(is, epochSeconds(instants[end] ?? 0))
      )
        end++
      const length = (instants[end] ?? until) - begin
      if (best === null || length > best.length) {
        const at = Math.floor((begin + length / 2) / 1800) * 1800
        const probe = {
          since: newer.release,
          zone: id,
          at,
          was: offsetAt(was, epochSeconds(at)),
          is: offsetAt(is, epochSeconds(at)),
        }
        if (probe.was !== probe.is) best = { probe, length }
      }
      i = end
    }
  }
  return best?.probe ?? null
}
