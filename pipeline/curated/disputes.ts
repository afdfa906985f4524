// Overlaps in which the administering authority's zone comes first, although it is the larger one.

export interface Dispute {
  readonly where: string
  /** The zone that comes first. */
  readonly first: string
  readonly second: string
  readonly why: string
  readonly source: string
}

/** Ordered pairs. Every other overlap is ordered by area, smallest first. */
export const DISPUTES: readonly Dispute[] = [
  {
    where: 'Xinjiang',
    first: 'Asia/Shanghai',
    second: 'Asia/Urumqi',
    why: 'The region is administered by China, whose official time there is Beijing time; Urumqi time is in unofficial use beside it.',
    source: 'interface, GET /lookup, rule 1; tz release, file asia, comments above Zone Asia/Urumqi',
  },
  {
    where: 'Abkhazia',
    first: 'Europe/Moscow',
    second: 'Asia/Tbilisi',
    why: 'Administered by authorities that keep Moscow time; the Georgian zone covers it as part of Georgia.',
    source: 'interface, GET /lookup, rule 1; tz release, file asia, comments above Zone Asia/Tbilisi',
  },
  {
    where: 'Kalapani',
    first: 'Asia/Kolkata',
    second: 'Asia/Kathmandu',
    why: 'Administered by India; the Nepalese zone covers it as claimed by Nepal.',
    source: 'interface, GET /lookup, rule 1; the boundary release, where both zones contain it',
  },
]
