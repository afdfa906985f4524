// Instants at which tz releases differ → the release behind a clock that can only be asked.

/** In every release from `since` on, a zone's offset at an instant is `is`; in every release before, it is `was`. */
export interface Probe {
  readonly since: string
  readonly zone: string
  /** Seconds since 1970-01-01T00:00:00Z. */
  readonly at: number
  /** Seconds to add to UTC. */
  readonly was: number
  readonly is: number
}

const second = (text: string): number => Date.parse(`${text}Z`) / 1000
const HOUR = 3600

/**
 * One probe for each release that changed an offset since 1970, oldest first. `tzref history --probes` finds the row for a new release; its
 * NEWS says what changed. test/core/runtime checks the rows against the releases available.
 */
export const PROBES: readonly Probe[] = [
  // Casey is at +08, not +11.
  row('2023d', 'Antarctica/Casey', '2024-06-01T00:00', 11, 8),
  // Kazakhstan unifies on +05.
  row('2024a', 'Asia/Almaty', '2024-06-01T00:00', 6, 5),
  // The Azores did not observe daylight saving time from 1977 to 1981.
  row('2024b', 'Atlantic/Azores', '1980-07-01T00:00', 0, -1),
  // Paraguay is at -03 for good.
  row('2025a', 'America/Asuncion', '2025-06-01T00:00', -4, -3),
  // Iran switched from +04 to +0330 on 1978-11-10.
  row('2025b', 'Asia/Tehran', '1978-12-01T00:00', 4, 3.5),
  // Baja California agreed with California from 1961 through 1975.
  row('2025c', 'America/Tijuana', '1970-07-01T00:00', -8, -7),
  // Moldova has used EU transition times since 2022.
  row('2026a', 'Europe/Chisinau', '2022-03-27T00:30', 3, 2),
  // British Columbia is at -07 for good.
  row('2026b', 'America/Vancouver', '2026-12-01T00:00', -8, -7),
  // Morocco is at +00 for good.
  row('2026c', 'Africa/Casablanca', '2026-12-01T00:00', 1, 0),
  // The Northwest Territories follow Alberta.
  row('2026d', 'America/Inuvik', '2026-12-01T00:00', -7, -6),
  // Manitoba is at -05 for good.
  row('2026e', 'America/Winnipeg', '2026-12-01T00:00', -6, -5),
  // Cuba stays on daylight saving time.
  row('2026f', 'America/Havana', '2026-11-01T05:30', -5, -4),
]

function row(since: string, zone: string, at: string, was: number, is: number): Probe {
  return { since, zone, at: second(at), was: was * HOUR, is: is * HOUR }
}

/** The release behind a clock: the last one that it shows, and the first one that it does not show. */
export interface Carried {
  /** Null if the clock is older than the first probe. */
  readonly release: string | null
  /** Null if the clock is at the newest known release, or newer. */
  readonly before: string | null
  /** Probes with an answer that fits neither value, or that contradicts the others. The clock's data is patched, or unknown to us. */
  readonly odd: readonly string[]
}

/** Finds the release behind a clock with the probes. `offsetAt` answers in seconds, or null if it does not know the zone. */
export function carriedBy(
  offsetAt: (zone: string, at: number) => number | null,
  probes: readonly Probe[] = PROBES,
): Carried {
  const shown = probes.map(({ zone, at }) => offsetAt(zone, at))
  const last = probes.findLastIndex(({ is }, i) => shown[i] === is)
  const odd = probes.filter(({ is, was }, i) => (i <= last ? shown[i] !== is : shown[i] !== was))
  return {
    release: probes[last]?.since ?? null,
    before: probes[last + 1]?.since ?? null,
    odd: odd.map(({ since }) => since),
  }
}
