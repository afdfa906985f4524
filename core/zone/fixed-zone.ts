// An offset as a zone that never changes, for where a clock is asked for and only an offset was said.
import { offsetSeconds, type OffsetSeconds } from '../time/units.ts'
import type { CompiledZone } from './compiled-zone.ts'

/** A zone that has always been and will always be at one offset. */
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
