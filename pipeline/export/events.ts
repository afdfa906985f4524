// Exports a folder of calendars with the clock changes of ten years as events, for every zone that has any.
import { calendarFile, type CalendarEvent } from '#core/forms/calendar.ts'
import { addYears, formatLocal, startOfDay } from '#core/time/moment.ts'
import { toLocal } from '#core/time/units.ts'
import { formatOffset } from '#core/time/offset.ts'
import type { CompiledZone } from '#core/zone/compiled-zone.ts'
import { transitionsAfter, type Transition } from '#core/zone/transitions.ts'
import type { EpochSeconds } from '#core/time/units.ts'
import { namedZones } from './clocks.ts'
import type { Form } from './form.ts'

const YEARS = 10

export const EVENTS: Form = {
  name: 'events',
  summary: 'the clock changes of ten years as calendar events, for every name with clock changes',
  to: 'folder',
  write(artifact, put) {
    const { tz, reference_date: made } = artifact.manifest
    const from = startOfDay(artifact.manifest.reference_date)
    for (const { name, zone } of namedZones(artifact)) {
      const events = changesOf(zone, from).map((change) => eventOf(name, tz, change))
      if (events.length > 0) put(`${name}.ics`, calendarFile(events, `Clock changes: ${name}`, made))
    }
  },
}

/** The transitions that move the clock. */
function changesOf(zone: CompiledZone, from: EpochSeconds): Transition[] {
  const found: Transition[] = []
  const until = addYears(from, YEARS)
  for (const change of transitionsAfter(zone, from)) {
    if (change.at >= until) break
    if (change.before.type.offset !== change.after.type.offset) found.push(change)
  }
  return found
}

function eventOf(name: string, tz: string, { at, before, after }: Transition): CalendarEvent {
  const [old, next] = [before.type, after.type]
  const minutes = Math.abs(next.offset - old.offset) / 60
  const size = minutes === 60 ? 'an hour' : `${minutes} minutes`
  const clock = (offset: typeof old.offset): string => formatLocal(toLocal(at, offset)).slice(11, 16)
  return {
    uid: `${at}-${name.replaceAll('/', '-')}`,
    at,
    summary: `${name}: clocks go ${next.offset > old.offset ? 'forward' : 'back'} ${size}`,
    description: `From ${clock(old.offset)} ${old.abbreviation} (${formatOffset(old.offset)}) to ${clock(next.offset)} ${next.abbreviation} (${formatOffset(next.offset)}). By tz release ${tz}.`,
  }
}
