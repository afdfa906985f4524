"""Reads test/corpus with tzref_reader.py: `python3 corpus.py FOLDER` prints the differences, and exits with 1 if there are any."""
import hashlib
import json
import os
import shutil
import sqlite3
import struct
import sys
import tempfile
import zlib

from tzref_check import Check
from tzref_reader import Artifact, LookUp, artifact_id, words_of_name


def damaged(artifact, damage, folder):
    """A copy of the artifact with a damage of damages.json, made as README.md of the corpus describes."""
    directory = os.path.join(folder, 'damaged')
    shutil.rmtree(directory, ignore_errors=True)
    shutil.copytree(artifact, directory)
    for step in damage['patch']:
        take(directory, step)
    if damage['mended']:
        mend(directory)
    return directory


def read_bytes(path):
    with open(path, 'rb') as file:
        return file.read()


def write_bytes(path, data):
    with open(path, 'wb') as file:
        file.write(data)


def read_json(path):
    return json.loads(read_bytes(path).decode())


def write_manifest(path, manifest):
    write_bytes(path, (json.dumps(manifest, ensure_ascii=False, indent=2) + '\n').encode())


def take(directory, step):
    path = os.path.join(directory, step.get('file', 'manifest.json' if 'manifest' in step else 'reference.sqlite'))
    if 'sql' in step:
        version = read_bytes(path)[96:100]
        with sqlite3.connect(path) as database:
            database.execute('PRAGMA foreign_keys = OFF')
            database.executescript(step['sql'])
        database.close()
        data = bytearray(read_bytes(path))
        data[96:100] = version
        write_bytes(path, data)
    elif 'manifest' in step:
        write_manifest(path, {**read_json(path), **step['manifest']})
    elif 'remove' in step:
        os.remove(path)
    elif 'add' in step:
        write_bytes(path, step['add'].encode())
    else:
        data = bytearray(read_bytes(path))
        if 'find' in step:
            at, new = data.index(step['find'].encode()), step['replace'].encode()
            data[at:at + len(new)] = new
        if 'offset' in step:
            new = bytes.fromhex(step['bytes'])
            data[step['offset']:step['offset'] + len(new)] = new
        write_bytes(path, data[:step['cut']] if 'cut' in step else data)


def mend(directory):
    """Corrects the checksums inside the files, then sizes, hashes and the id."""
    for name in ('clocks.bin', 'shapes.bin', 'boundaries.tiles'):
        data = bytearray(read_bytes(os.path.join(directory, name)))
        header = 128 if name == 'boundaries.tiles' else 32
        if len(data) < header:
            continue
        if name == 'boundaries.tiles':
            data[80:112] = hashlib.sha256(data[128:]).digest()
        else:
            struct.pack_into('<I', data, 24, zlib.crc32(data[32:]))
        struct.pack_into('<I', data, header - 4, zlib.crc32(data[:header - 4]))
        write_bytes(os.path.join(directory, name), data)
    path = os.path.join(directory, 'manifest.json')
    manifest = read_json(path)
    for name in manifest['files']:
        data = read_bytes(os.path.join(directory, name))
        manifest['files'][name] = {'size': len(data), 'sha256': hashlib.sha256(data).hexdigest()}
    write_manifest(path, {**manifest, 'id': artifact_id(manifest)})


def main(folder):
    def read(name):
        with open(os.path.join(folder, name), encoding='utf-8') as file:
            return json.load(file)

    artifact = Artifact(os.path.join(folder, 'artifact'))
    differences = [f'files: {code}' for code in artifact.check_files()]
    clocks = artifact.clocks()
    tables = artifact.tables()
    look_up = LookUp(artifact.boundaries(), clocks, {name for name, row in tables.zones.items() if row['country'] is not None})
    points, instants, walls, typed, asked = *map(read, ('points.json', 'instants.json', 'walls.json', 'names.json')), 0
    for point in points:
        found = look_up.answer(point['lat'], point['lon'])
        expected = {key: point[key] for key in found}
        if found != expected:
            differences.append(f'point {point["lat"]} {point["lon"]}: found {found}, expected {expected}')
    for row in instants:
        zone = clocks.zone(row['name'])
        for shown in row['clocks']:
            asked += 1
            found = {'at': shown['at'], **zone.type_at(shown['at'])}
            if zone.name != row['zone'] or found != shown:
                differences.append(f"{row['name']} at {shown['at']}: found {found}, expected {shown}")
    for row in walls:
        zone = clocks.zone(row['zone'])
        for shown in row['walls']:
            instants = zone.instants_of(shown['wall'])
            kind = ('gap', 'unique', 'fold')[len(instants)]
            if kind != shown['kind'] or (instants or zone.around_gap(shown['wall'])) != shown['instants']:
                differences.append(f"{row['zone']} at {shown['wall']} by its clock: found {kind} {instants}, expected {shown}")
    names = {words.replace('-', ''): meanings for words, meanings in artifact.names().rows()}
    for row in typed:
        key = ''.join(words_of_name(row['name']))
        found = names.get(key, [])
        if key != row['key'] or found != row['meanings']:
            differences.append(f"{row['name']}: found {key} {found}, expected {row['key']} {row['meanings']}")
    damages = read('damages.json')
    with tempfile.TemporaryDirectory() as temporary:
        for damage in damages:
            codes = Check(damaged(artifact.directory, damage, temporary)).codes
            # A reader may give a code any number of times. The set of codes and the first code must be right.
            if codes[:1] != damage['codes'][:1] or set(codes) != set(damage['codes']):
                differences.append(f"{damage['name']}: found {codes}, expected {damage['codes']}")
    for difference in differences[:20]:
        print(difference)
    wall_times = sum(len(row['walls']) for row in walls)
    print(f'{len(points)} points, {asked} instants, {wall_times} wall times, {len(typed)} names, {len(damages)} damages: {len(differences)} differences')
    return 1 if differences else 0


if __name__ == '__main__':
    sys.exit(main(sys.argv[1]))
