// Facts of the rearguard reading (decision 0003) that the main form of tz source does not have, one row each.

export interface LateStandard {
  readonly zone: string
  /** UTC. When clocks return from negative SAVE before this instant, they count as daylight saving time until it. */
  readonly standardSince: string
  readonly source: string
  readonly why: string
}

export const LATE_STANDARDS: readonly LateStandard[] = [
  {
    zone: 'Africa/Windhoek',
    standardSince: '2017-10-23T22:00:00Z',
    source:
      'tz 2026c africa, Zone Africa/Windhoek, rearguard section: 1:00 Namibia %s 2017 Oct 24, then 2:00 - CAT',
    why: 'Namibia made summer time its standard on 2017-10-24, seven weeks after clocks had gone forward for the last time; the main form has no line for a day on which no clock moved',
  },
]
