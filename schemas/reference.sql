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
  latitude INTEGER, -- microdegrees by zone.tab, north positive; null where zone.tab has none
  longitude INTEGER, -- microdegrees by zone.tab, east positive; null where zone.tab has none
  footer TEXT NOT NULL, -- what follows the last interval: fixed (it never ends), yearly (two changes a year) or cycle (400 years repeat)
  posix_tz TEXT -- the footer as a POSIX TZ rule, standard time first, rearguard reading; null for a cycle
) STRICT;

-- Every other identifier of the tz release, with the zone that answers for it.
CREATE TABLE zone_alias (
  name TEXT PRIMARY KEY, -- identifier as spelled in the tz release
  zone INTEGER NOT NULL REFERENCES zone (id)
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
