// Maps Windows zone names to identifiers, as CLDR lists them and as calendars write them.
import { readLock, readSourceNamed } from '#pipeline/sources/lock.ts'
import { CLDR_PATHS, windowsZonesIn } from '#pipeline/parse/cldr.ts'
import { readJson } from '#pipeline/parse/json.ts'
import { ROOT, lockHere } from '#pipeline/paths.ts'

const PART = 'windowsZones'

/**
 * Returns Windows zone name → the identifier for it, from the source that the lock pins. Throws a CommandError where the source is
 * missing.
 */
export const windowsZones = (): ReadonlyMap<string, string> =>
  windowsZonesIn(readJson(CLDR_PATHS[PART].path, readSourceNamed(ROOT, readLock(lockHere()), PART)))
