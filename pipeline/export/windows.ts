// Exports Windows' names of zones, in both directions, as CLDR has them. Reads them again from the artifact's own source.
import type { Artifact } from '#open/artifact.ts'
import { CLDR_PATHS } from '../parse/cldr.ts'
import { items, readJson, text as textAt, under } from '../parse/json.ts'
import { ROOT } from '../paths.ts'
import { readSourceNamed } from '../sources/lock.ts'
import { currentIds } from './clocks.ts'
import { integer, tableOf, text } from './columns.ts'
import type { Form } from './form.ts'

const PART = 'windowsZones'
const TERRITORY =
  'ISO 3166-1 alpha-2 of the country that it is asked for; 001: whichever; ZZ: in none. Rows other than 001 have each zone once'

export const WINDOWS: Form = {
  name: 'windows',
  summary: "Windows' names of zones, both ways, for each country: for .NET, Exchange, SQL Server",
  to: 'table',
  table: (artifact) =>
    tableOf(mapped(artifact), [
      text('windows', "Windows' name", ({ windows }) => windows),
      text('territory', TERRITORY, ({ territory }) => territory),
      integer('position', '0 for the zone to take, then those that it stands for too', (row) => row.position),
      text('zone', 'current identifier', ({ zone }) => zone),
      text('cldr_zone', 'the same zone, by the identifier that CLDR has kept for it', (row) => row.cldrZone),
    ]),
}

/** The rows in CLDR's order. A zone that the tz release does not have is left out. */
function mapped(artifact: Artifact) {
  const current = currentIds(artifact)
  const file = readJson(CLDR_PATHS[PART].path, readSourceNamed(ROOT, artifact.manifest, PART))
  return items(under(file, 'supplemental', 'windowsZones', 'mapTimezones')).flatMap((row) => {
    const textOf = (key: string): string => textAt(under(row, 'mapZone', key))
    const [windows, territory, zones] = [textOf('_other'), textOf('_territory'), textOf('_type')]
    return zones.split(' ').flatMap((cldrZone, position) => {
      const zone = current.get(cldrZone)
      return zone === undefined ? [] : { windows, territory, position, zone, cldrZone }
    })
  })
}
