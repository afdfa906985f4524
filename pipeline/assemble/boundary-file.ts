// Compiles one boundary source, of either channel, into `boundaries.tiles`, `shapes.bin` and findings.
import { compileBoundaries } from '../compile/boundary-tiles.ts'
import { checkOceans } from '../compile/ocean-check.ts'
import type { SourceFinding } from '../findings.ts'
import { parseLand } from '../parse/land.ts'
import type { Report } from '../report.ts'
import type { BoundarySource } from '../sources/boundary-source.ts'
import type { ShapesStart } from './shapes-thread.ts'
import { beginThread } from './thread.ts'

export interface CompiledBoundaries {
  readonly bytes: Uint8Array
  /** The same boundaries, cut at the coasts and simplified for drawings. */
  readonly shapes: Uint8Array
  readonly findings: readonly SourceFinding[]
}

/** Reads the polygons of a source: zones, and ocean features. */
export const readPolygons = (source: BoundarySource, report: Report): ReturnType<BoundarySource['records']> =>
  source.records((done, total) => report.progress('boundaries: polygons', done, total))

/**
 * Compiles a source whose polygons are read. Checks its ocean features against the rule that replaces them. A thread still compiles the
 * shapes, and `shapes` waits for it.
 */
export function beginBoundaries(
  source: BoundarySource,
  { zones, oceans, findings }: Awaited<ReturnType<typeof readPolygons>>,
  report: Report,
) {
  const land = source.land === null ? null : parseLand(source.land)
  const start: ShapesStart = { zones, land }
  const begun = beginThread<Uint8Array>('pipeline/assemble/shapes-thread.ts', start)
  const { bytes, tiles } = compileBoundaries(source.release, zones, {
    progress: (done, total) => report.progress('boundaries: tiles', done, total),
  })
  report.note(
    `boundaries ${source.release}: ${zones.length} zones, ${tiles.uniform} tiles of one answer and ${tiles.border} with borders, ${(bytes.length / 1e6).toFixed(1)} MB`,
  )
  return {
    bytes,
    findings: [...findings, ...checkOceans(bytes, zones, oceans)],
    async shapes() {
      const shapes = await begun()
      report.note(
        `shapes for drawings: ${(shapes.length / 1e6).toFixed(1)} MB${land === null ? ', with the waters of zones, because the lock pins no land' : ''}`,
      )
      return shapes
    },
  }
}
