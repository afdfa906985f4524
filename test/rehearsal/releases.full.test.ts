// Changes that tz has made before, in invented releases: each compiles correctly, or stops the build with the file and the row to edit.
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { GONE_ZONES, NEW_COUNTRIES, WITHOUT_BOUNDARY } from '#pipeline/curated/columns.ts'
import { isNewer } from '#serve/ops/newer-release.ts'
import { leftOut } from '../support/left-out.ts'
import { clockAt, type Edit, expectAsZic, rehearsed } from '../support/worlds/small-rehearsal.ts'
import { WITHOUT_ORACLE } from '../support/oracles/zic-oracle.ts'

/** The curated rows that a maintainer would add. */
const rows = vi.hoisted(() => ({
  WITHOUT_BOUNDARY: [] as (typeof WITHOUT_BOUNDARY)[number][],
  GONE_ZONES: [] as (typeof GONE_ZONES)[number][],
  NEW_COUNTRIES: [] as (typeof NEW_COUNTRIES)[number][],
}))
vi.mock('#pipeline/curated/columns.ts', async (original) => ({ ...(await original<object>()), ...rows }))
const REASON = { why: 'tz release 2030c', source: 'a made release', date: '2030-03-01' }
beforeEach(() => {
  for (const table of Object.values(rows)) table.length = 0
})

if (WITHOUT_ORACLE !== null) leftOut('made releases against zic', WITHOUT_ORACLE)
const asZic = WITHOUT_ORACLE === null ? expectAsZic : () => Promise.resolve()

/** The message with which the build of a release stops. */
function stopOf(edit: Edit): string {
  try {
    rehearsed(edit)
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
  return expect.fail('the release was compiled')
}

const K = 'Asia/Kathmandu'
/** Changes Kathmandu's last line. */
const then = (what: string, before = ''): NonNullable<Edit['zi']> => [
  ['  5:45 - %z\n', `  5:45 - %z ${what}\n`],
  ...(before === '' ? [] : ([['Zone Asia/Kathmandu', `${before}\nZone Asia/Kathmandu`]] as const)),
]
const offsetOf = (found: ReturnType<typeof rehearsed>, slug: string): number | undefined =>
  found.standards.find((standard) => standard.slug === slug)?.offset

describe('a decree', () => {
  const DECREE = then('2031 Apr 14\n  5:30 - %z')
  test('another standard time from next year: the name stays with the old one, and the new one has none yet', async () => {
    const found = rehearsed({ zi: DECREE })
    await asZic(found, [K])
    expect(found.nameAt(K, '2031-04-01T00:00:00Z')).toBe('Nepal Time')
    expect(found.nameAt(K, '2031-05-01T00:00:00Z')).toBeNull()
    expect(offsetOf(found, 'nepal-time')).toBe(20_700)
  })
  test('in a release after the day of the decree, only the new standard time has the name', () => {
    const found = rehearsed({ zi: DECREE, day: '2031-10-01' })
    expect(found.nameAt(K, '2031-04-01T00:00:00Z')).toBeNull()
    expect(found.nameAt(K, '2031-11-01T00:00:00Z')).toBe('Nepal Time')
    expect(offsetOf(found, 'nepal-time')).toBe(19_800)
  })
  test('the zone that gives others their names gets another standard time: the others keep their names', async () => {
    const found = rehearsed({ zi: [['1:00 EU CE%sT', '1:00 EU CE%sT 2030 Dec\n  2:00 - EET']] })
    await asZic(found, ['Europe/Berlin', 'Europe/Vienna'])
    expect(found.nameAt('Europe/Vienna', '2031-01-01T00:00:00Z')).toBe('Central European Standard Time')
    expect(found.nameAt('Europe/Vienna', '2031-07-01T00:00:00Z')).toBe('Central European Summer Time')
    expect(found.nameAt('Europe/Berlin', '2031-01-01T00:00:00Z')).toBeNull()
  })
  test.each<[string, Edit['zi'], string, [string, number]]>([
    [
      'a rule from next month on',
      then('2030 Aug\n  5:45 NX %z', 'Rule NX 2030 max - Aug 6 0 1 -\nRule NX 2031 max - Feb 6 0 0 -'),
      '2030-08-07T00:00:00Z',
      ['+0645', 6.75],
    ],
    [
      'daylight saving starts',
      then('2030 Aug\n  5:45 NX %z', 'Rule NX 2031 max - Apr 1 0 1 -\nRule NX 2031 max - Oct 1 0 0 -'),
      '2031-05-01T00:00:00Z',
      ['+0645', 6.75],
    ],
    [
      'negative daylight saving',
      then('2030 Aug\n  5:45 NX %z', 'Rule NX 2031 max - Jan 10 0 -1 -\nRule NX 2031 max - Feb 1 0 0 -'),
      '2031-01-15T00:00:00Z',
      ['+0445', 4.75],
    ],
    ['a change within a week', then('2030 Jul 12\n  6:00 - %z'), '2030-07-12T00:00:00Z', ['+06', 6]],
    [
      'a change at a year’s border',
      then('2030 Dec 31 24:00\n  5:30 - %z'),
      '2030-12-31T18:15:00Z',
      ['+0530', 5.5],
    ],
    ['a second before it', then('2030 Dec 31 24:00\n  5:30 - %z'), '2030-12-31T18:14:59Z', ['+0545', 5.75]],
    [
      'letters where there were digits',
      [['  5:45 - %z\n', '  5:45 - NPT\n']],
      '2031-01-01T00:00:00Z',
      ['NPT', 5.75],
    ],
  ])('%s', async (_what, zi, at, clock) => {
    const found = rehearsed({ zi: zi ?? [] })
    await asZic(found, [K])
    expect(clockAt(found, K, at)).toEqual(clock)
    expect(offsetOf(found, 'nepal-time')).toBe(20_700)
  })
  test('daylight saving stops', async () => {
    const found = rehearsed({
      zi: [
        ['Rule EU 1981 max', 'Rule EU 1981 2030'],
        ['Rule EU 1996 max', 'Rule EU 1996 2030'],
      ],
    })
    await asZic(found, ['Europe/Berlin'])
    expect(clockAt(found, 'Europe/Berlin', '2031-07-01T00:00:00Z')).toEqual(['CET', 1])
    expect(offsetOf(found, 'central-european-standard-time')).toBe(3600)
  })
  test('a new abbreviation is the code of the standard', () => {
    const found = rehearsed({ zi: [['  5:45 - %z\n', '  5:45 - NPT\n']] })
    expect(found.standards.find(({ slug }) => slug === 'nepal-time')?.code).toBe('NPT')
  })
})

describe('identifiers', () => {
  const RENAMED: Edit = {
    zi: [
      ['Zone Asia/Kathmandu', 'Zone Asia/Pokhara'],
      [
        'Link Asia/Kathmandu Asia/Katmandu\n',
        'Link Asia/Pokhara Asia/Katmandu\nLink Asia/Pokhara Asia/Kathmandu\n',
      ],
    ],
    zoneTab: [['Asia/Kathmandu', 'Asia/Pokhara']],
  }
  test('a zone is renamed, with a Link behind it: its standard follows', async () => {
    const found = rehearsed(RENAMED)
    await asZic(found, ['Asia/Pokhara'])
    expect(found.aliases.get(K)).toBe('Asia/Pokhara')
    expect(found.nameAt('Asia/Pokhara', '2031-01-01T00:00:00Z')).toBe('Nepal Time')
    expect(offsetOf(found, 'nepal-time')).toBe(20_700)
  })
  const MERGED: Edit = {
    zi: [
      ['Zone Europe/Vienna 1:05:21 - LMT 1893 Apr\n  1:00 EU CE%sT\n', ''],
      ['Link Etc/UTC UTC\n', 'Link Etc/UTC UTC\nLink Europe/Berlin Europe/Vienna\n'],
    ],
  }
  test('two zones are merged: one becomes a link to the other, and its boundary gives the other', async () => {
    const found = rehearsed({ ...MERGED, zoneTab: [['AT\t+4813+01620\tEurope/Vienna\n', '']] })
    await asZic(found, ['Europe/Berlin'])
    expect([found.aliases.get('Europe/Vienna'), found.zones.has('Europe/Vienna')]).toEqual([
      'Europe/Berlin',
      false,
    ])
    expect(offsetOf(found, 'central-european-standard-time')).toBe(3600)
  })
  test('a zone moves to backzone: zone.tab still lists it, and it has the clock of its Link', async () => {
    const found = rehearsed(MERGED)
    await asZic(found, ['Europe/Vienna'])
    expect(found.nameAt('Europe/Vienna', '2031-01-01T00:00:00Z')).toBe('Central European Standard Time')
  })
  test('a zone in one of our own tables becomes a link: the build stops and names the row', () => {
    const lost: Edit = { zoneTab: [['AU\t-3133+15905\tAustralia/Lord_Howe\tLord Howe Island\n', '']] }
    expect(stopOf(lost)).toContain(
      "to fix it: pipeline/curated/outlying-zones.txt: write the zone's new name for Australia/Lord_Howe, or remove its row",
    )
  })
  const SPLIT: Edit = {
    zi: [
      [
        'Zone Asia/Kathmandu',
        'Zone Asia/Pokhara 5:35:56 - LMT 1920\n  5:30 - %z 1986\n  5:45 - %z\nZone Asia/Kathmandu',
      ],
    ],
    zoneTab: [['\tAsia/Kathmandu', '\tAsia/Kathmandu\teast\nNP\t+2815+08359\tAsia/Pokhara\twest']],
  }
  test('a zone is split and the new one has no boundary: the build stops and prints the row that it needs', async () => {
    expect(stopOf(SPLIT)).toContain(
      'zone-without-boundary: Asia/Pokhara is a listed zone but has no boundary\n    to fix it: tzref lock with --boundaries RELEASE that has it; or pipeline/curated/without-boundary.txt, add: Asia/Pokhara | new in tz (release) | (source) | (today)',
    )
    rows.WITHOUT_BOUNDARY.push({ zone: 'Asia/Pokhara', ...REASON })
    await asZic(rehearsed(SPLIT), ['Asia/Pokhara', K])
    // The row has no reason when the zone has a boundary, or is no longer there.
    expect(stopOf({})).toContain(
      'row-without-reason: pipeline/curated/without-boundary.txt: Asia/Pokhara is no listed zone\n    to fix it: pipeline/curated/without-boundary.txt, remove the row of Asia/Pokhara',
    )
  })
  const GONE: Edit = {
    zi: [
      ['Zone Asia/Kathmandu', 'Zone Asia/Pokhara'],
      ['Link Asia/Kathmandu Asia/Katmandu\n', ''],
    ],
    zoneTab: [['Asia/Kathmandu', 'Asia/Pokhara']],
  }
  test('a zone is removed without a Link: the build stops and prints the row, then one for its boundary', () => {
    expect(stopOf(GONE)).toContain(
      'zone-unknown: CLDR metaZones: tzdb has no zone Asia/Katmandu\n    to fix it: pipeline/curated/gone-zones.txt, add: Asia/Katmandu | (Area/Other) | tz (release) | (source) | (today)',
    )
    rows.GONE_ZONES.push({ zone: 'Asia/Katmandu', now: 'Asia/Pokhara', ...REASON })
    rows.WITHOUT_BOUNDARY.push({ zone: 'Asia/Pokhara', ...REASON })
    // The boundary of a removed identifier cannot have such a row, because its land would then answer as sea.
    expect(stopOf(GONE)).toMatch(/the sources have 1 fault.*\n\s+boundary-without-zone: Asia\/Kathmandu /)
    expect(stopOf({})).toContain(
      'row-without-reason: pipeline/curated/gone-zones.txt: Asia/Katmandu is an identifier of the tz release',
    )
  })
})

describe('countries', () => {
  const NEW: Edit = { iso: [['NP\tNepal\n', 'NP\tNepal\nXQ\tBougainville\n']] }
  test('a new code: the build stops and prints the row; with that row it is listed', () => {
    expect(stopOf(NEW)).toContain(
      'to fix it: pipeline/curated/new-countries.txt, add: XQ | (alpha-3) | (numeric) | (name) | (sub-region) |  | in ISO 3166-1 since (date) | (source) | (today)',
    )
    rows.NEW_COUNTRIES.push({
      country: 'XQ',
      alpha3: 'XQX',
      numeric: '999',
      name: 'Bougainville',
      subRegion: '155',
      population: null,
      ...REASON,
    })
    expect(rehearsed(NEW).countries.find(({ iso2 }) => iso2 === 'XQ')).toMatchObject({
      iso3: 'XQX',
      slug: 'bougainville',
    })
  })
  test('a code is removed: the build stops and prints the row', () => {
    expect(stopOf({ iso: [['NP\tNepal\n', '']] })).toContain(
      'to fix it: pipeline/curated/not-iso.txt, add: NP | withdrawn from ISO 3166-1 on (date) | (source) | (today)',
    )
  })
})

describe('the release itself', () => {
  test('the newer form %z instead of letters', async () => {
    const found = rehearsed({ zi: [['1:00 EU CE%sT', '1:00 EU %z']] })
    await asZic(found, ['Europe/Berlin'])
    expect(clockAt(found, 'Europe/Berlin', '2031-01-01T00:00:00Z')).toEqual(['+01', 1])
  })
  test('unknown syntax: the build stops and names file and line', () => {
    expect(stopOf({ zi: [['Zone Asia/Kathmandu', 'Xone Asia/Kathmandu']] })).toMatch(/asia.*\b1\b/)
  })
  test('release 2030za comes after 2030z', () => {
    expect(rehearsed({ tz: '2030za' }).zones.size).toBeGreaterThan(5)
    expect([isNewer('2030za', '2030z'), isNewer('2030z', '2030za'), isNewer('2031a', '2030zb')]).toEqual([
      true,
      false,
      true,
    ])
  })
})
