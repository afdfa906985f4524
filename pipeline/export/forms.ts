// Every form of export, in the order of the document.
import type { Form } from './form.ts'
import { ICS } from './ics.ts'
import { POSIX } from './posix.ts'
import { TABLE_FORMS } from './tables.ts'
import { TZIF } from './tzif.ts'

export const FORMS: readonly Form[] = [TZIF, POSIX, ICS, ...TABLE_FORMS]
