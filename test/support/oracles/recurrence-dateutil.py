"""Repeated events, one JSON a line, and the TZif trees of two releases -> the times of each set, by zoneinfo and dateutil or given local times."""
import json
import os
import signal
import sys
from datetime import datetime, timedelta, timezone

from dateutil.rrule import rrulestr
from zoneinfo import ZoneInfo

EPOCH = datetime(1970, 1, 1)
HORIZON = datetime(2038, 1, 1)
# Seconds of processor time for one event.
SLOW = 1.5


class Slow(Exception):
    pass


def on_alarm(*_):
    raise Slow


def tree(folder):
    known = {}

    def zone(name):
        if name not in known:
            with open(os.path.join(folder, name), "rb") as file:
                known[name] = ZoneInfo.from_file(file, key=name)
        return known[name]

    return zone


def wall_of(seconds):
    return EPOCH + timedelta(seconds=seconds)


def instant(zone, wall):
    """Uses fold 0: in a fold the first instant, in a gap the offset before it."""
    return int(wall.replace(tzinfo=zone, fold=0).astimezone(timezone.utc).timestamp())


def moment(clock, named):
    return named["utc"] if "utc" in named else instant(clock(named["zone"]), wall_of(named["wall"]))


def members(case, clock):
    zone = clock(case["zone"])
    start = wall_of(case["start"])
    walls = []
    given = case.get("walls")
    rule = rrulestr(case["rule"], dtstart=start) if given is None else map(wall_of, given)
    for wall in rule:
        if wall >= HORIZON or ("until" in case and instant(zone, wall) > case["until"]):
            break
        walls.append(wall)
    walls += [wall_of(one) for one in case["rdates"]]
    gone = {moment(clock, one) for one in case["gone"]}
    return {wall for wall in walls if instant(zone, wall) not in gone}


def main():
    clocks = [tree(folder) for folder in sys.argv[1:3]]
    signal.signal(signal.SIGVTALRM, on_alarm)
    for line in sys.stdin:
        case = json.loads(line)
        signal.setitimer(signal.ITIMER_VIRTUAL, SLOW)
        try:
            was, now = [members(case, clock) for clock in clocks]
            zones = [clock(case["zone"]) for clock in clocks]
            found = [
                [
                    int((wall - EPOCH).total_seconds()),
                    instant(zones[0], wall) if wall in was else None,
                    instant(zones[1], wall) if wall in now else None,
                ]
                for wall in sorted(was | now)
            ]
            print(json.dumps(found), flush=True)
        except Slow:
            print("null", flush=True)
        finally:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)


main()
