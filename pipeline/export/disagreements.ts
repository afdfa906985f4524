// Exports a report for those who make the boundaries: the settlements that the text of the tz release has in another zone.
import { readDisagreements } from '#core/ask/disagreements.ts'
import { byText } from '#core/order.ts'
import { daysFromCivil, DAY } from '#core/time/civil.ts'
import { formatOffset } from '#core/time/offset.ts'
import { epochSeconds } from '#core/time/units.ts'
import { offsetAt } from '#core/zone/offset-at.ts'
import type { Form } from './form.ts'

/** The middles of the seasons. */
const MONTHS = [
  [1, 'January'],
  [7, 'July'],
] as const

export const DISAGREEMENTS: Form = {
  name: 'disagreements',
  summary:
    'a report in Markdown of settlements whose zone differs in the boundaries and in the text of the tz release',
  to: 'file',
  write(artifact) {
    const { id, tz, boundaries, boundaries_origin: origin, reference_date: day } = artifact.manifest
    const zoneIds = new Map(artifact.rows('zone').map((row) => [row.iana, row.id]))
    const countries = new Map(artifact.rows('country').map(({ iso2, name }) => [iso2, name]))
    const year = Number(day.slice(0, 4)) + 1
    /** "America/Denver (-07:00 in January, -06:00 in July 2027)" */
    const clockOf = (iana: string): string => {
      const zone = artifact.compiledZone(zoneIds.get(iana) ?? -1)
      const offsets = MONTHS.map(([month, name]) => {
        const at = epochSeconds(daysFromCivil(year, month, 15) * DAY)
        return `${formatOffset(offsetAt(zone, at))} in ${name}`
      })
      return `${iana} (${offsets.join(', ')} ${year})`
    }
    const ordered = readDisagreements(artifact).toSorted(byText(({ fullName }) => fullName))
    const places = ordered.map(
      ({ fullName, country, lat, lon, zone, zoneOfText, sentence, source }) => `
## ${fullName}, ${countries.get(country) ?? country}

- Point: [${lat}, ${lon}](https://www.openstreetmap.org/?mlat=${lat}&mlon=${lon}#map=9/${lat}/${lon})
- Boundaries: ${clockOf(zone)}
- Text of the tz release: ${clockOf(zoneOfText)}: “${sentence}” (${source})
`,
    )
    const head = `# Settlements in one zone by the boundaries, in another by the text of the tz release

Boundaries: ${boundaries ?? 'none'}${origin === undefined ? '' : ` (${origin})`}. Text: tz release ${tz}. Artifact: ${id}.
`
    return Promise.resolve([head, ...places])
  },
}
