"""Answers questions with tzref_reader.py: `python3 answers.py FOLDER` reads asked.json in the folder. For each kind of question it writes
a file with a line of JSON for each answer.
"""
import json
import os
import sys
from itertools import islice

from tzref_reader import Artifact, LookUp, words_of_name


def local_times(zone, walls):
    """For each local time: whether it is unique, in a fold or in a gap, and its instants, the earlier one first."""
    for wall in walls:
        found = zone.instants_of(wall)
        yield [('gap', 'unique', 'fold')[len(found)], *(found or zone.around_gap(wall))]


def clocks(zone, instants, tables):
    for at in instants:
        shown = zone.type_at(at)
        yield [*(shown[key] for key in ('utc_offset', 'save', 'is_dst', 'release_save', 'release_is_dst', 'abbreviation')),
               *tables.shown(zone, at)]


CITY = ('slug', 'name', 'region', 'country', 'zone', 'is_capital', 'population', 'latitude', 'longitude')


def city_row(city):
    return None if city is None else [bool(city[key]) if key == 'is_capital' else city[key] for key in CITY]


def answers(asked):
    """Each kind of question with its answers, in order."""
    artifact = Artifact(asked['artifact'])
    zones, tables = artifact.clocks(), artifact.tables()
    look_up = LookUp(artifact.boundaries(), zones, {name for name, row in tables.zones.items() if row['country'] is not None})
    points = (look_up.answer(lat, lon) for lat, lon in asked['points'])
    return {
        'points': ([a['kind'], a['timezone'], a['overlap'], a['antimeridian']] for a in points),
        'instants': (list(clocks(zones.zone(row['zone']), row['instants'], tables)) for row in asked['instants']),
        'walls': (list(local_times(zones.zone(row['zone']), row['walls'])) for row in asked['walls']),
        'names': islice(artifact.names().rows(), 0, None, asked['one_of']),
        'words': ('-'.join(words_of_name(name)) for name in asked['typed']),
        'countries': (tables.countries[code] for code in sorted(tables.countries)),
        'cities': (city_row(tables.city(slug)) for slug in asked['slugs']),
    }


def main(folder):
    with open(os.path.join(folder, 'asked.json'), encoding='utf-8') as file:
        asked = json.load(file)
    for kind, given in answers(asked).items():
        with open(os.path.join(folder, kind), 'w', encoding='utf-8') as file:
            for answer in given:
                file.write(json.dumps(answer, ensure_ascii=False, separators=(',', ':')) + '\n')


if __name__ == '__main__':
    main(sys.argv[1])
