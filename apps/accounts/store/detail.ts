// The detail of a mail or of a line of the audit: JSON that any version of tzref may have written.

/** The value of a field. Undefined where the detail has no such field. */
const valueIn = (detail: unknown, field: string): unknown =>
  typeof detail === 'object' && detail !== null ? Reflect.get(detail, field) : undefined

/** The value of a field that is a number. Null where there is none. */
export function numberIn(detail: unknown, field: string): number | null {
  const value = valueIn(detail, field)
  return typeof value === 'number' ? value : null
}

/** The value of a field that is a text. Null where there is none. */
export function textIn(detail: unknown, field: string): string | null {
  const value = valueIn(detail, field)
  return typeof value === 'string' ? value : null
}
