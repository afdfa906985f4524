// An offset → a zone that always has it, for code that needs a zone.
import { offsetSeconds, type OffsetSeconds } from '../time/units.ts'
import type { CompiledZone, LocalTimeType } from './compiled-zone.ts'

/** A type of which only the offset and the flag are known. */
export const plainType = (offset: number, isDst = false, abbreviation = '-00'): LocalTimeType => ({
  offset: offsetSeconds(offset),
  stdoff: offsetSeconds(offset),
  save: offsetSeconds(0),
  isDst,
  releaseSave: offsetSeconds(0),
  releaseIsDst: isDst,
  abbreviation,
})

/** A zone that has the same offset at all times. */
export function fixedZone(id: string, offset: OffsetSeconds): CompiledZone {
  return {
    id,
    types: [plainType(offset, false, id)],
    lines: [],
    starts: [],
    typeOf: [0],
    linesOf: [[]],
    releaseChanges: [],
    footer: { kind: 'fixed' },
    posixTz: null,
  }
}
