// Lists the forms of export that few people need; the program adds them to those of pipeline/export.
import type { Form } from '#pipeline/export/form.ts'
import { DEVICES } from './devices/devices.ts'
import { MENU } from '#apps/menu/menu.ts'

export const EXTRA_FORMS: readonly Form[] = [DEVICES, MENU]
