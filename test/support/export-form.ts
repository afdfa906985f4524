// One form of `tzref export` by its name, for tests.
import type { Form } from '#pipeline/export/form.ts'
import { FORMS } from '#pipeline/export/forms.ts'

/** The form of this name; an error where there is none. */
export function formNamed(name: string): Form {
  const form = FORMS.find((one) => one.name === name)
  if (form === undefined) throw new Error(`there is no form ${name}`)
  return form
}
