// The properties of a calendar's component by name: those that may stand once, those that are only text, and those that look like a time.
import type { Component, Property, Unread } from './calendar-lines.ts'
import { readTime, startOfPeriod } from './calendar-time.ts'

/** A property that may stand once. Undefined if it does not stand, and if it stands twice, which is noted. */
export function once(component: Component, name: string, unread: Unread): Property | undefined {
  let first: Property | undefined
  for (const property of component.properties) {
    if (property.name !== name) continue
    if (first !== undefined) {
      unread.add(property.line, `${name} stands twice`)
      return undefined
    }
    first = property
  }
  return first
}

/** The first property of a name, for what is said of an event. */
export const valueOf = ({ properties }: Component, named: string): string | null =>
  properties.find(({ name }) => name === named)?.value ?? null

/** Properties of free text, which may look like a time without being one. */
const TEXTS = new Set(
  'SUMMARY DESCRIPTION COMMENT LOCATION CATEGORIES RESOURCES CONTACT NAME TZNAME TZID RELATED-TO REQUEST-STATUS URL UID'.split(
    ' ',
  ),
)

/** Whether a property that is not read seems to have a time, a rule or a zone. What begins with X- is its maker's own. */
export const looksTimed = ({ name, parameters, value }: Property): boolean =>
  !TEXTS.has(name) &&
  !name.startsWith('X-') &&
  (parameters.has('TZID') ||
    /(?:^|;)FREQ=/i.test(value) ||
    value.split(',').some((text) => readTime(startOfPeriod(text) ?? '') !== null))
