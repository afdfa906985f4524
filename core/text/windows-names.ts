// Windows' names of zones: the identifiers that CLDR gives each, now and in older rows, its labels and translations, and the zones of few people.
//
// windows-names.json has a row for each name. In `zones`, 001 is the world and ZZ no country; the zone to take first stands first. The zones are
// Copyright © Unicode, Inc., under the Unicode License v3: see NOTICE. Labels are from the list of time zones in Windows' settings, for Dutch,
// German and Swedish from Microsoft's documentation of Azure SQL (time zones of a managed instance), for other languages what programs on
// such a Windows show. `small` are identifiers outside Antarctica whose zone has fewer than 10,000 people.
import data from './windows-names.json' with { type: 'json' }

/** One name: each territory's code → the identifiers that the name stands for there, that to take first. 001 is the world. */
export type WindowsTerritories = ReadonlyMap<string, readonly string[]>

interface Row {
  /** By territory, in CLDR's row now. */
  readonly zones: Readonly<Record<string, readonly string[]>>
  /** By territory, in an older row of CLDR (of versions 27 to 47) and not in today's: calendars of then still have them under the name. */
  readonly former?: Readonly<Record<string, readonly string[]>>
  /**
   * The texts that Windows and Exchange show behind the offset, `(UTC+01:00) …`, also of older versions and in other languages. Those of English
   * Windows are whole; of other languages there are the zones that many calendars have. A text that stood for two zones in different versions
   * (Astana, Fiji) is left out.
   */
  readonly labels?: readonly string[]
  /** The name in other languages, as Windows' programs write it next to the English one. */
  readonly translated?: readonly string[]
}
const ROWS: Readonly<Record<string, Row>> = data.names

const namesOf = <Value>(valueOf: (row: Row) => Value | undefined): Map<string, Value> =>
  new Map(
    Object.entries(ROWS).flatMap(([name, row]): [string, Value][] => {
      const value = valueOf(row)
      return value === undefined ? [] : [[name, value]]
    }),
  )

/** Windows' name → its territories. test/apps/moved compares it with CLDR's table of the lock. */
export const WINDOWS_TERRITORIES: ReadonlyMap<string, WindowsTerritories> = namesOf(
  ({ zones }) => new Map(Object.entries(zones)),
)

/** Windows' name → the territories and zones that an older row of CLDR gave it, and today's does not. */
export const WINDOWS_FORMER: ReadonlyMap<string, WindowsTerritories> = namesOf(({ former }) =>
  former === undefined ? undefined : new Map(Object.entries(former)),
)

/** Windows' name → the labels of it. */
export const WINDOWS_LABELS: ReadonlyMap<string, readonly string[]> = namesOf(({ labels }) => labels)

/** Windows' name → the name in other languages. */
export const WINDOWS_TRANSLATED: ReadonlyMap<string, readonly string[]> = namesOf(
  ({ translated }) => translated,
)

/** Whether an identifier's zone is in Antarctica, or has fewer than 10,000 people. */
export const isSmallZone = (identifier: string): boolean =>
  identifier.startsWith('Antarctica/') || SMALL_ZONES.has(identifier)
const SMALL_ZONES: ReadonlySet<string> = new Set(data.small)

/** Windows' name → identifier, whichever the country. */
export const WINDOWS_NAMES: ReadonlyMap<string, string> = new Map(
  [...WINDOWS_TERRITORIES].map(([name, territories]) => [name, territories.get('001')?.[0] ?? '']),
)

/**
 * Current identifier → the Windows names that stand for the zone in some country, nearly always one. `current` gives the current identifier
 * of any, and null if there is no such zone.
 */
export function windowsNamesByZone(
  current: (identifier: string) => string | null,
): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>()
  for (const [name, territories] of WINDOWS_TERRITORIES)
    for (const identifier of [...territories.values()].flat()) {
      const iana = current(identifier)
      if (iana === null) continue
      const names = found.get(iana) ?? []
      if (!names.includes(name)) found.set(iana, [...names, name])
    }
  return found
}
