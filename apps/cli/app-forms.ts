// Lists the forms of export that belong to apps; the program adds them to those of pipeline/export.
import type { Form } from '#pipeline/export/form.ts'
import { WEB } from '#apps/library/export/web-form.ts'
import { MENU } from '#apps/menu/menu.ts'

export const APP_FORMS: readonly Form[] = [WEB, MENU]
