// Windows' names of zones, as CLDR has them and as calendars write them → identifiers.
import { readLock, readSourceNamed } from '../sources/lock.ts'
import { CLDR_PATHS, windowsZonesIn } from '../parse/cldr.ts'
import { readJson } from '../parse/json.ts'
import { ROOT, lockHere } from '../paths.ts'

const PART = 'windowsZones'

/** Windows' name of a zone → the identifier that stands for it, from the source that the lock pins. Throws a CommandError where it is not there. */
export const windowsZones = (): ReadonlyMap<string, string> =>
  windowsZonesIn(readJson(CLDR_PATHS[PART].path, readSourceNamed(ROOT, readLock(lockHere()), PART)))
