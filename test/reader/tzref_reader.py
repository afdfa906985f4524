"""A reader of tzref artifacts in Python 3. It uses only the standard library, and is written only from the documents in docs/.

It answers from the files of an artifact: the zones at a point, a zone's clock at an instant, the instants of a local time, the meanings
of a name, countries and cities. Start here to write your own reader. docs/formats/README.md names the order of the steps.
"""
import hashlib
import json
import os
import re
import sqlite3
import stat
import struct
import sys
import unicodedata
import zlib
from decimal import ROUND_HALF_UP, Decimal


class Refused(Exception):
    """An artifact that a reader must refuse. `code` is the code from the documents."""

    def __init__(self, code, what):
        super().__init__(f'{code}: {what}')
        self.code = code


def refuse(code, what=''):
    raise Refused(code, what)


# docs/formats/artifact.md, sections 1, 4 and 8


def microdegrees(text, limit):
    """Degrees as text → whole microdegrees, rounded by their digits, half away from zero."""
    degrees = Decimal(text)
    if abs(degrees) > limit:
        raise ValueError(f'{text}: not between -{limit} and {limit}')
    return int((degrees * 1_000_000).quantize(Decimal(1), rounding=ROUND_HALF_UP))


def read_manifest(directory):
    path = os.path.join(directory, 'manifest.json')
    if not os.path.exists(directory):
        refuse('not-found', directory)
    if not os.path.isfile(path):
        refuse('manifest-missing', path)
    try:
        with open(path, encoding='utf-8') as file:
            manifest = json.load(file)
    except ValueError as error:
        refuse('manifest-malformed', error)
    version = manifest.get('format') if isinstance(manifest, dict) else None
    number = re.fullmatch(r'(0|[1-9]\d*)\.(0|[1-9]\d*)', version) if isinstance(version, str) else None
    if number is None:
        refuse('manifest-malformed', f'format is {version!r}')
    if number[1] != '4':
        refuse('format-unknown', version)
    check_manifest(manifest)
    return manifest


def check_manifest(manifest):
    kinds = {'id': str, 'tz': str, 'reference_date': str, 'tzref': str, 'sqlite': str, 'sources': list}
    kinds |= {'counts': dict, 'transitions_sha256': str, 'files': dict}
    for key, kind in kinds.items():
        if not isinstance(manifest.get(key), kind):
            refuse('manifest-malformed', key)
    if not re.fullmatch(r'\d{4}-\d\d-\d\d', manifest['reference_date']) or not manifest['tzref']:
        refuse('manifest-malformed', 'reference_date or tzref')
    if 'boundaries' not in manifest or not isinstance(manifest['boundaries'], (str, type(None))):
        refuse('manifest-malformed', 'boundaries')
    for name, entry in manifest['files'].items():
        if '/' in name or '\\' in name or name in ('.', '..'):
            refuse('manifest-malformed', name)
        sha256 = entry.get('sha256') if isinstance(entry, dict) else None
        if not isinstance(sha256, str) or not re.fullmatch('[0-9a-f]{64}', sha256) or not is_count(entry.get('size')):
            refuse('manifest-malformed', name)
    if not all(is_count(count) for count in manifest['counts'].values()):
        refuse('manifest-malformed', 'counts')


def is_count(value):
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def artifact_id(manifest):
    content = {key: value for key, value in manifest.items() if key != 'id'}
    text = json.dumps(content, ensure_ascii=False, separators=(',', ':'))
    hash8 = hashlib.sha256(text.encode()).hexdigest()[:8]
    return f"{manifest['tz'].replace('+', '.')}-{manifest['boundaries'] or 'none'}-{hash8}"


class Artifact:
    """An opened directory. Raises Refused if something is wrong with it."""

    def __init__(self, directory):
        self.directory = directory
        self.manifest = read_manifest(directory)
        for name, entry in self.manifest['files'].items():
            try:
                found = os.stat(self.path(name))
            except FileNotFoundError:
                refuse('file-missing', name)
            if not stat.S_ISREG(found.st_mode):
                refuse('file-missing', name)
            if found.st_size != entry['size']:
                refuse('file-size', name)

    def path(self, name):
        return os.path.join(self.directory, name)

    def bytes(self, name):
        with open(self.path(name), 'rb') as file:
            return file.read()

    def check_files(self):
        """Checks the manifest and what it says about the files, except their sizes. The codes are in the order of the document."""
        codes = []
        if artifact_id(self.manifest) != self.manifest['id']:
            codes.append('id-mismatch')
        form = json.dumps(self.manifest, ensure_ascii=False, indent=2) + '\n'
        if self.bytes('manifest.json') != form.encode():
            codes.append('manifest-form')
        for name, entry in self.manifest['files'].items():
            if hashlib.sha256(self.bytes(name)).hexdigest() != entry['sha256']:
                codes.append('file-hash')
        listed = {'manifest.json', *self.manifest['files']}
        return codes + ['file-unlisted' for name in os.listdir(self.directory) if name not in listed]

    def boundaries(self):
        return Boundaries(self.bytes('boundaries.tiles')) if self.manifest['boundaries'] is not None else None

    def clocks(self):
        return Clocks(self.bytes('clocks.bin'))

    def names(self):
        return Names(self.bytes('names.bin'))

    def database(self):
        return open_database(self.path('reference.sqlite'))

    def tables(self):
        return Tables(self.path('reference.sqlite'))


# docs/formats/boundaries.md

HALF_WORLD, POLE = 180_000_000, 90_000_000
MOST_X, MOST_Y = 2 * HALF_WORLD, 2 * POLE
NONE = 0xFFFF


class Boundaries:
    """A point → the identifiers of the zones that contain it. The answer comes first."""

    def __init__(self, data):
        if len(data) < 128:
            refuse('file-too-short')
        if data[:8] != bytes.fromhex('89545a420d0a1a0a'):
            refuse('not-boundaries')
        major, _minor, header_bytes, file_bytes, top_shift, zone_count, result_count = struct.unpack_from('<HHIIIII', data, 8)
        if major != 3:
            refuse('format-unknown', major)
        if struct.unpack_from('<I', data, 124)[0] != zlib.crc32(data[:124]) or header_bytes != 128:
            refuse('header-damaged')
        if file_bytes != len(data):
            refuse('file-size')
        places = [struct.unpack_from('<II', data, 32 + 8 * section) for section in range(6)]
        for (offset, length), width in zip(places, (1, 1, 2, 2, 4, 4)):
            if offset < 128 or offset % 8 or offset + length > len(data) or length % width:
                refuse('section-out-of-range')
        release, zones, results, tables, tree, borders = (data[offset:offset + length] for offset, length in places)
        self.release = text_of(release)
        self.zone_ids, self.areas = self.read_zones(zones, zone_count)
        self.results = self.read_results(words_of('H', results), result_count)
        if not 1 <= top_shift <= 29:
            refuse('node-out-of-range')
        self.top_shift, self.columns = top_shift, (MOST_X + (1 << top_shift) - 1) >> top_shift
        rows = (MOST_Y + (1 << top_shift) - 1) >> top_shift
        self.tables, self.tree = words_of('H', tables), words_of('I', tree)
        self.borders, self.halves = words_of('i', borders), words_of('h', borders)
        if len(self.tree) < self.columns * rows:
            refuse('node-out-of-range')

    def read_zones(self, data, count):
        ids, areas, at = [], [], 0
        for _ in range(count):
            if at + 5 > len(data) or data[at + 4] == 0 or at + 5 + data[at + 4] > len(data):
                refuse('zone-out-of-range')
            areas.append(struct.unpack_from('<I', data, at)[0])
            ids.append(text_of(data[at + 5:at + 5 + data[at + 4]]))
            at += 5 + data[at + 4]
        if at != len(data):
            refuse('zone-out-of-range')
        return ids, areas

    def read_results(self, words, count):
        if not 25 <= count <= 65534:
            refuse('result-out-of-range')
        results, at = [], 0
        for _ in range(count):
            size = words[at] if at < len(words) else 0
            if size == 0 or at + 1 + size > len(words):
                refuse('result-out-of-range')
            if max(words[at + 1:at + 1 + size]) >= len(self.zone_ids):
                refuse('zone-out-of-range')
            results.append([self.zone_ids[zone] for zone in words[at + 1:at + 1 + size]])
            at += 1 + size
        return results

    def zones_at(self, lon, lat):
        """The zones at a point in whole microdegrees."""
        x, y = lon + HALF_WORLD, lat + POLE
        east, north = int(x == MOST_X), int(y == MOST_Y)
        walk_x, walk_y = x - east, y - north
        shift = self.top_shift
        at = (walk_y >> shift) * self.columns + (walk_x >> shift)
        while True:
            if at >= len(self.tree):
                refuse('node-out-of-range')
            entry = self.tree[at]
            kind, place = entry >> 30, entry & 0x3FFFFFF
            if kind == 0:
                return self.result(entry, x)
            if kind > 1:
                break
            k = entry >> 26 & 15
            shift -= k
            if k == 0 or shift < 0:
                refuse('node-out-of-range')
            mask = (1 << k) - 1
            at = place + ((walk_y >> shift & mask) << k) + (walk_x >> shift & mask)
        side = 1 << shift
        point = (walk_x % side + east - side // 2, walk_y % side + north - side // 2)
        table, bits = self.crossings(place, kind == 2, point, east, north)
        if 2 * table + bits >= len(self.tables):
            refuse('table-out-of-range')
        return self.result(self.tables[2 * table + bits], x)

    def result(self, number, x):
        if number == NONE:
            return self.results[(x + 7_500_000) // 15_000_000]
        if number >= len(self.results):
            refuse('result-out-of-range')
        return self.results[number]

    def crossings(self, at, is_narrow, point, east, north):
        """Whether a line due west from the point meets an odd number of edges: one bit for each kind of border."""
        px, py = point
        bits = 0
        while True:
            head = self.borders[at] if at < len(self.borders) else 0
            count, kinds = head >> 16 & 255, head >> 24 & 15
            end = at + 1 + 2 * kinds + (count if is_narrow else 2 * count)
            if count == 0 or kinds == 0 or end > len(self.borders):
                refuse('tile-out-of-range')
            first = at + 1 + 2 * kinds
            values = self.halves[2 * first:2 * end] if is_narrow else self.borders[first:end]
            ys, xs = values[:count], values[count:]
            above = [y >= py for y in ys] if north else [y > py for y in ys]
            for kind in range(kinds):
                edges, lines = self.borders[at + 1 + 2 * kind], self.borders[at + 2 + 2 * kind]
                crossed = sum(above[i] for i in range(count) if lines >> i & 1)
                for i in range(count - 1):
                    if edges >> i & 1 and above[i] != above[i + 1]:
                        turn = (xs[i + 1] - xs[i]) * (py - ys[i]) - (px - xs[i]) * (ys[i + 1] - ys[i])
                        if east:
                            crossed += turn < 0 if above[i + 1] else turn > 0
                        else:
                            crossed += turn <= 0 if above[i + 1] else turn >= 0
                bits ^= (crossed & 1) << kind
            if head >= 0:
                return head & 0xFFFF, bits
            at = end


def words_of(kind, data):
    if sys.byteorder != 'little':
        raise RuntimeError('words are read as they lie, which takes a little-endian machine')
    return memoryview(data).cast(kind)


def text_of(data, code='text-damaged'):
    try:
        return data.decode('utf-8')
    except UnicodeDecodeError as error:
        refuse(code, error)


# docs/formats/clocks.md


class Bytes:
    """Reads numbers and texts of clocks.bin one after the other, and never beyond the end. `code`: of a refusal."""

    def __init__(self, data, at, end, code='clocks-malformed'):
        self.data, self.at, self.end, self.code = data, at, end, code

    def whole(self):
        value = place = 0
        while True:
            if self.at >= self.end:
                refuse(self.code, 'a number goes on past its end')
            byte = self.data[self.at]
            self.at += 1
            value |= (byte & 127) << place
            place += 7
            if value > 2**53 - 1:
                refuse(self.code, 'a number above 2^53 - 1')
            if byte < 128:
                return value

    def signed(self):
        value = self.whole()
        return -(value + 1) // 2 if value & 1 else value // 2

    def text(self):
        length = self.whole()
        if self.at + length > self.end:
            refuse(self.code, 'a text goes on past its end')
        self.at += length
        return text_of(self.data[self.at - length:self.at], self.code)

    def count(self):
        count = self.whole()
        return count if count <= len(self.data) else refuse(self.code, 'more of something than bytes')


CYCLE = 12_622_780_800


def counts_of(data, magic, other_file):
    """The two counts in a correct header, which is the same in docs/formats/clocks.md and docs/formats/shapes.md. Refuses a wrong one."""
    if len(data) < 32:
        refuse('file-too-short')
    if data[:8] != bytes.fromhex(magic):
        refuse(other_file)
    major, _minor, file_bytes, first, second, body, header = struct.unpack_from('<HHIIIII', data, 8)
    if major != 1:
        refuse('format-unknown', major)
    if zlib.crc32(data[:28]) != header:
        refuse('header-damaged')
    if file_bytes != len(data):
        refuse('file-size')
    if zlib.crc32(data[32:]) != body:
        refuse('checksum-mismatch')
    return first, second


class Clocks:
    """All identifiers of a release, and their clocks."""

    def __init__(self, data):
        zones, aliases = counts_of(data, '89545a430d0a1a0a', 'not-clocks')
        if max(zones, aliases) > len(data):
            refuse('clocks-malformed', 'more zones than bytes')
        reader = Bytes(data, 32, len(data))
        self.release = reader.text()
        self.zone_ids = [reader.text() for _ in range(zones)]
        self.aliases = {}
        for _ in range(aliases):
            name, number = reader.text(), reader.whole()
            if number >= zones:
                refuse('clocks-malformed', f'{name} is zone {number}')
            self.aliases[name] = self.zone_ids[number]
        lengths = [reader.whole() for _ in range(zones)]
        if reader.at + sum(lengths) > len(data):
            refuse('clocks-malformed', 'a record beyond the end of the file')
        self.zones, at = {}, reader.at
        for name, length in zip(self.zone_ids, lengths):
            self.zones[name] = Zone(name, Bytes(data, at, at + length))
            at += length

    def zone(self, name):
        """The zone of an identifier. None: the release has none."""
        return self.zones.get(self.aliases.get(name, name))


class History:
    """The clocks of many releases, the newest first: `releases` has their names, `days` the UTC days on which they came out."""

    def __init__(self, data):
        if len(data) < 24:
            refuse('file-too-short')
        if data[:8] != bytes.fromhex('89545a480d0a1a0a'):
            refuse('not-history')
        major, minor, file_bytes, body_bytes, body_crc = struct.unpack_from('<HHIII', data, 8)
        if major != 1:
            refuse('format-unknown', major)
        if file_bytes != len(data):
            refuse('file-size')
        body = self.inflated(data[24:], body_bytes)
        if zlib.crc32(body) != body_crc:
            refuse('checksum-mismatch')
        reader = Bytes(body, 0, len(body), 'history-malformed')
        self.layers, aliases = [], {}
        for _ in range(reader.count()):
            length = reader.whole()
            clocks = Clocks(body[reader.at:reader.at + length])
            reader.at += length
            gone = {reader.text() for _ in range(reader.count())}
            aliases = dict(aliases)
            for _ in range(reader.count()):
                name, zone = reader.text(), reader.text()
                if zone:
                    aliases[name] = zone
                else:
                    aliases.pop(name, None)
            self.layers.append((clocks, gone, aliases))
        self.releases = [clocks.release for clocks, _, _ in self.layers]
        self.days = [reader.text() for _ in self.layers] if minor >= 1 else [''] * len(self.layers)
        for day in self.days:
            if day and not re.fullmatch(r'\d{4}-\d\d-\d\d', day):
                refuse('history-malformed', day)

    def inflated(self, data, size):
        inflater = zlib.decompressobj(-15)
        try:
            body = inflater.decompress(data, size + 1)
        except zlib.error as error:
            refuse('history-malformed', error)
        return body if inflater.eof and len(body) == size else refuse('history-malformed', 'a body of another size')

    def zone(self, release, name):
        """A zone as a release had it. None: it had none of this name."""
        number = self.releases.index(release)
        name = self.layers[number][2].get(name, name)
        # From the release itself to newer ones.
        for clocks, gone, _ in reversed(self.layers[:number + 1]):
            if name in clocks.zones:
                return clocks.zones[name]
            if name in gone:
                return None
        return None


class Zone:
    """One record: local time types, the starts of intervals, and what follows them."""

    def __init__(self, name, record):
        self.name = name
        self.types = [self.read_type(record) for _ in range(record.count())]
        count = record.count()
        self.starts, self.type_of = [], [self.index(record)]
        for i in range(count):
            step = record.whole() if i else record.signed()
            if i and step == 0:
                refuse('clocks-malformed', 'two equal starts')
            self.starts.append(step + (self.starts[-1] if i else 0))
            self.type_of.append(self.index(record))
        self.release_changes = [(record.signed(), self.index(record)) for _ in range(record.count())]
        kind = record.whole()
        if kind > 2:
            refuse('clocks-malformed', 'a footer of another kind')
        self.footer = ('fixed', 'yearly', 'cycle')[kind]
        self.posix_tz = record.text()
        self.yearly = None
        if self.footer == 'yearly':
            rule = read_posix_tz(self.posix_tz)
            standard, daylight = self.index(record), self.index(record)
            self.yearly = [(rule[2], daylight, standard), (rule[3], standard, daylight)]

    def read_type(self, record):
        offset, save, release_save, flags = record.signed(), record.signed(), record.signed(), record.whole()
        return {
            'utc_offset': offset, 'save': save, 'is_dst': bool(flags & 1),
            'release_save': release_save, 'release_is_dst': bool(flags & 2), 'abbreviation': record.text(),
        }

    def index(self, record):
        index = record.whole()
        return index if index < len(self.types) else refuse('clocks-malformed', 'a type that is not there')

    def type_at(self, at):
        """The local time type at an instant, with the release's own reading too."""
        shown = self.types[self.number_at(at)]
        inside = [(start, number) for start, number in self.release_changes if start <= at]
        if inside and not any(inside[-1][0] < start <= at for start in self.starts):
            read = self.types[inside[-1][1]]
            shown = {**shown, 'release_save': read['release_save'], 'release_is_dst': read['release_is_dst']}
        return shown

    def number_at(self, at):
        if not self.starts or at < self.starts[-1]:
            return self.type_of[position(self.starts, at)]
        if self.footer == 'cycle':
            at -= (at - self.starts[-1] + CYCLE) // CYCLE * CYCLE
            return self.type_of[position(self.starts, at)]
        if self.footer == 'yearly':
            year = civil(at // 86400)[0]
            changes = [
                (start_of_year(y) + day(y) + time - self.types[before]['utc_offset'], after)
                for y in range(year - 1, year + 2) for (day, time), after, before in self.yearly
            ]
            past = [change for change in sorted(changes) if change[0] <= at]
            # The last listed interval lasts until the first change that leads to another type.
            return past[-1][1] if past[-1][0] > self.starts[-1] else self.type_of[-1]
        return self.type_of[-1]

    def instants_of(self, wall):
        """The instants with the local time `wall` (in seconds, as if it were UTC): one, two in a fold, none in a gap."""
        offsets = {self.types[self.number_at(wall + days * 86400)]['utc_offset'] for days in (-2, -1, 0, 1, 2)}
        offsets |= {kind['utc_offset'] for kind in self.types}
        return sorted({wall - o for o in offsets if self.types[self.number_at(wall - o)]['utc_offset'] == o})

    def around_gap(self, wall):
        """The two candidate instants of a local time in a gap: with the offset before the gap and with the offset after it."""
        low, high = wall - 2 * 86400, wall + 2 * 86400
        while high - low > 1:
            middle = (low + high) // 2
            is_past = middle + self.types[self.number_at(middle)]['utc_offset'] > wall
            low, high = (low, middle) if is_past else (middle, high)
        return sorted(wall - self.types[self.number_at(at)]['utc_offset'] for at in (low, high))


def position(starts, at):
    """The number of starts that are not after an instant."""
    low, high = 0, len(starts)
    while low < high:
        middle = (low + high) // 2
        low, high = (middle + 1, high) if starts[middle] <= at else (low, middle)
    return low


def days_of(year, month, day):
    """Days since 1970-01-01 in the Gregorian calendar."""
    y = year - (month <= 2)
    of_year = (153 * (month + (9 if month <= 2 else -3)) + 2) // 5 + day - 1
    return y * 365 + y // 4 - y // 100 + y // 400 + of_year - 719468


def civil(days):
    era, of_era = divmod(days + 719468, 146097)
    of_year_era = (of_era - of_era // 1460 + of_era // 36524 - of_era // 146096) // 365
    of_year = of_era - (365 * of_year_era + of_year_era // 4 - of_year_era // 100)
    month = (5 * of_year + 2) // 153
    day = of_year - (153 * month + 2) // 5 + 1
    return of_year_era + era * 400 + (month >= 10), month + (3 if month < 10 else -9), day


def start_of_year(year):
    return days_of(year, 1, 1) * 86400


POSIX = re.compile(
    r'([A-Za-z]{3,}|<[A-Za-z0-9+-]{3,}>)([+-]?[\d:]+)'
    r'(?:([A-Za-z]{3,}|<[A-Za-z0-9+-]{3,}>)([+-]?[\d:]+)?,([^,/]+)(?:/([+-]?[\d:]+))?,([^,/]+)(?:/([+-]?[\d:]+))?)?'
)


def read_posix_tz(text):
    """Standard offset, daylight offset, and when daylight and standard time begin: (seconds of the year, time of day)."""
    found = POSIX.fullmatch(text)
    if found is None or found[3] is None:
        refuse('clocks-malformed', f'{text} has no yearly changes')
    standard = -seconds(found[2])
    daylight = -seconds(found[4]) if found[4] else standard + 3600
    return standard, daylight, (day_rule(found[5]), seconds(found[6] or '2')), (day_rule(found[7]), seconds(found[8] or '2'))


def seconds(text):
    parts = [int(part) for part in text.lstrip('+-').split(':')] + [0, 0]
    size = parts[0] * 3600 + parts[1] * 60 + parts[2]
    return -size if text.startswith('-') else size


def day_rule(text):
    """The day of a rule, as a function of the year. Its result is in seconds from the beginning of the year."""
    if text.startswith('M'):
        month, week, weekday = (int(part) for part in text[1:].split('.'))

        def of_year(year):
            first = days_of(year, month, 1)
            after = first + (weekday - (first + 4) % 7) % 7 + 7 * (week - 1)
            next_month = days_of(year + month // 12, month % 12 + 1, 1)
            return (after - (7 if after >= next_month else 0)) * 86400 - start_of_year(year)

        return of_year
    if text.startswith('J'):
        day = int(text[1:])
        return lambda year: (day - 1 + (day > 59 and days_of(year, 3, 1) - days_of(year, 2, 1) == 29)) * 86400
    return lambda year: int(text) * 86400


# docs/formats/names.md

OTHER_SCRIPTS = re.compile('[\u0370-\u1cff\u1f00-\u1fff\u2e80-\ud7ff\uf900-\ufaff\ufb1d-\ufdff\ufe70-\ufefc]')
APOSTROPHES = re.compile("['`\u00b4\u02b9\u02bb\u02bc\u02bd\u02be\u02bf\u2018\u2019]")
NOT_TYPED = re.compile('[\u0300-\u036f\u0591-\u05c7\u0640\u064b-\u0655]')
WHOLE = dict(zip('ß ø đ ł ı æ œ þ ð ħ ə ŋ ŧ ĸ ƙ ɓ ɗ ƴ ɛ ɔ ɩ ɣ ʋ ƒ ɖ ɨ ʉ ǝ'.split(),
                 'ss o d l i ae oe th d h a ng t k k b d y e o i g v f d i u e'.split()))
SHORT = {'st': 'saint', 'ste': 'sainte', 'ft': 'fort', 'mt': 'mount'}


def words_of_name(name):
    """A typed text → its words. Its key is these words with nothing between them."""
    name = APOSTROPHES.sub('', name)
    if OTHER_SCRIPTS.search(name):
        folded = unicodedata.normalize('NFC', NOT_TYPED.sub('', unicodedata.normalize('NFKD', name).lower()))
        return ''.join(c if unicodedata.category(c)[0] in 'LMN' else ' ' for c in folded).split()
    plain = unicodedata.normalize('NFKD', name.lower())
    plain = ''.join(c for c in plain if unicodedata.category(c)[0] != 'M').lower()
    words = re.findall('[a-z0-9]+', ''.join(WHOLE.get(c, c) for c in plain))
    return words if len(words) < 2 else [SHORT.get(word, word) for word in words if word not in ('and', 'the')]


class Names:
    """Names: the words of a name → its meanings. `words_of_name` makes the words from a typed text."""

    def __init__(self, data):
        if len(data) < 56 or data[:8] != b'TZRFNAME':
            refuse('names-malformed', 'another beginning')
        if struct.unpack_from('<H', data, 8)[0] != 1:
            refuse('names-version')
        self.language = data[12:20].rstrip(b'\0').decode('ascii', 'replace')
        sizes = struct.unpack_from('<9I', data, 20)
        file_bytes, self.name_count, meanings, places, zones, standards, countries, name_bytes, list_bytes = sizes
        blocks = -(-self.name_count // 16)
        firsts_at = 56 + 4 * (blocks + 1)
        meanings_at = firsts_at + 4 * (blocks + 1)
        places_at = meanings_at + 4 * meanings
        self.names_at = places_at + 12 * places
        lists_at = self.names_at + name_bytes
        if file_bytes != len(data) or lists_at + list_bytes != len(data):
            refuse('names-malformed', 'sections do not fill the file')
        self.data = data
        self.blocks = struct.unpack_from(f'<{blocks + 1}I', data, 56)
        self.firsts = struct.unpack_from(f'<{blocks + 1}I', data, firsts_at)
        self.meanings = struct.unpack_from(f'<{meanings}I', data, meanings_at)
        self.places = [struct.unpack_from('<iIHBB', data, places_at + 12 * i) for i in range(places)]
        texts, at = [], lists_at
        while at < len(data):
            texts.append(text_of(data[at + 1:at + 1 + data[at]], 'names-malformed'))
            at += 1 + data[at]
        if len(texts) != zones + standards + countries or at != len(data):
            refuse('names-malformed', 'lists of another length')
        self.zones, self.standards = texts[:zones], texts[zones:zones + standards]
        self.countries = texts[zones + standards:]
        # The division of each place, from version 1.2 on. Readers of 1.1 ignore the bytes after the last name.
        has_divisions = struct.unpack_from('<H', data, 10)[0] >= 2
        self.divisions = struct.unpack_from(f'<{places}H', data, lists_at - 2 * places) if has_divisions else (0,) * places

    def rows(self):
        """Each name and its meanings, in the order of the keys. The words of a name have hyphens between them."""
        at, next_meaning, line = self.names_at, 0, b''
        for row in range(self.name_count):
            if row % 16 == 0:
                block = row // 16
                if at - self.names_at != self.blocks[block] or next_meaning != self.firsts[block]:
                    refuse('names-malformed', f'block {block} begins elsewhere')
                line = b''
            shared, rest, count = self.data[at:at + 3]
            if shared > len(line):
                refuse('names-malformed', f'name {row} shares more than there is')
            line = line[:shared] + self.data[at + 3:at + 3 + rest]
            at += 3 + rest
            yield text_of(line, 'names-malformed'), [self.meaning(next_meaning + i) for i in range(count)]
            next_meaning += count

    def meaning(self, number):
        if number >= len(self.meanings):
            refuse('names-malformed', f'there is no meaning {number}')
        kind, index = self.meanings[number] >> 28, self.meanings[number] & 0xFFFFFFF
        lists = (self.places, self.places, self.countries, self.standards, self.zones)
        if kind > 4 or index >= len(lists[kind]):
            refuse('names-malformed', f'meaning {number} names what is not there')
        if kind > 1:
            return {'kind': ('country', 'standard', 'zone')[kind - 2], 'of': lists[kind][index]}
        place_id, people, zone, flags, country = self.places[index]
        if flags & 3 == 3 or zone >= len(self.zones) or country > len(self.countries):
            refuse('names-malformed', f'place {index}')
        return {
            'kind': ('city', 'section', 'division')[flags & 3], 'of': place_id, 'is_own_name': kind == 0,
            'zone': self.zones[zone], 'population': people or None,
            'country': self.countries[country - 1] if country else None,
            'division': self.divisions[index] - 1 if self.divisions[index] else None,
            'is_capital': bool(flags & 4), 'is_sovereign_capital': bool(flags & 8), 'is_listed': not flags & 16,
        }


# docs/formats/artifact.md, section 7


class LookUp:
    """Points → zones of the tz release."""

    def __init__(self, boundaries, clocks, countries):
        """`countries` is the set of zones that have a country in `zone.country` of reference.sqlite."""
        self.boundaries, self.clocks, self.countries = boundaries, clocks, countries
        for name in boundaries.zone_ids:
            if clocks.zone(name) is None:
                refuse('boundary-unknown', name)

    def zones(self, lon, lat):
        return list(dict.fromkeys(self.clocks.zone(name).name for name in self.boundaries.zones_at(lon, lat)))

    def answer(self, lat_text, lon_text):
        lat, lon = microdegrees(lat_text, 90), microdegrees(lon_text, 180)
        zone, *overlap = self.zones(lon, lat)
        across = self.zones(-lon, lat)[0] if abs(lon) == HALF_WORLD else zone
        return {
            'kind': 'land' if zone in self.countries else 'ocean',
            'timezone': zone,
            'overlap': overlap,
            'antimeridian': None if across in (zone, *overlap) else across,
        }


# docs/formats/artifact.md, section 5


def open_database(path):
    if not os.path.isfile(path):
        refuse('database-malformed', path)
    with open(path, 'rb') as file:
        head = file.read(100)
    if head[:16] != b'SQLite format 3\0' or head[18:20] != b'\1\1':
        refuse('database-malformed', path)
    database = sqlite3.connect(f'file:{path}?mode=ro&immutable=1', uri=True)
    database.row_factory = sqlite3.Row
    try:
        database.execute('SELECT * FROM sqlite_master').fetchall()
    except sqlite3.DatabaseError as error:
        refuse('database-malformed', error)
    return database


class Tables:
    """The rows of reference.sqlite: countries and cities, and what is shown for a zone."""

    def __init__(self, path):
        database = open_database(path)
        read = {name: [dict(row) for row in database.execute(f'SELECT * FROM {name}')]
                for name in ('zone', 'zone_standard', 'country', 'dependency', 'city')}
        database.close()
        zones = {row['id']: row['iana'] for row in read['zone']}
        self.zones = {row['iana']: row for row in read['zone']}
        self.countries = {row['iso2']: {
            **row,
            'default_zone': zones.get(row['default_zone']),
            'zones': [zone['iana'] for zone in read['zone'] if zone['country'] == row['iso2']],
            'dependencies': sorted(of['territory'] for of in read['dependency'] if of['country'] == row['iso2']),
        } for row in read['country']}
        self.cities = {row['slug']: {**row, 'zone': zones[row['zone']]} for row in read['city']}
        self.second_slugs = {row['also']: row['slug'] for row in read['city'] if row['also'] is not None}
        self.standards = {}
        for row in sorted(read['zone_standard'], key=lambda row: row['position']):
            self.standards.setdefault((zones[row['zone']], row['type']), []).append(row)

    def city(self, slug):
        return self.cities.get(self.second_slugs.get(slug, slug))

    def shown(self, zone, at):
        """What a server shows for a zone at an instant: abbreviation and name. None: there is none."""
        rows = self.standards[zone.name, zone.number_at(at)]
        row = [row for row in rows if row['starts_at'] is None or row['starts_at'] <= at][-1]
        return row['abbreviation'], row['name']
