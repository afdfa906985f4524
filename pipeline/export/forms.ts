// Lists the forms of export, in the order of the document. Those that few people need are in apps/.
import type { Form } from './form.ts'
import { CELL_FORMS } from './cells.ts'
import { DISAGREEMENTS } from './disagreements.ts'
import { GEOMETRY_FORMS } from './geometry.ts'
import { SMALL_FORMS } from './small-forms.ts'
import { TABLE_FORMS } from './table-forms.ts'
import { TZIF } from './tzif.ts'
import { TZVALIDATE } from './tzvalidate.ts'

export const FORMS: readonly Form[] = [
  TZIF,
  ...SMALL_FORMS,
  ...GEOMETRY_FORMS,
  ...CELL_FORMS,
  ...TABLE_FORMS,
  DISAGREEMENTS,
  TZVALIDATE,
]
