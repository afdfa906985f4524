// Finds the instant that an export uses as the present, so that the same artifact gives the same bytes.
import type { Artifact } from '#open/artifact.ts'
import { epochSeconds, type EpochSeconds } from '#core/time/units.ts'

/** Returns the first second (UTC) of the day by which the tz release was out. */
export const referenceInstant = ({ manifest }: Artifact): EpochSeconds =>
  epochSeconds(Date.parse(`${manifest.reference_date}T00:00:00Z`) / 1000)
