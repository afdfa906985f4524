// Calendars of forty appointments of six makers: each time as ical.js expands it and zic's files move it, with none false, missing or lost.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import ICAL from 'ical.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ROOT } from '#open/program/root.ts'
import { judgeCalendar } from '#apps/moved/calendar.ts'
import { MovedEvents } from '#apps/moved/moved-events.ts'
import { isSmallZone } from '#core/text/windows-names.ts'
import { clocksOf, compileFiles } from '#pipeline/assemble/release-clocks.ts'
import { leftOut } from '../../support/left-out.ts'
import { embeddedForms, signedForms } from '../../support/oracles/moved-comparison.ts'
import { tzifClock, type TzifClock } from '../../support/oracles/tzif-clock.ts'
import { findTool, WITHOUT_ORACLE } from '../../support/oracles/zic-oracle.ts'
import { fortyAppointments, MAKERS, type Maker } from '../../support/worlds/forty-appointments.ts'
import { WITHOUT_TARBALLS } from '../../support/worlds/tz-releases.ts'
import { TAKES_ALL } from '../../support/how-many.ts'

const older = WITHOUT_ORACLE === null ? signedForms('2026b') : null
const newer = embeddedForms()
if (older === null) leftOut('calendars of forty appointments', WITHOUT_ORACLE ?? WITHOUT_TARBALLS)
const folder = mkdtempSync(join(tmpdir(), 'tzref-forty-'))
afterAll(() => rmSync(folder, { recursive: true }))

const clocks = new Map<string, TzifClock>()
const clockOf = (release: 'older' | 'newer', zone: string): TzifClock => {
  const path = join(folder, release, zone)
  const known = clocks.get(path) ?? tzifClock(path)
  clocks.set(path, known)
  return known
}
beforeAll(() => {
  for (const [name, forms] of Object.entries({ older, newer })) {
    if (forms === null) continue
    writeFileSync(join(folder, `${name}.zi`), forms.source)
    const given = ['-b', 'fat', '-d', join(folder, name), join(folder, `${name}.zi`)]
    execFileSync(findTool('zic') ?? '', given, { stdio: 'pipe' })
  }
})

/** CLDR's rows of Windows' names, as the package has them. */
const ROWS: { windowsZones: { mapTimezones: { mapZone: Record<string, string> }[] } } = JSON.parse(
  readFileSync(join(ROOT, 'node_modules/cldr-core/supplemental/windowsZones.json'), 'utf8'),
).supplemental
const zonesOf = (zone: string): string[] => {
  const named = ROWS.windowsZones.mapTimezones.filter(({ mapZone }) => mapZone['_other'] === zone)
  if (named.length === 0) return [zone]
  const all = named.flatMap(({ mapZone }) =>
    mapZone['_territory'] === 'ZZ' ? [] : (mapZone['_type'] ?? '').split(' '),
  )
  return [...new Set(all)].filter((one) => !isSmallZone(one))
}

/** So many calendars of each maker. */
const CALENDARS = TAKES_ALL ? 12 : 3
const END = Date.UTC(2038, 0) / 1000
const secondsOf = (time: ICAL.Time): number =>
  Date.UTC(time.year, time.month - 1, time.day, time.hour, time.minute, time.second) / 1000
const textOf = (wall: number): string => new Date(wall * 1000).toISOString().slice(0, 19)

/** By one zone: whether each release has the time, and whether it moves. */
function fateIn(zone: string, wall: number, until: number): string {
  const [[was = NaN], [is = NaN]] = [
    clockOf('older', zone).read(wall).at,
    clockOf('newer', zone).read(wall).at,
  ]
  if (was > until || is > until) return was <= until ? 'lost' : is <= until ? 'back' : 'never'
  return was === is ? 'unmoved' : `moved by ${is - was}`
}

/** Each time of a calendar with what ical.js and zic make of it, and the numbers of the appointments that are left out. */
function expectedOf(
  text: string,
  zone: string | null,
): { times: string[]; utc: number; days: number; cancelled: number } {
  const calendar = new ICAL.Component(ICAL.parse(text))
  const events = calendar.getAllSubcomponents('vevent')
  const [times, found]: [string[], { utc: number; days: number; cancelled: number }] = [
    [],
    { utc: 0, days: 0, cancelled: 0 },
  ]
  const zones = zone === null ? [] : zonesOf(zone)
  const put = (uid: string, wall: number, until: number): void => {
    if (zones.length === 0) return void times.push(`${uid} ${textOf(wall)} unknown`)
    const fates = new Set(zones.map((one) => fateIn(one, wall, until)))
    const [fate = ''] = fates
    const verdict = fates.size > 1 ? 'depends' : fate.replace(/ by .*/, '')
    if (verdict !== 'never') times.push(`${uid} ${textOf(wall)} ${verdict}`)
  }
  for (const component of events) {
    const uid = String(component.getFirstPropertyValue('uid'))
    const start = component.getFirstPropertyValue('dtstart')
    if (!(start instanceof ICAL.Time)) throw new Error(`${uid} has no start`)
    if (component.getFirstPropertyValue('status') === 'CANCELLED') found.cancelled++
    else if (start.isDate) found.days++
    else if (start.zone === ICAL.Timezone.utcTimezone) found.utc++
    else {
      const first = secondsOf(start)
      const rule = component.getFirstPropertyValue('rrule')
      // A name that nobody knows: its first time stands for all.
      if (!(rule instanceof ICAL.Recur) || zones.length === 0) {
        put(uid, first, Infinity)
        continue
      }
      const until = rule.until === null ? Infinity : secondsOf(rule.until)
      rule.until = null
      const gone = new Set(
        [
          ...component.getAllProperties('exdate'),
          ...events
            .filter((one) => one.getFirstPropertyValue('uid') === uid)
            .flatMap((one) => one.getAllProperties('recurrence-id')),
        ]
          .map((one) => one.getFirstValue())
          .filter((value) => value instanceof ICAL.Time)
          .map(secondsOf),
      )
      const each = rule.iterator(start)
      for (let next = each.next(); next instanceof ICAL.Time; next = each.next()) {
        const wall = secondsOf(next)
        if (wall >= END || wall > until + 172_800) break
        if (!gone.has(wall)) put(uid, wall, until)
      }
    }
  }
  return { times, ...found }
}

test.skipIf(older === null).each(MAKERS)(
  '%s: each time is as ical.js and zic say, and none is lost',
  { timeout: 300_000 },
  (maker: Maker) => {
    const [was, is] = [older, newer].map((forms) => clocksOf(compileFiles(forms?.files ?? new Map())))
    if (was === undefined || is === undefined) throw new Error('two releases are needed')
    const counts = new Map<string, number>()
    for (let seed = 0; seed < CALENDARS; seed++) {
      const { text, zone } = fortyAppointments(maker, seed)
      const told: string[] = []
      const moved = new MovedEvents({
        older: was,
        newer: is,
        everyEvent: true,
        onEvent: ({ id, wall, verdict }) => told.push(`${id ?? ''} ${wall ?? ''} ${verdict}`),
      })
      judgeCalendar(text, moved, (error) => {
        throw error
      })
      const { times, utc, days, cancelled } = expectedOf(text, zone)
      expect(told.toSorted(), `${maker} ${seed}`).toEqual(times.toSorted())
      expect({ utc: moved.leftOut.utc, days: moved.leftOut.days, cancelled: moved.cancelled }).toEqual({
        utc,
        days,
        cancelled,
      })
      for (const time of times)
        counts.set(time.split(' ')[2] ?? '', (counts.get(time.split(' ')[2] ?? '') ?? 0) + 1)
    }
    const kind =
      maker === 'Lotus' ? 'unknown' : maker === 'Outlook' || maker === 'Exchange' ? 'depends' : 'moved'
    expect(counts.size).toBeGreaterThan(0)
    // Three calendars may have none of these.
    if (TAKES_ALL) expect(counts.get(kind)).toBeGreaterThan(100)
  },
)
