// Exports Windows' names of zones, in both directions, as CLDR has them. Reads them again from the artifact's own source.
import type { Artifact } from '#open/artifact.ts'
import { CLDR_PATHS } from '../parse/cldr.ts'
import { items, readJson, text, under } from '../parse/json.ts'
import { ROOT } from '../paths.ts'
import { readSourceNamed } from '../sources/lock.ts'
import { namedZones } from './clocks.ts'
import type { Cell, Form } from './form.ts'

const PART = 'windowsZones'

export const WINDOWS: Form = {
  name: 'windows',
  summary: "Windows' names of zones, both ways, for each country: for .NET, Exchange, SQL Server",
  to: 'table',
  table: (artifact) => ({
    columns: [
      { name: 'windows', type: 'text', meaning: "Windows' name" },
      {
        name: 'territory',
        type: 'text',
        meaning:
          'ISO 3166-1 alpha-2 of the country that it is asked for; 001: whichever; ZZ: in none. Rows other than 001 have each zone once',
      },
      {
        name: 'position',
        type: 'integer',
        meaning: '0 for the zone to take, then those that it stands for too',
      },
      { name: 'zone', type: 'text', meaning: 'current identifier' },
      {
        name: 'cldr_zone',
        type: 'text',
        meaning: 'the same zone, by the identifier that CLDR has kept for it',
      },
    ],
    rows: rowsOf(artifact),
  }),
}

/** The rows in CLDR's order. A zone that the tz release does not have is left out. */
function rowsOf(artifact: Artifact): (readonly Cell[])[] {
  const current = new Map(namedZones(artifact).map(({ name, zone }) => [name, zone.id]))
  const file = readJson(CLDR_PATHS[PART].path, readSourceNamed(ROOT, artifact.manifest, PART))
  return items(under(file, 'supplemental', 'windowsZones', 'mapTimezones')).flatMap((row) => {
    const [windows, territory, zones] = ['_other', '_territory', '_type'].map((key) =>
      text(under(row, 'mapZone', key)),
    )
    return (zones ?? '').split(' ').flatMap((cldrZone, position) => {
      const zone = current.get(cldrZone)
      return zone === undefined ? [] : [[windows ?? null, territory ?? null, position, zone, cldrZone]]
    })
  })
}
