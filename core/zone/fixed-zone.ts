// An offset → a zone that always has it, for code that needs a zone.
import { offsetSeconds, type OffsetSeconds } from '../time/units.ts'
import type { CompiledZone } from './compiled-zone.ts'

/** A zone that has the same offset at all times. */
export function fixedZone(id: string, offset: OffsetSeconds): CompiledZone {
  return {
    id,
    types: [
      {
        offset,
        stdoff: offset,
        save: offsetSeconds(0),
        isDst: false,
        releaseSave: offsetSeconds(0),
        releaseIsDst: false,
        abbreviation: id,
      },
    ],
    lines: [],
    starts: [],
    typeOf: [0],
    linesOf: [[]],
    releaseChanges: [],
    footer: { kind: 'fixed' },
    posixTz: null,
  }
}
