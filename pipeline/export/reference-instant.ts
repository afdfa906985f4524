// The moment that stands for the present in an export: the same artifact gives the same bytes.
import type { Artifact } from '#open/artifact.ts'
import { epochSeconds, type EpochSeconds } from '#core/time/units.ts'

/** The first second (UTC) of the day by which the tz release was out. */
export const referenceInstant = ({ manifest }: Artifact): EpochSeconds =>
  epochSeconds(Date.parse(`${manifest.reference_date}T00:00:00Z`) / 1000)
