// The detail of a mail or of a line of the audit: JSON that any version of tzref may have written.

/** The value of a field. Undefined where the detail has no such field. */
export const valueIn = (detail: unknown, field: string): unknown =>
  typeof detail === 'object' && detail !== null ? Reflect.get(detail, field) : undefined
