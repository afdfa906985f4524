// How the days and times of a form's own fields are read: by the clock of the place, never by the clock of the machine.
import { execFileSync } from 'node:child_process'
import { expect, inject, test } from 'vitest'
import { ROOT } from '#open/program/root.ts'
import { epochSeconds } from '#core/time/units.ts'
import { readTime } from '#apps/search/form-fields.ts'
import { someOf } from '../../support/how-many.ts'

/** Monday 23 November 2026, 15:40 in Zurich. */
const NOW = epochSeconds(Date.UTC(2026, 10, 23, 14, 40) / 1000)

test.each([
  ['9', 540],
  ['09:30', 570],
  ['9.30', 570],
  ['9h30', 570],
  ['15h', 900],
  ['9am', 540],
  ['at 9:30 PM', 1290],
  ['12am', 0],
  ['noon', 720],
  ['9 in the morning', 540],
  ['24:00', 1440],
])('the time "%s" is minute %s of a day', (text, minutes) => {
  expect(readTime(text)).toBe(minutes)
})

test.each([
  ['25:00', 'is not a time'],
  ['13pm', 'is not a time'],
  ['morning', 'is not a time'],
  ['15:00 UTC', 'is not a time'],
  ['9'.repeat(200), 'is not a time'],
  ['9am in London', '“in London” could not be read'],
  ['9am to 5pm', 'more than one time'],
  ['monday 9am', 'Write the day in Date'],
  ['in 2 hours', 'Write the day in Date'],
])('"%s" is no time: %s', (text, words) => {
  expect(readTime(text)).toContain(words)
})

test('the zone of the machine changes nothing', () => {
  const script = `
    const { openArtifact } = await import('#open/artifact.ts')
    const { openCatalogue } = await import('#serve/catalogue.ts')
    const { readDay } = await import('#apps/search/form-fields.ts')
    const urls = { base: 'http://localhost/v1', web: 'http://localhost' }
    const { almanac } = openCatalogue(openArtifact(${JSON.stringify(inject('embeddedArtifact'))}), urls)
    const clock = { kind: 'zone', zone: almanac.zones.named('Europe/Zurich') }
    const texts = ['today', 'tomorrow', 'next sunday', '28 march 2027', 'in 200 days', 'Friday']
    process.stdout.write(JSON.stringify(texts.map((text) => readDay(text, clock, almanac, ${NOW}))))`
  const by = (TZ: string): string =>
    execFileSync(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], {
      cwd: ROOT,
      env: { ...process.env, TZ },
    }).toString()
  const utc = by('UTC')
  expect(utc).toContain('20905')
  for (const zone of someOf(['Pacific/Apia', 'Europe/Zurich', 'America/New_York'], 3))
    expect(by(zone), zone).toBe(utc)
}, 120_000)
