// Builds only boundaries, in its own process, so that its time and memory can be measured:
//   build-boundaries-child.ts pieces <package folder> <release> | zip <file> <release>
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beginBoundaries, readPolygons } from '#pipeline/assemble/boundary-file.ts'
import { ROOT } from '#pipeline/paths.ts'
import { GEO_TZ_PATHS, parseGeoTzPieces } from '#pipeline/parse/geo-tz-pieces.ts'
import { LAND } from '#pipeline/parse/land.ts'
import { silent } from '#pipeline/report.ts'
import { recordsInZip, type BoundarySource } from '#pipeline/sources/boundary-source.ts'

export interface MeasuredBuild {
  readonly sha256: string
  /** The checksum of the shapes for drawings. */
  readonly shapesSha256: string
  readonly bytes: number
  readonly findings: readonly string[]
  readonly seconds: number
  readonly cpuSeconds: number
  readonly peakMb: number
}

const land = readFileSync(join(ROOT, 'node_modules', LAND.package, LAND.path))
const [, , kind = '', path = '', release = ''] = process.argv
const piece = (name: keyof typeof GEO_TZ_PATHS): Buffer => readFileSync(join(path, GEO_TZ_PATHS[name]))
const records: BoundarySource['records'] =
  kind === 'zip'
    ? recordsInZip(path, readFileSync(path))
    : (progress) => parseGeoTzPieces(piece('boundary-index'), piece('boundary-pieces'), progress)
const source = { release, records, land }
const built = beginBoundaries(source, await readPolygons(source, silent), silent)
const shapes = await built.shapes()
const { user, system } = process.cpuUsage()
const measured: MeasuredBuild = {
  sha256: createHash('sha256').update(built.bytes).digest('hex'),
  shapesSha256: createHash('sha256').update(shapes).digest('hex'),
  bytes: built.bytes.length,
  findings: built.findings.map(({ code, message }) => `${code}: ${message}`),
  seconds: performance.now() / 1000,
  cpuSeconds: (user + system) / 1e6,
  peakMb: process.resourceUsage().maxRSS / 1000,
}
process.stdout.write(JSON.stringify(measured))
