// The result for many events, as English sentences. The first sentence is the most important one.
import { figure } from '#core/text/figure.ts'
import { formatLocal } from '#core/time/moment.ts'
import { localSeconds } from '#core/time/units.ts'
import type { Verdict } from './judge.ts'
import type { MovedEvents, MovedGroup } from './moved-events.ts'

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
]

/** The sentences, one per line: "312 of 1,000,000 move, all in Africa/Casablanca from 2027-02-07". */
export function movedInWords(found: MovedEvents): string[] {
  const groups = found.groups
  const lines = SAID.filter(([verdict]) => verdict === 'moved' || found.counts[verdict] > 0).map(
    ([verdict, one, many]) => {
      const count = found.counts[verdict]
      const subject = verdict === 'moved' ? `${figure(count)} of ${figure(found.events)}` : figure(count)
      return `${subject} ${count === 1 ? one : many}${where(groups.filter((group) => group.verdict === verdict))}`
    },
  )
  if (found.allDay > 0)
    lines.push(
      `${figure(found.allDay)} ${found.allDay === 1 ? 'is' : 'are'} on whole days, which cannot move`,
    )
  for (const [name, { to, count }] of found.renamed)
    lines.push(`${figure(count)} ${count === 1 ? 'names' : 'name'} ${name}, which is ${to} now`)
  const { cancelled, replaced } = found
  if (cancelled > 0) lines.push(`${figure(cancelled)} more ${cancelled === 1 ? 'is' : 'are'} cancelled`)
  if (replaced > 0)
    lines.push(`${figure(replaced)} more ${replaced === 1 ? 'has' : 'have'} a later version (SEQUENCE)`)
  return lines
}

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
