// zone.tab and iso3166.tab: what their rows mean, and what is refused.
import { expect, test } from 'vitest'
import { parseIso3166, parseZoneTab } from '#pipeline/parse/zone-tab.ts'

const zoneTab = (text: string) => parseZoneTab({ name: 'zone.tab', text })
const iso3166 = (text: string) => parseIso3166({ name: 'iso3166.tab', text })

test('degrees and minutes, or degrees, minutes and seconds, become degrees', () => {
  const rows = zoneTab(
    '# comment\nAU\t-3133+15905\tAustralia/Lord_Howe\tLord Howe Island\nUS\t+404251-0740023\tAmerica/New_York\n',
  )
  expect(rows[0]).toMatchObject({
    source: { file: 'zone.tab', line: 2 },
    country: 'AU',
    id: 'Australia/Lord_Howe',
    comment: 'Lord Howe Island',
  })
  expect(rows[0]?.lat).toBeCloseTo(-31.55, 10)
  expect(rows[0]?.lon).toBeCloseTo(159.083_333_333_3, 9)
  expect(rows[1]?.lat).toBeCloseTo(40.714_166_666_7, 9)
  expect(rows[1]?.comment).toBeNull()
})

test.each([
  ['blanks for tabs', 'AU -3133+15905 Australia/Lord_Howe\n', /found 1 columns/],
  ['a country of three letters', 'AUS\t-3133+15905\tA/B\n', /"AUS" is not a country code/],
  ['a latitude of 95°', 'AU\t-9533+15905\tA/B\n', /"-9533\+15905" is not a place/],
  ['sixty minutes', 'AU\t-3160+15905\tA/B\n', /is not a place/],
  ['an invalid zone', 'AU\t-3133+15905\tA B\n', /"A B" is not a zone identifier/],
  ['a zone listed twice', 'AU\t-3133+15905\tA/B\nAU\t-3133+15905\tA/B\n', /^zone\.tab:2: A\/B: .* line 1$/],
])('zone.tab: %s is refused', (_, text, message) => {
  expect(() => zoneTab(text)).toThrow(message)
})

test.each([
  ['a name left out', 'AU\n', /found 1 columns, expected 2/],
  ['a code in small letters', 'au\tAustralia\n', /"au" is not a country code/],
  ['a country listed twice', 'AU\tAustralia\nAU\tAustralia\n', /^iso3166\.tab:2: AU: /],
])('iso3166.tab: %s is refused', (_, text, message) => {
  expect(() => iso3166(text)).toThrow(message)
})
