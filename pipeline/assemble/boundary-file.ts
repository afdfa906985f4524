// Compiles one boundary source, of either channel, into `boundaries.tiles`, `shapes.bin` and findings.
import { Worker } from 'node:worker_threads'
import { compileBoundaries } from '../compile/boundary-tiles.ts'
import { checkOceans } from '../compile/ocean-check.ts'
import type { SourceFinding } from '../findings.ts'
import { parseLand } from '../parse/land.ts'
import type { Report } from '../report.ts'
import type { BoundarySource } from '../sources/boundary-source.ts'
import type { ShapesStart } from './shapes-thread.ts'

export interface CompiledBoundaries {
  readonly bytes: Uint8Array
  /** The same boundaries, cut at the coasts and simplified for drawings. */
  readonly shapes: Uint8Array
  readonly findings: readonly SourceFinding[]
}

/**
 * Reads and compiles a source. Checks its ocean features against the rule that replaces them. A thread still compiles the shapes, and
 * `shapes` waits for it. It alone does not keep the process running, so a build that fails ends at once.
 */
export async function beginBoundaries(source: BoundarySource, report: Report) {
  const { zones, oceans, findings } = await source.records((done, total) =>
    report.progress('boundaries: polygons', done, total),
  )
  const land = source.land === null ? null : parseLand(source.land)
  const begun = beginShapes({ zones, land })
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

/** Starts the thread of the shapes. Returns the function that waits for them. */
function beginShapes(start: ShapesStart): () => Promise<Uint8Array> {
  const thread = new Worker(new URL('../../tzref.js', import.meta.url), {
    workerData: { ...start, entry: 'pipeline/assemble/shapes-thread.ts' },
  })
  thread.unref()
  const done = new Promise<Uint8Array>((resolve, reject) => {
    thread.once('message', resolve).once('error', reject)
    thread.once('exit', (code) => reject(new Error(`the thread of the shapes ended with code ${code}`)))
  })
  // An error counts when somebody waits for the shapes.
  done.catch(() => undefined)
  return () => {
    thread.ref()
    return done
  }
}
