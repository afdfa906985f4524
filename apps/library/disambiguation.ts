// Which instant to take for a wall time that a clock showed twice or never, by the four words of Temporal.

/** The choice for a time that was shown twice or never: as in Temporal, `compatible` takes the earlier of a fold and the later of a gap. */
export type Disambiguation = 'compatible' | 'earlier' | 'later' | 'reject'

export const DISAMBIGUATIONS: readonly Disambiguation[] = ['compatible', 'earlier', 'later', 'reject']

type Reading<Instant> =
  | { readonly kind: 'unique'; readonly at: Instant }
  | { readonly kind: 'fold' | 'gap'; readonly earlier: Instant; readonly later: Instant }

/** The instant of a reading. `named` and `shown` are the parameter of the wall time and its text, for the RangeError of `reject`. */
export function chosen<Instant>(
  reading: Reading<Instant>,
  disambiguation: Disambiguation,
  named: string,
  shown: () => string,
): Instant {
  if (reading.kind === 'unique') return reading.at
  if (disambiguation === 'reject')
    throw new RangeError(
      `${named}: found ${shown()}, which the clock showed ${reading.kind === 'fold' ? 'twice' : 'never'}, expected a time that it showed once`,
    )
  const compatible = reading.kind === 'fold' ? 'earlier' : 'later'
  return reading[disambiguation === 'compatible' ? compatible : disambiguation]
}
