// Two tz sources, compiled by zic → events and the right answer for each, found by separate code.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findTool } from './zic-oracle.ts'
import { seededRandom } from '../worlds/seeded-random.ts'
import { tzifClock, type TzifClock } from './tzif-clock.ts'

export interface JudgedEvent {
  readonly zone: string
  /** Local time in seconds. */
  readonly wall: number
  readonly stored: number
  readonly side: 'earlier' | 'later'
  readonly verdict: 'unmoved' | 'moved' | 'gap' | 'fold'
  /** The instant now, or both possible instants. */
  readonly now: readonly number[]
}

const FROM = Date.UTC(2015, 0) / 1000
const UNTIL = Date.UTC(2037, 11, 20) / 1000

/**
 * Events of the zones, judged by zic's files. Half of them are near a change of either release. An event stores a side; or only a local
 * time, which RFC 5545 reads as the first of a fold, and in a gap with the offset before it; or an instant made so, without its clock.
 */
export function judgedByZic(
  sources: readonly [older: string, newer: string],
  zones: readonly string[],
  count: number,
  stored: 'sides' | 'walls' | 'instants' = 'sides',
): JudgedEvent[] {
  const folder = mkdtempSync(join(tmpdir(), 'tzref-moved-'))
  try {
    const [older, newer] = sources.map((text, i) => compiled(join(folder, String(i)), text, zones))
    const random = seededRandom(count)
    return Array.from({ length: count }, (_, i) => {
      const zone = zones[i % zones.length] ?? ''
      const [was, is] = [older?.get(zone), newer?.get(zone)]
      if (was === undefined || is === undefined) throw new Error(`zic has made no ${zone}`)
      const wall = wallNear(random, random() < 0.5 ? was : is)
      const isLater = random() < 0.5
      if (stored === 'sides') return judged(zone, wall, was, is, isLater)
      const event = judged(zone, wall, was, is, was.read(wall).kind === 'gap')
      return stored === 'walls' ? event : judgedAlone(event, is)
    })
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function compiled(folder: string, text: string, zones: readonly string[]): Map<string, TzifClock> {
  const zic = findTool('zic')
  if (zic === null) throw new Error('zic is not installed')
  writeFileSync(`${folder}.zi`, text)
  execFileSync(zic, ['-b', 'fat', '-d', folder, `${folder}.zi`], { stdio: 'pipe' })
  return new Map(zones.map((zone) => [zone, tzifClock(join(folder, zone))]))
}

function wallNear(random: () => number, { instants }: TzifClock): number {
  const near = instants.filter((at) => at > FROM && at < UNTIL)
  const change = near[Math.floor(random() * near.length)]
  if (change === undefined || random() < 0.5) return Math.floor((FROM + random() * (UNTIL - FROM)) / 60) * 60
  // Within a day of the change in any zone.
  return Math.floor((change + (random() - 0.5) * 2 * 86_400) / 900) * 900
}

function judged(zone: string, wall: number, was: TzifClock, is: TzifClock, isLater: boolean): JudgedEvent {
  const [before, now] = [was.read(wall), is.read(wall)]
  const side = isLater ? 'later' : 'earlier'
  const taken = (at: readonly number[]): number => (isLater ? (at.at(-1) ?? NaN) : (at[0] ?? NaN))
  const stored = taken(before.at)
  const event = { zone, wall, stored, side } as const
  const isAsBefore = String(before.at) === String(now.at) && before.kind === now.kind
  if (isAsBefore) return { ...event, verdict: 'unmoved', now: [stored] }
  if (now.kind !== 'once' && now.kind !== before.kind) return { ...event, verdict: now.kind, now: now.at }
  const at = taken(now.at)
  return { ...event, verdict: at === stored ? 'unmoved' : 'moved', now: [at] }
}

/** The same when the clock that made the instant is unknown: an instant that the newer clock also gives has not moved. */
function judgedAlone(event: JudgedEvent, is: TzifClock): JudgedEvent {
  const { kind, at } = is.read(event.wall)
  if (at.includes(event.stored)) return { ...event, verdict: 'unmoved', now: [event.stored] }
  return { ...event, verdict: kind === 'once' ? 'moved' : kind, now: at }
}
