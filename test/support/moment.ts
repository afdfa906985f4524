// Instants and wall readings written as ISO 8601, for tests that read like a calendar.
import { epochSeconds, localSeconds, type EpochSeconds, type LocalSeconds } from '#core/time/units.ts'

/** `2026-03-08T07:00:00Z` */
export const instant = (text: string): EpochSeconds => epochSeconds(Date.parse(text) / 1000)

/** `2026-03-08T02:30:00`, on some wall. */
export const wall = (text: string): LocalSeconds => localSeconds(Date.parse(`${text}Z`) / 1000)

export const isoOf = (at: EpochSeconds): string => new Date(at * 1000).toISOString().replace('.000Z', 'Z')
