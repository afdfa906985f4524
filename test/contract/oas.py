"""Reads bodies as lines of JSON ({"ref", "body"}) and validates them by two descriptions, each by the validator of its version."""
import json, sys
from openapi_schema_validator import OAS30Validator, OAS31Validator
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT4, DRAFT202012

def validators(path, kind, specification):
    description = json.load(open(path))
    registry = Registry().with_resource("urn:d", Resource(contents=description, specification=specification))
    made = {}
    def of(ref):
        if ref not in made:
            made[ref] = kind({"$ref": "urn:d#" + ref}, registry=registry)
        return made[ref]
    return of

older = validators(sys.argv[1], OAS30Validator, DRAFT4)
newer = validators(sys.argv[2], OAS31Validator, DRAFT202012)
count, faults = 0, []
for line in sys.stdin:
    row = json.loads(line)
    for name, of in (("3.0", older), ("3.1", newer)):
        error = next(of(row["ref"]).iter_errors(row["body"]), None)
        if error is not None:
            faults.append([name, row["ref"], list(error.absolute_path), error.message[:200]])
    count += 1
print(json.dumps({"count": count, "faults": faults[:20], "wrong": len(faults)}))
