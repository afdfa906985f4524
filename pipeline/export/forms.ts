// Lists the forms of export, in the order of the document. Those that few people need are in extra/.
import type { Form } from './form.ts'
import { CELL_FORMS } from './cells.ts'
import { EVENTS } from './events.ts'
import { GEOMETRY_FORMS } from './geometry.ts'
import { ICS } from './ics.ts'
import { POSIX } from './posix.ts'
import { TABLE_FORMS } from './tables.ts'
import { TZIF } from './tzif.ts'
import { WEB } from './web.ts'
import { WINDOWS } from './windows.ts'

export const FORMS: readonly Form[] = [
  TZIF,
  POSIX,
  ICS,
  EVENTS,
  WINDOWS,
  ...GEOMETRY_FORMS,
  ...CELL_FORMS,
  ...TABLE_FORMS,
  WEB,
]
