// A calendar's text → the same calendar as ical.js reads and writes it: the second reader of lines, parameters and values.
import ICAL from 'ical.js'

const COMPONENTS = new Set(['vevent', 'vtodo', 'vjournal'])
const PROPERTIES = new Set(
  'uid sequence status recurrence-id dtstart dtend due duration rrule exrule rdate exdate'.split(' '),
)

/** Events, tasks and journals with what decides their times, without any VTIMEZONE. Null if ical.js does not accept the file. */
export function rewrittenByIcalJs(text: string): string | null {
  try {
    const parsed: unknown = ICAL.parse(text)
    const isStream = Array.isArray(parsed) && Array.isArray(parsed[0])
    return (isStream ? parsed : [parsed])
      .map((one) => {
        const calendar = new ICAL.Component(one)
        for (const component of calendar.getAllSubcomponents())
          if (COMPONENTS.has(component.name)) keepTimes(component)
          else calendar.removeSubcomponent(component)
        return `${calendar.toString()}\r\n`
      })
      .join('')
  } catch {
    return null
  }
}

function keepTimes(component: ICAL.Component): void {
  component.removeAllSubcomponents()
  for (const property of component.getAllProperties()) {
    if (!PROPERTIES.has(property.name)) component.removeProperty(property)
    // Reads the values, which may be refused.
    else property.getValues()
  }
}
