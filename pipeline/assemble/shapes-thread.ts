// The thread that compiles the shapes, a third of a build's work, next to all the rest.
import { workerData } from 'node:worker_threads'
import { compileShapes } from '../compile/shapes.ts'
import type { Land } from '../parse/land.ts'
import type { ZonePolygons } from '../parse/zone-polygons.ts'
import { answerWith } from './thread.ts'

/** The arguments of `compileShapes`. */
export interface ShapesStart {
  readonly zones: readonly ZonePolygons[]
  readonly land: readonly Land[] | null
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `boundary-file.ts` starts this file, with just that
const { zones, land } = workerData as ShapesStart
await answerWith(() => compileShapes(zones, land))
