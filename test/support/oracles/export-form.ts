// Finds a form of `tzref export` by its name, for tests.
import type { Form } from '#pipeline/export/form.ts'
import { APP_FORMS } from '#apps/cli/app-forms.ts'
import { FORMS } from '#pipeline/export/forms.ts'

/** All forms of `tzref export`. */
export const ALL_FORMS: readonly Form[] = [...FORMS, ...APP_FORMS]

/** The form with this name. Throws if there is none. */
export function formNamed(name: string): Form {
  const form = ALL_FORMS.find((one) => one.name === name)
  if (form === undefined) throw new Error(`there is no form ${name}`)
  return form
}
