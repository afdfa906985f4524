"""Answers questions about a tz-history.bin with tzref_reader.py: `python3 history.py FILE < QUESTIONS`. A question is a line of JSON: a release,
a name, instants. Prints the releases with their days, then for each question a line with the clocks at the instants; or the code of a refusal.
"""
import json
import sys

from tzref_reader import History, Refused


def main(path):
    with open(path, 'rb') as file:
        data = file.read()
    try:
        history = History(data)
    except Refused as refused:
        print(refused.code)
        return
    print(json.dumps([*zip(history.releases, history.days)], separators=(',', ':')))
    for line in sys.stdin:
        release, name, instants = json.loads(line)
        zone = history.zone(release, name)
        shown = None if zone is None else [zone.type_at(at) for at in instants]
        answer = shown and [[one['utc_offset'], one['is_dst'], one['abbreviation']] for one in shown]
        print(json.dumps(answer, separators=(',', ':')))


if __name__ == '__main__':
    main(sys.argv[1])
