// Instants and local times written as ISO 8601, so that tests are easy to read.
import { epochSeconds, localSeconds, type EpochSeconds, type LocalSeconds } from '#core/time/units.ts'

/** `2026-03-08T07:00:00Z` */
export const instant = (text: string): EpochSeconds => epochSeconds(Date.parse(text) / 1000)

/** A local time: `2026-03-08T02:30:00`. */
export const wall = (text: string): LocalSeconds => localSeconds(Date.parse(`${text}Z`) / 1000)

export const isoOf = (at: EpochSeconds): string => new Date(at * 1000).toISOString().replace('.000Z', 'Z')
