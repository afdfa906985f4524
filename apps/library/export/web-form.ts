// Exports a folder for any static host: boundaries in bundles, clocks, names, and the browser module that answers from them.
import { buildSync } from 'esbuild'
import { deflateSync } from 'fflate'
import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { zonesOfResults } from '#core/ask/look-up.ts'
import { openZones } from '#core/ask/zones.ts'
import { topRows } from '#core/artifact/boundaries-layout.ts'
import { geometryOf, readBoundaryHead } from '#core/artifact/boundaries-parts.ts'
import type { Boundaries } from '#core/artifact/boundaries.ts'
import { BOUNDARIES, CLOCKS, NAMES, NOTICE } from '#core/artifact/layout.ts'
import {
  BUNDLED,
  BUNDLES,
  DIRECTORY,
  acrossOf,
  bundleFile,
  encodeBundle,
  encodeDirectory,
  encodeWebFile,
  joinBundles,
  webFile,
} from '#core/artifact/web-files.ts'
import { encodeTable, tableFile } from '#core/artifact/json-table.ts'
import type { Artifact } from '#open/artifact.ts'
import { TABLES, type TableName } from '#schemas/reference-tables.ts'
import { ROOT } from '#pipeline/paths.ts'
import type { ExportOptions, Form, PutFile } from '#pipeline/export/form.ts'
import { noBoundaries } from '#pipeline/export/polygons.ts'

export const WEB = {
  name: 'web',
  summary: 'a folder for any static host, whose module answers in browsers',
  to: 'folder',
  write(artifact, put, options) {
    const boundaries = artifact.boundaries()
    if (boundaries === null) throw noBoundaries(artifact)
    writeModule(artifact.manifest.id, put)
    writeTables(artifact, put)
    writeBoundaries(artifact, boundaries, put, options)
  },
} satisfies Form

/** A compressed file. A pinned library compresses it, because node's own output changes from version to version. */
const packed = (name: string, bytes: Uint8Array): Uint8Array =>
  encodeWebFile(name, deflateSync(bytes, { level: 9 }))

const isTable = (name: string): name is TableName => name in TABLES

function writeTables(artifact: Artifact, put: PutFile): void {
  const { id } = artifact.manifest
  const putFile = (file: string, bytes: Uint8Array): void =>
    put(`${id}/${file}`, packed(`${id}/${file}`, bytes))
  const groups = new Map<string, Record<string, string>>()
  for (const table of Object.keys(TABLES).filter(isTable)) {
    const name = tableFile(table)
    const text = encodeTable(table, artifact.rows(table), id)
    const { file, holds } = webFile(name)
    if (holds === null) putFile(file, Buffer.from(text))
    else groups.set(file, { ...groups.get(file), [name]: text })
  }
  for (const [file, texts] of groups) putFile(file, Buffer.from(JSON.stringify(texts)))
  for (const name of [CLOCKS, NAMES]) putFile(name, readFileSync(join(artifact.directory, name)))
  put(`${id}/${NOTICE}`, readFileSync(join(artifact.directory, NOTICE)))
}

/** Writes each bundle as a file. Where a host serves ranges, writes all of them in one file. */
function writeBoundaries(
  artifact: Artifact,
  boundaries: Boundaries,
  put: PutFile,
  { ranges: inOne = false, progress }: ExportOptions,
): void {
  const { id, tz } = artifact.manifest
  const head = readBoundaryHead(boundaries.bytes, BOUNDARIES)
  const cut = geometryOf(boundaries.bytes, head)
  const squares = Uint16Array.from(cut.tree.subarray(0, head.columns * topRows(head.topShift)))
  const all: Uint8Array[] = []
  const bundles = Array.from(boundaries.tiles().cells(), (place) => encodeBundle(cut, place))
  for (const [cell, bundle] of bundles.entries()) {
    progress?.('boundaries: bundles', cell + 1, bundles.length)
    if (bundle === null) continue
    squares[cell] = BUNDLED
    const across = bundles[acrossOf(cell, head.columns) ?? -1] ?? null
    const name = `${id}/${bundleFile(cell, head.columns)}`
    const file = packed(name, across === null ? bundle : joinBundles([bundle, across]))
    if (inOne) all.push(file)
    else put(name, file)
  }
  if (inOne) put(`${id}/${BUNDLES}`, Buffer.concat(all))
  const found = zonesOfResults(boundaries, openZones(artifact))
  const zones = [...new Set(found.flatMap((result) => result.zones))]
  const directory = encodeDirectory({
    artifact: id,
    tz,
    boundaries: boundaries.release,
    topShift: head.topShift,
    zones: zones.map(({ iana }) => iana),
    ocean: zones.flatMap(({ countryCode }, i) => (countryCode === null ? [i] : [])),
    results: found.map((result) => result.zones.map((zone) => zones.indexOf(zone))),
    lengths: inOne ? all.map(({ length }) => length) : null,
    squares,
  })
  // Packed under its own name, without the id: this file itself says which artifact it belongs to.
  put(`${id}/${DIRECTORY}`, packed(DIRECTORY, directory))
}

/** Writes the module, which knows the folder next to it, and the parts of it that are loaded later. */
function writeModule(id: string, put: PutFile): void {
  // Not as one word: tzref.js replaces that word with each source's own address.
  const here = ['import', 'meta', 'url'].join('.')
  const contents = `import { openWeb as open } from './apps/library/web.ts'
export { ArtifactError } from './apps/library/web.ts'
export const openWeb = (options) => open(new URL('./${id}/', ${here}), options)`
  const { outputFiles } = buildSync({
    stdin: { contents, resolveDir: ROOT, sourcefile: 'tzref.js' },
    absWorkingDir: ROOT,
    outdir: ROOT,
    bundle: true,
    splitting: true,
    write: false,
    minify: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    entryNames: 'tzref',
    chunkNames: `${id}/[hash]`,
    logLevel: 'error',
  })
  for (const { path, contents: code } of outputFiles) put(relative(ROOT, path), code)
}
