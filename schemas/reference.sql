-- Tables of reference.sqlite: what is true for the life of the artifact. Times are seconds since 1970-01-01T00:00:00Z, offsets
-- are seconds to add to UTC. Rows of a zone are kept in order of position; a position counts from 0.

-- Lines of the tz release that made something in this artifact.
CREATE TABLE source_line (
  id INTEGER PRIMARY KEY,
  file TEXT NOT NULL, -- file name in the tz release
  line INTEGER NOT NULL, -- 1-based line number
  text TEXT NOT NULL, -- the line as it stands there
  UNIQUE (file, line)
) STRICT;

-- Zones that have clocks of their own: the identifiers of zone.tab, UTC, Etc/GMT and Etc/GMT±N, and what else the release has.
CREATE TABLE zone (
  id INTEGER PRIMARY KEY, -- rank of iana in code-unit order, from 0
  iana TEXT NOT NULL UNIQUE, -- current identifier
  listed INTEGER NOT NULL, -- 1: an entry of /timezones
  country TEXT, -- ISO 3166-1 alpha-2 by zone.tab; null for UTC and unlisted zones
  display_name TEXT, -- the place it is named for, in English; null for unlisted zones
  is_mainland INTEGER NOT NULL, -- 1: on its country's mainland; 0 for outlying zones and those without a country
  latitude INTEGER, -- microdegrees by zone.tab, north positive; null where zone.tab has none
  longitude INTEGER, -- microdegrees by zone.tab, east positive; null where zone.tab has none
  footer TEXT NOT NULL, -- what follows the last interval: fixed (it never ends), yearly (two changes a year) or cycle (400 years repeat)
  posix_tz TEXT -- the footer as a POSIX TZ rule, standard time first, rearguard reading; null for a cycle
) STRICT;

-- Every other identifier of the tz release, with the zone that answers for it.
CREATE TABLE zone_alias (
  name TEXT PRIMARY KEY, -- identifier as spelled in the tz release
  zone INTEGER NOT NULL REFERENCES zone (id),
  source_line INTEGER REFERENCES source_line (id) -- its Link line; null for the few that are Zones of the release (Etc/UTC)
) STRICT, WITHOUT ROWID;

-- The local time types of a zone: what a transition switches to.
CREATE TABLE local_time_type (
  zone INTEGER NOT NULL REFERENCES zone (id),
  position INTEGER NOT NULL,
  utc_offset INTEGER NOT NULL, -- stdoff + save
  stdoff INTEGER NOT NULL, -- standard offset, rearguard reading
  save INTEGER NOT NULL, -- daylight saving, rearguard reading: never negative where the flag is set
  is_dst INTEGER NOT NULL, -- 1 while daylight saving time is in force, rearguard reading
  abbreviation TEXT NOT NULL, -- as tzdb prints it: letters, or digits like +03, or -00
  PRIMARY KEY (zone, position)
) STRICT, WITHOUT ROWID;

-- Stretches of constant local time type, from the first to the last listed transition.
CREATE TABLE interval (
  zone INTEGER NOT NULL REFERENCES zone (id),
  position INTEGER NOT NULL,
  starts_at INTEGER, -- first instant of the interval; null for position 0, which has no beginning
  type INTEGER NOT NULL, -- position in local_time_type
  PRIMARY KEY (zone, position)
) STRICT, WITHOUT ROWID;

-- The lines behind each interval.
CREATE TABLE interval_line (
  zone INTEGER NOT NULL REFERENCES zone (id),
  interval INTEGER NOT NULL, -- position in interval
  position INTEGER NOT NULL,
  source_line INTEGER NOT NULL REFERENCES source_line (id),
  PRIMARY KEY (zone, interval, position)
) STRICT, WITHOUT ROWID;

-- The two changes that come every year after the last listed transition, for zones whose footer is yearly.
CREATE TABLE yearly_change (
  zone INTEGER NOT NULL REFERENCES zone (id),
  change TEXT NOT NULL, -- standard or daylight: what it switches to
  type INTEGER NOT NULL, -- position in local_time_type
  PRIMARY KEY (zone, change)
) STRICT, WITHOUT ROWID;

-- The lines behind each yearly change.
CREATE TABLE yearly_change_line (
  zone INTEGER NOT NULL REFERENCES zone (id),
  change TEXT NOT NULL, -- as in yearly_change
  position INTEGER NOT NULL,
  source_line INTEGER NOT NULL REFERENCES source_line (id),
  PRIMARY KEY (zone, change, position)
) STRICT, WITHOUT ROWID;

-- For each local time type of a zone, the standard in force while the zone is on it.
CREATE TABLE zone_standard (
  zone INTEGER NOT NULL REFERENCES zone (id),
  type INTEGER NOT NULL, -- position in local_time_type
  position INTEGER NOT NULL,
  starts_at INTEGER, -- from this instant on, until the next row of the type; null: since ever
  name TEXT, -- English name, of CLDR or by the rules of docs/sources.md; null: nobody has named it. Before the first row: null
  PRIMARY KEY (zone, type, position)
) STRICT, WITHOUT ROWID;

-- Named time standards that some listed zone keeps within two years of the reference date.
CREATE TABLE standard (
  slug TEXT PRIMARY KEY,
  name TEXT NOT NULL UNIQUE, -- as in zone_standard
  code TEXT, -- tzdb's letters, or the conventional ones; null where there are none
  utc_offset INTEGER NOT NULL, -- the offset that defines it
  is_dst INTEGER NOT NULL, -- 1: daylight saving time
  continent TEXT, -- region name; null for UTC
  counterpart TEXT REFERENCES standard (slug) -- the twin in the other season; null where it has none
) STRICT, WITHOUT ROWID;

-- Countries and territories: ISO 3166-1, and XK.
CREATE TABLE country (
  iso2 TEXT PRIMARY KEY, -- alpha-2
  iso3 TEXT, -- alpha-3; null for XK
  numeric_code TEXT, -- three digits; null for XK
  name TEXT NOT NULL, -- in English
  slug TEXT NOT NULL UNIQUE,
  emoji TEXT NOT NULL, -- the flag
  region TEXT, -- M49 region; null for Antarctica
  sub_region TEXT, -- M49 sub-region, of which there are 17; null for Antarctica
  population INTEGER, -- null when unknown
  default_zone INTEGER REFERENCES zone (id), -- null where no zone can stand for the country
  one_clock_since INTEGER -- the instant from which all its zones' clocks agree for ever; -100000000000: always; null: never
) STRICT, WITHOUT ROWID;

-- Territories that depend on a sovereign state.
CREATE TABLE dependency (
  country TEXT NOT NULL REFERENCES country (iso2), -- the sovereign state
  position INTEGER NOT NULL,
  territory TEXT NOT NULL REFERENCES country (iso2),
  PRIMARY KEY (country, position)
) STRICT, WITHOUT ROWID;

-- Cities.
CREATE TABLE city (
  id INTEGER PRIMARY KEY, -- GeoNames id; negative where it has none
  slug TEXT NOT NULL UNIQUE,
  also TEXT UNIQUE, -- a second slug that it answers to; null for most that do not own their bare name
  name TEXT NOT NULL,
  country TEXT NOT NULL REFERENCES country (iso2),
  zone INTEGER NOT NULL REFERENCES zone (id),
  is_capital INTEGER NOT NULL, -- 1: of its country
  population INTEGER, -- null when unknown
  latitude INTEGER NOT NULL, -- microdegrees, north positive
  longitude INTEGER NOT NULL -- microdegrees, east positive
) STRICT;
