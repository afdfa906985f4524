// The result for many events, as English sentences. The first sentence is the most important one.
import { groupBy } from '#core/group-by.ts'
import { figure } from '#core/text/figure.ts'
import { formatLocal } from '#core/time/moment.ts'
import { localSeconds } from '#core/time/units.ts'
import { printable } from './event-text.ts'
import type { Member, Verdict } from './judge.ts'
import type { DifferingZone, LeftOut, MovedEvents, MovedGroup } from './moved-events.ts'
import type { SeveralZones } from './several.ts'

/** A sentence names this many zones and counts the others. */
const MOST_ZONES = 5

const dayOf = (local: number): string => formatLocal(localSeconds(local)).slice(0, 10)

/** The words after a count for each verdict (one, many), in the order of the sentences. */
const SAID: readonly (readonly [Verdict, string, string])[] = [
  ['moved', 'moves', 'move'],
  ['shown', 'is shown at another wall time', 'are shown at other wall times'],
  ['lost', 'is no longer a time of its repeated event', 'are no longer times of their repeated events'],
  ['back', 'is a new time of its repeated event', 'are new times of their repeated events'],
  [
    'gap',
    'is now in a gap (its wall time is never shown)',
    'are now in a gap (their wall times are never shown)',
  ],
  [
    'fold',
    'is now in a fold (its wall time is shown twice)',
    'are now in a fold (their wall times are shown twice)',
  ],
  ['gone', 'has a zone that no longer exists', 'have zones that no longer exist'],
  [
    'unlike',
    'was stored as another instant than its wall time means',
    'were stored as other instants than their wall times mean',
  ],
  ['unknown', 'cannot be judged', 'cannot be judged'],
  ['depends', 'depends on the zone that is meant', 'depend on the zone that is meant'],
]

/** The sentences, one per line: "312 of 1,000,000 move, all in Africa/Casablanca from 2027-02-07". */
export function movedInWords(found: MovedEvents): string[] {
  const groups = found.groups
  const lines = SAID.filter(([verdict]) => verdict === 'moved' || found.counts[verdict] > 0).map(
    ([verdict, one, many]) => {
      const count = found.counts[verdict]
      const ofAll = verdict === 'moved' ? inAppointments(found) : null
      const subject = verdict === 'moved' ? `${figure(count)} of ${figure(found.events)}` : figure(count)
      return `${ofAll ?? `${subject} ${count === 1 ? one : many}`}${where(groups.filter((group) => group.verdict === verdict))}`
    },
  )
  lines.push(...found.several.flatMap(severalInWords), ...found.differing.map(differingInWords))
  if (found.allDay > 0)
    lines.push(
      `${figure(found.allDay)} ${found.allDay === 1 ? 'is' : 'are'} on whole days, which cannot move`,
    )
  for (const [name, { to, count }] of found.renamed)
    lines.push(`${figure(count)} ${count === 1 ? 'names' : 'name'} ${name}, which is ${to} now`)
  lines.push(...leftOutInWords(found.leftOut))
  const { cancelled, replaced } = found
  if (cancelled > 0) lines.push(`${figure(cancelled)} more ${cancelled === 1 ? 'is' : 'are'} cancelled`)
  if (replaced > 0)
    lines.push(`${figure(replaced)} more ${replaced === 1 ? 'has' : 'have'} a later version (SEQUENCE)`)
  return lines
}

/** `2 of 2 appointments move (210 of 588 times)`. Null where each appointment has one time, and for other formats. */
function inAppointments({ appointments, counts, events }: MovedEvents): string | null {
  if (appointments.length === 0 || appointments.length === events) return null
  const moved = appointments.filter((one) => one.moved > 0).length
  return `${figure(moved)} of ${figure(appointments.length)} appointments ${moved === 1 ? 'moves' : 'move'} (${figure(counts.moved)} of ${figure(events)} times)`
}

/** `4 more are in UTC, 2 on whole days: no release moves them`. */
export function leftOutInWords({ utc, days, floating, named }: LeftOut): string[] {
  const zone = named === null ? '' : ` (the file names ${printable(named)} for all of it)`
  const parts = [
    ...(utc > 0 ? [`${figure(utc)} in UTC`] : []),
    ...(days > 0 ? [`${figure(days)} on whole days`] : []),
    ...(floating > 0 ? [`${figure(floating)} in no zone${zone}`] : []),
  ]
  if (parts.length === 0) return []
  return [`left out, because no release moves them: ${parts.join(', ')}`]
}

/** The sentences about a name: how many events move in each of its zones. */
function severalInWords({
  name,
  isOfWindows,
  events,
  depends,
  changed,
  unchanged,
  small,
}: SeveralZones): string[] {
  const lines: string[] = []
  const still = [...unchanged.values()].filter(({ pair }) => !changed.has(pair.name))
  if (depends > 0)
    lines.push(
      `${figure(events)} ${events === 1 ? 'is' : 'are'} in "${printable(name)}", ${isOfWindows ? 'which is Windows’ name for several zones' : 'letters that clocks of several zones show'}: ${[
        ...[...groupBy(changed.values(), ({ count, from }) => `${count} ${from}`).values()].map(alikeInWords),
        ...(still.length === 0 ? [] : [`in ${listed(still)} none moves`]),
      ].join('; ')}`,
    )
  if (small.size > 0)
    lines.push(
      `"${printable(name)}" is also the name of ${listed([...small.values()])}, with few or no people, where it is otherwise`,
    )
  return lines
}

/** Zones of a name in which the same events move: `in America/Edmonton (CA), America/Inuvik (CA) 44 move, from 2026-11-02`. */
function alikeInWords(zones: readonly { member: Member; count: number; from: number }[]): string {
  const { count, from } = zones[0] ?? { count: 0, from: NaN }
  return `in ${listed(zones.map(({ member }) => member))} ${figure(count)} ${count === 1 ? 'moves' : 'move'}, from ${dayOf(from)}`
}

const memberInWords = ({ pair, territory }: Member): string =>
  territory === null ? pair.name : `${pair.name} (${territory})`

/** Up to five zones, and how many more there are. */
function listed(members: readonly Member[]): string {
  const named = members.slice(0, MOST_ZONES).map(memberInWords)
  const more = members.length - named.length
  return more > 0 ? `${named.join(', ')} and ${figure(more)} more` : named.join(', ')
}

const differingInWords = ({ zone, count, from }: DifferingZone): string =>
  `${figure(count)} ${count === 1 ? 'is' : 'are'} at another instant by the calendar's own VTIMEZONE of ${printable(zone)} than by either release, from ${dayOf(from)}`

/** The options that settle the names of several zones, each as it is to be written. Empty if there is nothing to settle. */
export function settlingOptions(found: MovedEvents): string[] {
  return found.several.flatMap(({ name, depends, changed, unchanged }) => {
    if (depends === 0) return []
    const sides = new Map<string, Set<boolean>>()
    const note = ({ territory }: Member, isChanged: boolean): void => {
      if (territory !== null) sides.set(territory, (sides.get(territory) ?? new Set()).add(isChanged))
    }
    for (const { member } of changed.values()) note(member, true)
    for (const member of unchanged.values()) if (!changed.has(member.pair.name)) note(member, false)
    const territories = [...sides]
      .filter(([, kinds]) => kinds.size === 1)
      .map(([territory]) => `--territory ${territory}`)
      .slice(0, MOST_ZONES)
    const zones = [...changed.values()]
      .slice(0, MOST_ZONES)
      .map(({ member }) => `--zone-of ${quoted(`${name}=${member.pair.name}`)}`)
    return [`${printable(name)}: ${[...territories, ...zones].join(', or ')}`]
  })
}

/** A text as one word of a shell. */
const quoted = (text: string): string =>
  /^[\w/=.+-]+$/.test(text) ? text : `'${printable(text).replaceAll("'", "'\\''")}'`

function where(groups: readonly MovedGroup[]): string {
  const [first] = groups
  if (first === undefined) return ''
  if (groups.length === 1) return `, all in ${zoneFrom(first)}`
  const named = groups.slice(0, MOST_ZONES)
  const more = groups.slice(MOST_ZONES).reduce((sum, { count }) => sum + count, 0)
  const parts = named.map((group) => `${figure(group.count)} in ${zoneFrom(group)}`)
  const others = groups.length - MOST_ZONES
  if (more > 0) parts.push(`${figure(more)} in ${others} more zone${others === 1 ? '' : 's'}`)
  return `: ${parts.join(', ')}`
}

const zoneFrom = ({ zone, from }: MovedGroup): string =>
  Number.isNaN(from) ? zone : `${zone} from ${dayOf(from)}`
