// The thread that compiles countries, cities, standards and names, a fifth of a build's work, next to the tiles.
import { workerData } from 'node:worker_threads'
import { zonesInPolygons } from '../compile/polygon-zones.ts'
import type { ReferenceTables } from '../compile/release.ts'
import type { TzRelease } from '../parse/tz-release.ts'
import type { ZonePolygons } from '../parse/zone-polygons.ts'
import { compileReference } from './reference-draft.ts'
import { answerWith } from './thread.ts'

/** The arguments of `compileReference`, with the polygons in which the zones of cities are found. */
export interface ReferenceStart {
  readonly files: ReadonlyMap<string, Uint8Array>
  readonly release: Pick<TzRelease, 'iso3166' | 'zoneTab'>
  readonly tables: Pick<ReferenceTables, 'zones' | 'zoneIdByAlias'>
  readonly polygons: readonly ZonePolygons[]
  readonly referenceDay: string
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `compile.ts` starts this file, with just that
const { files, release, tables, polygons, referenceDay } = workerData as ReferenceStart
await answerWith(() => compileReference(files, release, tables, zonesInPolygons(polygons), referenceDay))
