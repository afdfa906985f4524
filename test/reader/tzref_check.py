"""Checks an artifact whole, as docs/formats/artifact.md, section 8, says: `python3 tzref_check.py DIRECTORY` prints a code for each fault.

Written from the documents alone, as tzref_reader.py is. It leaves out the walk through every tile of boundaries.tiles, and R19.
"""
import hashlib
import os
import re
import sqlite3
import struct
import sys
from itertools import groupby

from tzref_reader import (
    CYCLE, Artifact, Boundaries, Bytes, Clocks, Names, Refused, Zone, civil, counts_of, days_of, read_posix_tz, refuse,
    start_of_year, words_of_name,
)

DOCUMENT = os.path.join(os.path.dirname(os.path.abspath(__file__)), '../../docs/formats/artifact.md')


def tables_of_document():
    """The tables of section 5: name → columns, each with its type and whether it may be null."""
    with open(DOCUMENT, encoding='utf-8') as file:
        text = file.read().split('\n## 5.')[1].split('\n## ')[0]
    parts = re.split(r'\n### `(\w+)`\n', text)[1:]
    return {name: [(column, of, bool(null)) for column, of, null
                   in re.findall(r'^- `(\w+)` (INTEGER|TEXT)( or null)?: ', columns, re.M)]
            for name, columns in zip(parts[::2], parts[1::2])}


def added_later():
    """The tables and columns that minor versions added, by section 10."""
    with open(DOCUMENT, encoding='utf-8') as file:
        lines = re.findall(r'^- 4\.[1-9]\d*: .*', file.read().split('\n## 10.')[1], re.M)
    return {name for line in lines for name in re.findall(r'`(\w+)`', line)}


def is_same_schema(database, may_have_more):
    expected = tables_of_document()
    found = {}
    for kind, name, sql in database.execute('SELECT type, name, sql FROM sqlite_master'):
        if kind == 'index' and sql is None:
            continue
        if kind != 'table' or sql.upper().startswith('CREATE VIRTUAL'):
            return False
        columns = database.execute(f'PRAGMA table_xinfo({name})').fetchall()
        if any(hidden for *_, hidden in columns):
            return False
        found[name] = [(column, of, not (required or key)) for _, column, of, required, _, key, _ in columns]
    if may_have_more:
        added = added_later()
        return all({column for column in columns if column[0] not in added} <= set(found.get(name, []))
                   for name, columns in expected.items() if name not in added)
    return found == expected


def has_table(database, name):
    return bool(database.execute("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?", (name,)).fetchall())


class RowZone(Zone):
    """A zone in the database. Refuses it by the rules Z1 to Z9. `faults` has the codes of the other rules."""

    def __init__(self, row, types, intervals, lines, changes, yearly):
        def check(is_good):
            if not is_good:
                refuse('zone-malformed', row['iana'])

        self.name, self.footer, self.posix_tz = row['iana'], row['footer'], row['posix_tz'] or ''
        check(types and intervals)
        check([of['position'] for of in types] == list(range(len(types))))
        check([of['position'] for of in intervals] == list(range(len(intervals))))
        check(all(of['is_dst'] in (0, 1) and of['release_is_dst'] in (0, 1) for of in types))
        check(all((of['starts_at'] is None) == (of['position'] == 0) for of in intervals))
        check(all(0 <= of['type'] < len(types) for of in (*intervals, *changes, *yearly)))
        check(self.footer in ('fixed', 'yearly', 'cycle'))
        to = {of['change']: of['type'] for of in yearly}
        check(set(to) == ({'standard', 'daylight'} if self.footer == 'yearly' else set()))
        check({line['interval'] for line in lines} <= set(range(len(intervals))))
        self.rows = types
        keys = ('utc_offset', 'save', 'is_dst', 'release_save', 'release_is_dst', 'abbreviation')
        self.types = [{key: bool(of[key]) if 'dst' in key else of[key] for key in keys} for of in types]
        self.starts = [of['starts_at'] for of in intervals[1:]]
        self.type_of = [of['type'] for of in intervals]
        self.release_changes = [(of['starts_at'], of['type']) for of in changes]
        self.standard, self.daylight, self.yearly = to.get('standard'), to.get('daylight'), None
        if self.footer == 'yearly':
            try:
                rule = read_posix_tz(self.posix_tz)
            except (Refused, ValueError):
                refuse('zone-malformed', row['iana'])
            self.yearly = [(rule[2], self.daylight, self.standard), (rule[3], self.standard, self.daylight)]
        self.faults = list(self.find_faults(row, {line['interval'] for line in lines}))

    def reading(self, number):
        row = self.rows[number]
        return [row[key] for key in ('utc_offset', 'stdoff', 'save', 'is_dst', 'abbreviation')]

    def find_faults(self, row, with_lines):
        if not re.fullmatch(NAME, self.name):
            yield 'zone-id'
        instants = self.starts + [at for at, _ in self.release_changes]
        if any(abs(at) > 2**53 - 1 for at in instants):
            yield 'zone-start'
        if any(one >= other for one, other in zip(self.starts, self.starts[1:])):
            yield 'zone-order'
        for one, other in zip(self.type_of, self.type_of[1:]):
            if self.reading(one) == self.reading(other):
                yield 'zone-no-change'
        for interval in range(len(self.type_of)):
            if interval not in with_lines:
                yield 'zone-no-lines'
        for of in self.rows:
            if of['utc_offset'] != of['stdoff'] + of['save']:
                yield 'type-sum'
            if abs(of['utc_offset']) > 86400:
                yield 'type-offset'
            if abs(of['release_save']) > 86400:
                yield 'type-release-save'
            if of['save'] < 0 or (of['save'] != 0 and not of['is_dst']):
                yield 'type-save'
            if not re.fullmatch('[A-Za-z0-9+-]{3,}', of['abbreviation']):
                yield 'type-abbreviation'
        if row['posix_tz'] != self.footer_text():
            yield 'footer-text'
        if self.footer == 'yearly':
            for number, is_dst in ((self.standard, False), (self.daylight, True)):
                if self.types[number]['is_dst'] != is_dst:
                    yield 'footer-flag'
            if self.type_of[-1] not in (self.standard, self.daylight):
                yield 'footer-last'
        for at, number in self.release_changes:
            if at in self.starts or self.reading(number) != self.reading(self.number_at(at)):
                yield 'release-change'

    def footer_text(self):
        """Z20: the posix_tz that the types give, with the days and times of the present one."""
        if self.footer == 'cycle':
            return None
        if self.footer == 'yearly':
            standard, daylight = self.types[self.standard], self.types[self.daylight]
            days = [re.sub(r'/(.*)', lambda time: written_time(time[1]), day) for day in self.posix_tz.split(',')[1:]]
            return posix(standard['abbreviation'], standard['utc_offset'], daylight, days)
        last = self.types[self.type_of[-1]]
        if last['is_dst']:
            return posix('XXX', last['utc_offset'] - 3600, last, ['0/0', 'J365/25'])
        return posix(last['abbreviation'], last['utc_offset'])


def posix(name, offset, daylight=None, days=()):
    text = posix_name(name) + hours(-offset)
    if daylight is None:
        return text
    text += posix_name(daylight['abbreviation'])
    if daylight['utc_offset'] != offset + 3600:
        text += hours(-daylight['utc_offset'])
    return ','.join([text, *days])


def posix_name(name):
    return name if re.fullmatch('[A-Za-z]+', name) else f'<{name}>'


def hours(seconds):
    minutes, rest = divmod(abs(seconds), 60)
    text = f"{'-' if seconds < 0 else ''}{minutes // 60}"
    return text + (f':{minutes % 60:02}' if minutes % 60 or rest else '') + (f':{rest:02}' if rest else '')


def written_time(text):
    parts = [int(part) for part in text.lstrip('+-').split(':')] + [0, 0]
    size = parts[0] * 3600 + parts[1] * 60 + parts[2]
    return '' if size == 7200 and text[0] != '-' else '/' + hours(-size if text.startswith('-') else size)


WORDS = '[a-z0-9\u0370-\ufffc]+(-[a-z0-9\u0370-\ufffc]+)*'
NAME = '[A-Za-z0-9._+-]+(/[A-Za-z0-9._+-]+)*'
END_OF_DUMP = 4133980800  # 2101-01-01


def transitions(zone):
    """The transitions of a zone before 2101: the instant and the number of the type."""
    found = list(zip(zone.starts, zone.type_of[1:]))
    if zone.footer == 'yearly':
        for year in range(civil(found[-1][0] // 86400)[0], 2102):
            changes = [(start_of_year(year) + day(year) + time - zone.types[before]['utc_offset'], after)
                       for (day, time), after, before in zone.yearly]
            for at, number in sorted(changes):
                if at > found[-1][0] and number != found[-1][1]:
                    found.append((at, number))
    if zone.footer == 'cycle':
        window = [change for change in found if change[0] > found[-1][0] - CYCLE]
        found += [(at + CYCLE, number) for at, number in window]
    return [change for change in found if change[0] < END_OF_DUMP]


def clock(seconds):
    size = abs(seconds)
    return f"{'-' if seconds < 0 else '+'}{size // 3600:02}:{size // 60 % 60:02}:{size % 60:02}"


def dump_line(head, row):
    season = 'daylight' if row['is_dst'] else 'standard'
    return f"{head} {clock(row['utc_offset'])} {season} {row['abbreviation']} (STDOFF {clock(row['stdoff'])})\n"


def dump(zones):
    """The canonical dump of section 7."""
    for zone in zones:
        yield zone.name + '\n' + dump_line('Initially:'.ljust(20), zone.rows[zone.type_of[0]])
        for at, number in transitions(zone):
            year, month, day = civil(at // 86400)
            yield dump_line(f'{year:04}-{month:02}-{day:02}T{clock(at % 86400)[1:]}Z', zone.rows[number])


def clocks_of(zone):
    yearly = zone.yearly and [(after, before) for _, after, before in zone.yearly]
    return [zone.name, zone.types, zone.starts, zone.type_of, zone.release_changes, zone.footer, zone.posix_tz, yearly]


def strip_id(strip):
    return 'Etc/GMT' if strip == 12 else f'Etc/GMT{12 - strip:+}'


def faults_of(boundaries, data, release):
    if data[80:112] != hashlib.sha256(data[128:]).digest():
        yield 'checksum-mismatch'
    if boundaries.zone_ids != sorted(set(boundaries.zone_ids)):
        yield 'zone-out-of-range'
    if boundaries.results[:25] != [[strip_id(strip)] for strip in range(25)]:
        yield 'result-out-of-range'
    if boundaries.release != release:
        yield 'boundaries-release'


def shapes_of(data):
    """docs/formats/shapes.md: the zones, and for each level the number of rings of each zone."""
    level_count, zone_count = counts_of(data, '89545a530d0a1a0a', 'not-shapes')
    try:
        reader = Bytes(data, 32, len(data))
        if level_count == 0 or zone_count > len(data):
            refuse('shapes-malformed')
        zones = [reader.text() for _ in range(zone_count)]
        levels, before = [], 90_000_001
        for _ in range(level_count):
            step, length = reader.whole(), reader.whole()
            if zones != sorted(set(zones)) or not 0 < step < before or 90_000_000 % step or reader.at + length > len(data):
                refuse('shapes-malformed')
            levels.append(rings_of(Bytes(data, reader.at, reader.at + length), zone_count, step))
            reader.at, before = reader.at + length, step
    except Refused as refused:
        refuse('shapes-malformed', refused)
    return zones, levels


def rings_of(level, zone_count, step):
    rings = [0] * zone_count
    for zone in range(zone_count):
        rings[zone] = level.whole()
        for _ in range(rings[zone]):
            points = level.whole()
            x, y = level.whole(), level.whole()
            for point in range(points):
                if point:
                    x, y = x + level.signed(), y + level.signed()
                if points < 3 or not (0 <= x * step <= 360_000_000 and 0 <= y * step <= 180_000_000):
                    refuse('shapes-malformed')
    return rings


def slug(name):
    """The form for URLs of section 8."""
    folded = re.sub("['’‘ʻʼʽʿʾ`´.]", '', name)
    return '-'.join(word for part in re.split(r'\s', folded) for word in words_of_name_alone(part))


def words_of_name_alone(part):
    # Takes each word alone, because a word alone is neither left out nor replaced.
    return [word for piece in re.split(r'[^\w]|_', part) for word in words_of_name(piece)]


def emoji(iso2):
    return ''.join(chr(0x1F1E6 + ord(letter) - ord('A')) for letter in iso2)


REGIONS = {
    'Africa': 'Northern Africa,Sub-Saharan Africa',
    'Americas': 'Latin America and the Caribbean,Northern America',
    'Asia': 'Central Asia,Eastern Asia,South-eastern Asia,Southern Asia,Western Asia',
    'Europe': 'Eastern Europe,Northern Europe,Southern Europe,Western Europe',
    'Oceania': 'Australia and New Zealand,Melanesia,Micronesia,Polynesia',
}


def is_run_of_days(weekend):
    days = weekend.split(',')
    return (all(day in list('0123456') for day in days) and len(days) < 7
            and all(int(after) == (int(day) + 1) % 7 for day, after in zip(days, days[1:])))


def is_region(region, sub_region):
    return sub_region is None if region is None else sub_region in REGIONS.get(region, '').split(',')


SLUG = "'[a-z0-9]+(-[a-z0-9]+)*'"
WITH_POSITIONS = (('dependency', 'country'), ('interval_line', 'zone, interval'), ('yearly_change_line', 'zone, change'))
# Each query selects the rows that break a rule.
RULES = [
    ('R2', 'zone WHERE listed NOT IN (0, 1) OR is_mainland NOT IN (0, 1)'),
    ('R3', 'zone WHERE (latitude IS NULL) <> (longitude IS NULL) OR abs(latitude) > 90000000 OR abs(longitude) > 180000000'),
    ('R4', "zone WHERE NOT country REGEXP '[A-Z]{2}' OR country NOT IN (SELECT iso2 FROM country)"),
    ('R4', 'zone WHERE listed = 0 AND country IS NOT NULL OR country IS NULL AND is_mainland <> 0'),
    ('R5', "zone WHERE (listed = 1) <> (display_name IS NOT NULL) OR display_name = ''"),
    ('R5', 'zone GROUP BY display_name HAVING count(*) > 1 AND display_name IS NOT NULL'),
    ('R6', '(SELECT iana AS n FROM zone UNION ALL SELECT name FROM zone_alias) GROUP BY lower(n) HAVING count(*) > 1'),
    ('R7', 'zone_standard WHERE (zone, type) NOT IN (SELECT zone, position FROM local_time_type)'),
    ('R7', 'local_time_type WHERE (zone, position) NOT IN (SELECT zone, type FROM zone_standard WHERE position = 0)'),
    ('R7', 'zone_standard WHERE (position = 0) <> (starts_at IS NULL)'),
    ('R7', 'zone_standard AS a JOIN zone_standard AS b USING (zone, type) WHERE b.position = a.position + 1 AND b.starts_at <= a.starts_at'),
    ('R7', 'zone_standard GROUP BY zone, type HAVING max(position) <> count(*) - 1'),
    ('R8', "zone_standard WHERE name = ''"),
    ('R9', 'standard WHERE slug <> slug(name)'),
    ('R10', 'standard WHERE utc_offset % 900 <> 0 OR abs(utc_offset) > 86400 OR is_dst NOT IN (0, 1)'),
    ('R11', "standard WHERE NOT code REGEXP '[A-Za-z]{3,}' OR continent NOT IN ('Africa', 'Americas', 'Asia', 'Europe', 'Oceania')"),
    ('R12', 'standard AS a JOIN standard AS b ON b.slug = a.counterpart WHERE a.is_dst = b.is_dst OR NOT EXISTS '
            '(SELECT * FROM zone_standard AS x JOIN zone_standard AS y USING (zone) WHERE x.name = a.name AND y.name = b.name)'),
    ('R13', "country WHERE NOT iso2 REGEXP '[A-Z]{2}' OR NOT iso3 REGEXP '[A-Z]{3}' OR NOT numeric_code REGEXP '[0-9]{3}'"),
    ('R13', "country WHERE (iso3 IS NULL) <> (iso2 = 'XK') OR (numeric_code IS NULL) <> (iso2 = 'XK')"),
    ('R13', 'country GROUP BY iso3 HAVING count(*) > 1 AND iso3 IS NOT NULL'),
    ('R13', 'country GROUP BY numeric_code HAVING count(*) > 1 AND numeric_code IS NOT NULL'),
    ('R14', 'country WHERE slug <> slug(name)'),
    ('R15', 'country WHERE emoji <> emoji(iso2)'),
    ('R16', 'country WHERE NOT is_region(region, sub_region)'),
    ('R17', 'country WHERE population < 1 OR weekend IS NOT NULL AND NOT is_run_of_days(weekend)'),
    ('R18', 'country JOIN zone ON zone.id = default_zone WHERE zone.country IS NOT iso2 AND iso2 IN (SELECT country FROM zone)'),
    ('R20', 'dependency GROUP BY territory HAVING count(*) > 1'),
    ('R20', 'dependency WHERE territory IN (SELECT country FROM dependency)'),
    *((rule, f'{table} GROUP BY {owner} HAVING min(position) <> 0 OR max(position) <> count(*) - 1')
      for rule, (table, owner) in zip(('R20', 'R30', 'R30'), WITH_POSITIONS)),
    ('R21', 'city WHERE id = 0'),
    ('R22', f'city WHERE NOT slug REGEXP {SLUG} OR NOT also REGEXP {SLUG} OR also IN (SELECT slug FROM city)'),
    ('R23', "city WHERE trim(name) = '' OR trim(region) = ''"),
    ('R24', 'city WHERE is_capital NOT IN (0, 1) OR population < 1'),
    ('R24', 'city WHERE is_capital = 1 GROUP BY country HAVING count(*) > 1'),
    ('R25', 'city WHERE abs(latitude) > 90000000 OR abs(longitude) > 180000000'),
    ('R28', 'zone_standard AS x JOIN standard AS s USING (name) JOIN local_time_type AS t ON t.zone = x.zone AND t.position = x.type '
            'WHERE NOT (t.utc_offset = s.utc_offset AND t.is_dst = s.is_dst) AND t.abbreviation IS NOT s.code'),
    ('R29', "zone_alias JOIN source_line AS s ON s.id = source_line WHERE name IS NOT third_word(s.text)"),
    ('R34', 'standard AS s WHERE s.continent IS NOT NULL AND s.continent NOT IN (SELECT continent(z.iana, c.region) FROM zone_standard AS x '
            'JOIN zone AS z ON z.id = x.zone LEFT JOIN country AS c ON c.iso2 = z.country WHERE x.name = s.name '
            'AND continent(z.iana, c.region) IS NOT NULL)'),
    ('R31', 'yearly_change_line WHERE (zone, change) NOT IN (SELECT zone, change FROM yearly_change)'),
    ('R31', 'yearly_change WHERE (zone, change) NOT IN (SELECT zone, change FROM yearly_change_line)'),
    ('R32', 'standard AS s WHERE NOT EXISTS (SELECT * FROM zone_standard AS x JOIN local_time_type AS t ON t.zone = x.zone '
            'AND t.position = x.type WHERE x.name = s.name AND t.utc_offset = s.utc_offset AND t.is_dst = s.is_dst)'),
    ('R33', "standard AS s WHERE s.code NOT IN (SELECT t.abbreviation FROM zone_standard AS x JOIN local_time_type AS t ON t.zone = x.zone "
            "AND t.position = x.type WHERE x.name = s.name AND t.abbreviation REGEXP '[A-Za-z]+') AND EXISTS (SELECT * FROM zone_standard AS x "
            "JOIN local_time_type AS t ON t.zone = x.zone AND t.position = x.type WHERE x.name = s.name AND t.abbreviation REGEXP '[A-Za-z]+')"),
]


AREAS = {'Africa': 'Africa', 'America': 'Americas', 'Asia': 'Asia', 'Australia': 'Oceania', 'Europe': 'Europe'}


def continent(zone, region):
    return AREAS.get(zone.split('/')[0], region)


def third_word(text):
    words = re.sub('^#PACKRATLIST zone.tab ', '', text).split()
    return words[2] if len(words) > 2 else None


TWO_YEARS = 2 * 365 * 86400


class Check:
    """The full check of one artifact; `codes` are its faults in the order of section 8."""

    def __init__(self, directory):
        self.codes = []
        try:
            self.artifact = Artifact(directory)
            self.database = self.artifact.database()
            self.check()
        except Refused as refused:
            self.codes.append(refused.code)
        except (sqlite3.DatabaseError, UnicodeDecodeError):
            self.codes.append('database-malformed')

    def try_open(self, kind, name):
        """The content of a file of the artifact. None: it is not listed, or must be refused."""
        if name not in self.artifact.manifest['files']:
            return None
        try:
            return kind(self.artifact.bytes(name))
        except Refused as refused:
            self.codes.append(refused.code)
            return None

    def rows(self, sql):
        return [dict(row) for row in self.database.execute(sql)]

    def check(self):
        manifest = self.artifact.manifest
        self.codes += self.artifact.check_files()
        if manifest['files'].get('NOTICE', {}).get('size', 0) == 0:
            self.codes.append('notice-missing')
        if self.codes:
            return
        if not is_same_schema(self.database, manifest['format'] != '4.4'):
            self.codes.append('database-schema')
        self.codes += {'database-reference' for _ in self.database.execute('PRAGMA foreign_key_check')}
        if self.codes:
            return
        self.check_texts()
        zones = self.read_zones()
        if zones is not None:
            self.check_counts()
            text = ''.join(dump(zones))
            if hashlib.sha256(text.encode()).hexdigest() != manifest['transitions_sha256']:
                self.codes.append('transitions')
            self.check_clocks(zones)
        is_database_good = not self.codes
        boundaries = self.check_boundaries()
        self.check_shapes(boundaries)
        if is_database_good:
            self.check_rows(zones, boundaries)
            self.check_names()
        self.check_header()

    def check_header(self):
        with open(self.artifact.path('reference.sqlite'), 'rb') as file:
            head = file.read(100)
        page, pages = struct.unpack_from('>H', head, 16)[0], struct.unpack_from('>I', head, 28)[0]
        version = struct.unpack_from('>I', head, 96)[0]
        named = f'{version // 1_000_000}.{version // 1000 % 1000}.{version % 1000}'
        form, encoding = struct.unpack_from('>I', head, 44)[0], struct.unpack_from('>I', head, 56)[0]
        size = self.artifact.manifest['files']['reference.sqlite']['size']
        if (page, form, encoding, named) != (4096, 4, 1, self.artifact.manifest['sqlite']) or pages * page != size:
            self.codes.append('database-form')

    def check_texts(self):
        def is_blank(text, is_line):
            return text == '' or (not is_line and text != text.strip(' '))

        for table, columns in tables_of_document().items():
            if not has_table(self.database, table):
                continue
            for column in (name for name, kind, _ in columns if kind == 'TEXT'):
                is_line = (table, column) == ('source_line', 'text')
                for row in self.rows(f'SELECT {column} AS text FROM {table} WHERE {column} IS NOT NULL'):
                    text = row['text']
                    if is_blank(text, is_line):
                        self.codes.append('text-form')
                    if re.search('[\x00-\x08\x0a-\x1f\x7f]', text):
                        self.codes.append('text-control')
        self.codes += ['alias-name' for row in self.rows('SELECT name FROM zone_alias') if not re.fullmatch(NAME, row['name'])]

    def read_zones(self):
        """The zones of the database. None: one of them is bad."""
        def by_zone(table, order):
            rows = self.rows(f'SELECT * FROM {table} ORDER BY zone, {order}')
            return {zone: list(group) for zone, group in groupby(rows, lambda row: row['zone'])}

        parts = [by_zone(*one) for one in (('local_time_type', 'position'), ('interval', 'position'), ('interval_line', 'interval'),
                                           ('release_change', 'starts_at'), ('yearly_change', 'change'))]
        zones, before = [], len(self.codes)
        for rank, row in enumerate(self.rows('SELECT * FROM zone ORDER BY iana')):
            if row['id'] != rank:
                self.codes.append('zone-order')
            try:
                zones.append(RowZone(row, *(part.get(row['id'], []) for part in parts)))
                self.codes += zones[-1].faults
            except Refused as refused:
                self.codes.append(refused.code)
        return zones if len(self.codes) == before else None

    def check_counts(self):
        tables = {'zones': 'zone', 'aliases': 'zone_alias', 'countries': 'country', 'cities': 'city', 'standards': 'standard'}
        counts = self.artifact.manifest['counts']
        for name, table in tables.items():
            if counts.get(name) != self.database.execute(f'SELECT count(*) FROM {table}').fetchone()[0]:
                self.codes.append('count')

    def check_clocks(self, zones):
        if 'clocks.bin' not in self.artifact.manifest['files']:
            self.codes.append('clocks-missing')
        clocks = self.try_open(Clocks, 'clocks.bin')
        if clocks is None:
            return
        aliases = {row['name']: row['iana'] for row in self.rows('SELECT name, iana FROM zone_alias JOIN zone ON zone.id = zone')}
        same = [clocks_of(zone) for zone in zones] == [clocks_of(zone) for zone in clocks.zones.values()]
        if not same or aliases != clocks.aliases or clocks.release != self.artifact.manifest['tz']:
            self.codes.append('clocks-differ')

    def check_boundaries(self):
        """The boundaries. None: there are none, or they are bad."""
        manifest = self.artifact.manifest
        if (manifest['boundaries'] is None) == ('boundaries.tiles' in manifest['files']):
            self.codes.append('boundaries-pairing')
            return None
        boundaries, before = self.try_open(Boundaries, 'boundaries.tiles'), len(self.codes)
        if boundaries is None:
            return None
        self.codes += faults_of(boundaries, self.artifact.bytes('boundaries.tiles'), manifest['boundaries'])
        known = {row['n'] for row in self.rows('SELECT iana AS n FROM zone UNION SELECT name FROM zone_alias')}
        if not known.issuperset(boundaries.zone_ids):
            self.codes.append('boundary-unknown')
        return boundaries if len(self.codes) == before else None

    def check_shapes(self, boundaries):
        shapes = self.try_open(shapes_of, 'shapes.bin')
        if shapes is None:
            return
        zones, levels = shapes
        strips = {strip_id(strip) for strip in range(25)}
        is_other = boundaries is not None and set(zones) != set(boundaries.zone_ids) - strips
        if is_other or any(0 in rings for rings in levels):
            self.codes.append('shapes-differ')

    def check_rows(self, zones, boundaries):
        for name, function in (('REGEXP', lambda pattern, text: None if text is None else bool(re.fullmatch(pattern, text))),
                               ('slug', slug), ('emoji', emoji), ('is_region', is_region), ('is_run_of_days', is_run_of_days), ('third_word', third_word), ('continent', continent)):
            self.database.create_function(name, -1, function)
        has_countries = bool(self.rows('SELECT 1 FROM country LIMIT 1'))
        broken = [rule for rule, rest in RULES if self.rows(f'SELECT 1 FROM {rest} LIMIT 1') and (has_countries or rule != 'R4')]
        lines = self.rows('SELECT * FROM source_line ORDER BY id')
        places = [(row['file'], row['line']) for row in lines]
        if places != sorted(places) or any(row['id'] != i or row['line'] < 1 for i, row in enumerate(lines)):
            broken.append('R1')
        if not broken:
            broken = [*self.broken_names(zones), *self.broken_cities(boundaries), *self.broken_disagreements(boundaries)]
        self.codes += ['row-rule' for _ in broken]

    def broken_names(self, zones):
        """R27, R32: what is shown for every type of every zone, in all its time."""
        standards = {row['name']: row for row in self.rows('SELECT * FROM standard')}
        of_zone = {row['iana']: row for row in self.rows('SELECT * FROM zone')}
        year, month, day = (int(part) for part in self.artifact.manifest['reference_date'].split('-'))
        now = days_of(year, month, day) * 86400
        tables = self.artifact.tables()
        in_use = {}
        for zone in zones:
            if not of_zone[zone.name]['listed']:
                continue
            moments = [now] + [at for at, _ in transitions(zone) if now < at < now + TWO_YEARS]
            moments += [row['starts_at'] for rows in tables.standards.values() for row in rows
                        if row['zone'] == of_zone[zone.name]['id'] and row['starts_at'] and now < row['starts_at'] < now + TWO_YEARS]
            for at in moments:
                in_use.setdefault(tables.shown(zone, at)[1], set()).add(of_zone[zone.name]['country'])
        if standards and set(standards) != set(in_use) - {None}:
            yield 'R32'
        for zone in zones:
            for number, kind in enumerate(zone.types):
                for row in tables.standards[zone.name, number]:
                    standard = standards.get(row['name'])
                    expected = kind['abbreviation']
                    if not expected[0].isalpha():
                        fits = standard and (standard['utc_offset'], standard['is_dst']) == (kind['utc_offset'], kind['is_dst'])
                        is_kept = of_zone[zone.name]['country'] in in_use.get(row['name'], ())
                        expected = standard['code'] if fits and is_kept else None
                    if row['abbreviation'] != expected:
                        yield 'R27'

    def broken_cities(self, boundaries):
        """R26: the zone of each city, from its point and its country."""
        zones = {row['id']: row for row in self.rows('SELECT * FROM zone')}
        aliases = {row['name']: row['zone'] for row in self.rows('SELECT * FROM zone_alias')}
        ids = {row['iana']: zone for zone, row in zones.items()} | aliases
        of_country = {row['country'] for row in zones.values()}
        for city in self.rows('SELECT * FROM city') if boundaries else ():
            there = [ids[name] for name in boundaries.zones_at(city['longitude'], city['latitude'])]
            own = [zone for zone in there if zones[zone]['country'] == city['country']]
            is_of_country = zones[city['zone']]['country'] == city['country']
            if city['zone'] not in there and city['country'] in of_country and (own or not is_of_country):
                yield 'R26'

    def broken_disagreements(self, boundaries):
        """R35: the boundaries still have each settlement in its zone."""
        names = {row['name']: row['zone'] for row in self.rows('SELECT * FROM zone_alias')}
        names |= {row['iana']: row['id'] for row in self.rows('SELECT * FROM zone')}
        for row in self.rows('SELECT * FROM disagreement') if has_table(self.database, 'disagreement') else ():
            lon, lat = row['longitude'], row['latitude']
            is_there = abs(lon) <= 180_000_000 and abs(lat) <= 90_000_000
            is_first = boundaries is None or (is_there and names[boundaries.zones_at(lon, lat)[0]] == row['zone'])
            if row['id'] == 0 or not is_there or row['zone'] == row['zone_of_text'] or not is_first:
                yield 'R35'

    def check_names(self):
        names = self.try_open(Names, 'names.bin')
        if names is None:
            return
        try:
            self.codes += ['names-malformed' for _ in self.broken_meanings(list(names.rows()))]
        except Refused as refused:
            self.codes.append(refused.code)
        if not re.fullmatch(b'[A-Za-z]+(-[A-Za-z0-9]+)*\0*', self.artifact.bytes('names.bin')[12:20]):
            self.codes.append('names-malformed')
        if self.artifact.manifest['counts'].get('names', names.name_count) != names.name_count:
            self.codes.append('count')

    def broken_meanings(self, rows):
        """N1 to N5, and the order of the keys."""
        tables = self.artifact.tables()
        standards = {row['slug'] for row in self.rows('SELECT slug FROM standard')}
        known = {'country': set(tables.countries), 'standard': standards, 'zone': set(tables.zones)}
        cities = {row['id']: row for row in tables.cities.values()}
        keys = [words.replace('-', '') for words, _ in rows]
        if not all(re.fullmatch(WORDS, words) for words, _ in rows):
            yield 'words'
        if keys != sorted(set(keys), key=lambda key: key.encode('utf-16-be')):
            yield 'order'
        parts = {}
        for _words, meanings in rows:
            for of in meanings:
                if of['kind'] in known:
                    if of['of'] not in known[of['kind']]:
                        yield 'N1'
                    continue
                if of['zone'] not in known['zone'] or of['country'] not in known['country'] | {None}:
                    yield 'N1'
                if of['is_sovereign_capital'] and not of['is_capital']:
                    yield 'N4'
                if of['kind'] == 'division':
                    parts.setdefault((of['of'], of['zone']), set()).add(of['population'])
                elif of['is_listed']:
                    city = cities.get(of['of'])
                    if city is None:
                        yield 'N1'
                    elif of['kind'] == 'city' and (city['population'], bool(city['is_capital'])) != (
                            of['population'], of['is_capital']):
                        yield 'N2'
        if any(len(people) > 1 for people in parts.values()):
            yield 'N3'
        meant = dict(zip(keys, (meanings for _, meanings in rows)))
        own = [('country', row['iso2'], row['name']) for row in tables.countries.values()]
        own += [('city', row['id'], row['name'], row['zone']) for row in cities.values()]
        own += [('standard', row['slug'], row['name']) for row in self.rows('SELECT slug, name FROM standard')]
        for kind, of, name, *zone in own:
            found = meant.get(''.join(words_of_name(name)), [])
            # In a dispute a city is in another zone as well.
            if not any((meaning['kind'], meaning['of']) == (kind, of) and zone in ([], [meaning.get('zone')]) for meaning in found):
                yield 'N5'


def main(directory):
    codes = Check(directory).codes
    print('\n'.join(codes) if codes else 'good')
    return 1 if codes else 0


if __name__ == '__main__':
    sys.exit(main(sys.argv[1]))
