// Facts about `tzref convert` and `tzref zone` at a terminal.
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { openZones } from '#core/ask/zones.ts'
import { CommandError } from '#open/program/command-error.ts'
import { formatUtc } from '#core/time/moment.ts'
import { readingInWords } from '#core/zone/reading-in-words.ts'
import { openArtifact } from '#open/artifact.ts'
import { registerConvert } from '#apps/cli/convert.ts'
import { CURRENT_ARTIFACT } from '#apps/cli/current-artifact.ts'
import { registerZone } from '#apps/cli/zone.ts'
import { writtenBy } from '../../support/worlds/written.ts'

let dist = ''
beforeAll(() => {
  dist = mkdtempSync(join(tmpdir(), 'tzref-commands-'))
  symlinkSync(inject('embeddedArtifact'), join(dist, 'current'))
})
afterAll(() => rmSync(dist, { recursive: true }))

/** The stdout of a command. */
const run = (...args: string[]): Promise<string> =>
  writtenBy(
    {
      convert: (command) => registerConvert(command, CURRENT_ARTIFACT),
      zone: (command) => registerZone(command, CURRENT_ARTIFACT),
    },
    [...args, '--dist', dist],
  )

/** The exit code and the text of a command that fails. */
async function failure(...args: string[]): Promise<string> {
  try {
    await run(...args)
  } catch (error) {
    if (error instanceof CommandError) return `${error.exitCode} ${error.message}`
    throw error
  }
  return ''
}

describe('tzref zone', () => {
  test('an empty argument is wrong use, and an unknown identifier is a fault', async () => {
    expect(await failure('zone', '')).toMatch(/^2 <id>: found "", expected an identifier/)
    expect(await failure('zone', 'UTC', '--at', '')).toMatch(/^2 --at ""/)
    expect(await failure('zone', 'Europe/Berln')).toMatch(/^1 <id>: found "Europe\/Berln"/)
  })
})

describe('tzref convert', () => {
  test('shows one moment on every clock, and says what was skipped', async () => {
    expect(await run('convert', '2026-03-29 02:30', 'Europe/Berlin', 'Asia/Tokyo')).toBe(
      `Europe/Berlin  2026-03-29T01:30:00+01:00  CET  (Central European Standard Time)
Asia/Tokyo     2026-03-29T09:30:00+09:00  JST  (Japan Standard Time)
UTC            2026-03-29T00:30:00+00:00
2026-03-29T02:30:00 is skipped in Europe/Berlin, where clocks go from +01:00 to +02:00; the earlier instant was used, 2026-03-29T01:30:00+01:00, not the later one, 2026-03-29T03:30:00+02:00.
`,
    )
  })
  test('means now where no moment is said', async () => {
    const { at, from, to } = JSON.parse(await run('convert', 'Berlin', 'Tokyo', 'UTC', '--json'))
    expect(from.iana).toBe('Europe/Berlin')
    expect(to.map(({ iana }: { iana: string }) => iana)).toEqual(['Asia/Tokyo', 'UTC'])
    expect(Math.abs(Date.parse(at ?? to[1].datetime) - Date.now())).toBeLessThan(60_000)
  })
  test('reads what people type, on the clock of the first place', async () => {
    const text = await run('convert', '14 July 2027 half past 3 am', 'EST', 'India')
    expect(text).toContain('2027-07-14T03:30:00-05:00')
    expect(text).toContain('2027-07-14T14:00:00+05:30')
  })
  test('knows whose "my time" is only by --my-zone', async () => {
    const asked = ['convert', '14 July 2027 15:00 my time', 'London', 'Tokyo']
    expect(await failure(...asked)).toContain('Which zone is yours is not known.')
    expect(await run(...asked, '--my-zone', 'Europe/Zurich')).toContain('2027-07-14T13:00:00+00:00')
    expect(await failure(...asked, '--my-zone', 'Zurich')).toMatch(/^2 --my-zone "Zurich": expected/)
  })
  test('takes names and prints JSON', async () => {
    const text = await run('convert', '2026-07-01T09:00Z', 'UTC', 'New York', 'singapore', '--json')
    const { to } = JSON.parse(text)
    expect(to.map(({ iana }: { iana: string }) => iana)).toEqual(['America/New_York', 'Asia/Singapore'])
  })
  test('names the meanings of an ambiguous name, with exit code 1', async () => {
    expect(await failure('convert', 'now', 'UTC', 'IST')).toBe(
      '1 <to> "IST" has 3 meanings; name one of them:\n  india-standard-time\n  irish-standard-time\n  israel-standard-time',
    )
    expect(await failure('convert', 'now', 'Jackpot, NV', 'UTC')).toBe(
      '1 <from> "Jackpot, NV" has 2 meanings; name one of them:\n  America/Denver  Jackpot, Nevada by the text of the tz release\n  America/Los_Angeles  Jackpot, Nevada by the boundaries',
    )
    expect(await failure('convert', 'now', 'xyzzy', 'UTC')).toMatch(/^1 <from> names "xyzzy"/)
    expect(
      await failure('convert', '2026-03-29 02:30', 'Europe/Berlin', 'UTC', '--resolution', 'reject'),
    ).toMatch(/^1 2026-03-29T02:30:00 is skipped/)
  })
  test('has exit code 2 for misuse', async () => {
    expect(await failure('convert', 'yesterday', 'UTC', 'UTC')).toMatch(
      /^2 <moment> "yesterday": A time of day is missing/,
    )
    expect(await failure('convert', '2027-02-30 3pm', 'UTC', 'UTC')).toMatch(/There is no day 2027-02-30\.$/)
    expect(await failure('convert', '7/8/2027 3pm', 'UTC', 'UTC')).toMatch(
      /It could be 2027-08-07T15:00 or 2027-07-08T15:00\. Write one of them\.$/,
    )
    for (const words of [['Berlin'], ['3pm', 'Berlin']])
      expect(await failure('convert', ...words)).toBe('2 expected <from> and at least one <to>')
    await expect(run('convert', 'now', 'UTC', 'UTC', '--resolution', 'maybe')).rejects.toThrow(
      /--resolution .*Allowed choices are earliest, latest, reject/,
    )
  })
})

describe('tzref zone', () => {
  test('says what the clock shows, what it is called, and which lines say so', async () => {
    const shown = JSON.parse(await run('zone', 'Europe/Dublin', '--at', '2026-07-01T00:00:00Z', '--json'))
    expect(shown).toMatchObject({
      iana: 'Europe/Dublin',
      display_name: 'Dublin',
      country: 'Ireland',
      link: null,
      local: '2026-07-01T01:00:00+01:00',
      abbreviation: 'IST',
      name: 'Irish Standard Time',
      is_dst: true,
    })
    expect(shown.next[0]).toMatchObject({ local: '2026-10-25T01:00:00+00:00', name: 'Greenwich Mean Time' })
    const texts = shown.why.map(({ text }: { text: string }) => text)
    expect(texts.some((text: string) => text.startsWith('R '))).toBe(true)
    expect(texts.some((text: string) => text.includes('IST/GMT'))).toBe(true)
  })
  test('says how far the past can be trusted', async () => {
    const at = async (moment: string) => {
      const { trust, trust_words: words } = JSON.parse(
        await run('zone', 'Europe/Oslo', '--at', moment, '--json'),
      )
      return [trust, words]
    }
    expect(await at('1980-01-01T00:00:00Z')).toEqual(['area', null])
    expect(await at('1942-01-01T00:00:00Z')).toEqual(['place', expect.stringContaining('are for Oslo')])
    expect(await at('1880-01-01T00:00:00Z')).toEqual([
      'mean-time',
      expect.stringContaining('mean time of Oslo'),
    ])
    expect(await run('zone', 'Europe/Oslo', '--at', '1880-01-01T00:00:00Z', '--lon', '5.25')).toContain(
      'at longitude 5.25 it was +00:21:00',
    )
    expect(await failure('zone', 'Europe/Oslo', '--lon', '181')).toContain('between -180 and 180')
    expect(await run('zone', 'Europe/Berlin', '--at', '1942-01-01T00:00:00Z')).toContain(
      '    before 1970 these dates are for Berlin: other places here may differ\n',
    )
  })
  test('says where answers differ from the text of the release, and why', async () => {
    const dublin = await run('zone', 'Europe/Dublin', '--at', '2026-07-01T00:00:00Z')
    expect(dublin).toContain('the release has standard time, which is daylight saving time of +01:00 here\n')
    expect(dublin).toContain('the release has daylight saving time of -01:00, which is standard time here\n')
    const windhoek = await run('zone', 'Africa/Windhoek', '--at', '2017-11-01T00:00:00Z')
    expect(windhoek).toMatch(
      /\(Wednesday\)\n(.*\n)*? {4}no line of the release begins here: .*late-standards\.txt/,
    )
    const berlin = JSON.parse(await run('zone', 'Europe/Berlin', '--at', '2026-07-01T00:00:00Z', '--json'))
    expect(berlin.reading).toBeNull()
  })
  test('differs from the text of the release in six zones, and on one day by a table of our own', () => {
    const artifact = openArtifact(inject('embeddedArtifact'))
    const turned = new Set<string>()
    const days: string[] = []
    for (const zone of openZones(artifact).listed) {
      const compiled = zone.compiled()
      for (const at of compiled.starts) {
        const words = readingInWords(compiled, at)
        if (words?.startsWith('read from winter') === true) turned.add(zone.iana)
        else if (words !== null) days.push(`${zone.iana} ${formatUtc(at)}`)
      }
    }
    artifact.close()
    // The zones with negative SAVE in tzdb itself.
    expect([...turned]).toEqual([
      'Africa/Casablanca',
      'Africa/El_Aaiun',
      'Africa/Windhoek',
      'Europe/Bratislava',
      'Europe/Dublin',
      'Europe/Prague',
    ])
    expect(days).toEqual(['Africa/Windhoek 2017-10-23T22:00:00+00:00'])
  })
  test('which is unknown is answered with the expected form and the nearest names', async () => {
    const expected = 'expected an identifier of tz 2026f such as "Europe/Berlin"'
    expect(await failure('zone', 'Dublin')).toBe(
      `1 <id>: found "Dublin", ${expected}: the nearest are Europe/Dublin, Asia/Dubai`,
    )
    expect(await failure('zone', 'New York')).toContain('the nearest are America/New_York')
    expect(await failure('zone', 'Asia/Calcuta')).toContain('the nearest are Asia/Calcutta')
    expect(await failure('zone', 'Mars/Base')).toBe(`1 <id>: found "Mars/Base", ${expected}`)
  })
  test('of an alias, in any case, shows the Link line first', async () => {
    const text = await run('zone', 'us/eastern', '--at', '2026-07-01T00:00:00Z')
    expect(text).toMatch(
      /^America\/New_York \(tz 2026f\)\n {4}tzdata\.zi:\d+: L America\/New_York US\/Eastern\n/,
    )
  })
})
