// Two consecutive tz releases of a small world, as full source: six zones, and one change of each kind between the two.

/** The common content of both releases. */
const COMMON: Readonly<Record<string, string>> = {
  antarctica: '# no zones\n',
  australasia: `# Half an hour of daylight saving.
Rule LH 2008 max - Apr Sun>=1 2:00 0 -
Rule LH 2008 max - Oct Sun>=1 2:00 0:30 -
Zone Australia/Lord_Howe 10:36:20 - LMT 1895 Feb
  10:30 LH %z
`,
  europe: `Rule EU 1981 max - Mar lastSun 1:00u 1:00 S
Rule EU 1996 max - Oct lastSun 1:00u 0 -
Zone Europe/Berlin 0:53:28 - LMT 1893 Apr
  1:00 EU CE%sT
`,
  southamerica: '# no zones\n',
  etcetera: 'Zone Etc/UTC 0 - UTC\nZone Etc/GMT 0 - GMT\n',
  factory: 'Zone Factory 0 - -00\n',
  backzone: '# nothing\n',
  'iso3166.tab': 'AU\tAustralia\nCA\tCanada\nDE\tGermany\nMA\tMorocco\nNP\tNepal\n',
}

const MOROCCO = `Rule Morocco 2019 2087 - May Sun>=1 3:00 -1:00 -
Rule Morocco 2019 2087 - Jun Sun>=1 2:00 0 -
Zone Africa/Casablanca -0:30:20 - LMT 1913 Oct 26
  0:00 - %z 2018 Oct 28 3:00
`
const CANADA = `Rule Canada 2007 max - Mar Sun>=8 2:00 1:00 D
Rule Canada 2007 max - Nov Sun>=1 2:00 0 S
Zone America/Edmonton -7:33:52 - LMT 1906 Sep
`

const ZONE_TAB = [
  'AU\t-3133+15905\tAustralia/Lord_Howe\tLord Howe Island',
  'CA\t+5333-11328\tAmerica/Edmonton\tMountain - AB',
  'DE\t+5230+01322\tEurope/Berlin\tmost of Germany',
  'MA\t+3339-00735\tAfrica/Casablanca',
  'NP\t+2743+08519\tAsia/Kathmandu',
]

/**
 * The differences of 2030b from 2030a: Casablanca stays on +00 from 2030-09-20 (future); Edmonton's -06 becomes standard time on 2030-11-03
 * (future; no clock moves that day); Kathmandu's old change is a day later (past); and Asia/Katmandu is a new link.
 */
export const SMALL_RELEASES = {
  '2030a': {
    referenceDate: '2030-04-22',
    files: {
      ...COMMON,
      version: '2030a\n',
      africa: `${MOROCCO}  1:00 Morocco %z\n`,
      northamerica: `${CANADA}  -7:00 Canada M%sT\n`,
      asia: 'Zone Asia/Kathmandu 5:41:16 - LMT 1920\n  5:30 - %z 1986\n  5:45 - %z\n',
      backward: 'Link Etc/UTC UTC\nLink America/Edmonton Canada/Mountain\n',
      'zone.tab': `${ZONE_TAB.join('\n')}\n`,
    },
  },
  '2030b': {
    referenceDate: '2030-07-08',
    files: {
      ...COMMON,
      version: '2030b\n',
      africa: `${MOROCCO}  1:00 Morocco %z 2030 Sep 20 2:00\n  0:00 - %z\n`,
      northamerica: `${CANADA}  -7:00 Canada M%sT 2030 Nov 3 2:00\n  -6:00 - CST\n`,
      asia: 'Zone Asia/Kathmandu 5:41:16 - LMT 1920\n  5:30 - %z 1986 Jan 2\n  5:45 - %z\n',
      backward:
        'Link Etc/UTC UTC\nLink America/Edmonton Canada/Mountain\nLink Asia/Kathmandu Asia/Katmandu\n',
      'zone.tab': `${ZONE_TAB.join('\n')}\n`,
    },
  },
} as const

export type SmallRelease = keyof typeof SMALL_RELEASES
