// The boundaries of the embedded release, compiled once for each state of the code and kept among the system's temporary files, so that a
// test run about other things does not wait for them.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openBoundaries } from '#core/artifact/boundaries.ts'
import { openShapes } from '#core/artifact/shapes.ts'
import { beginBoundaries, type CompiledBoundaries } from '#pipeline/build/boundary-file.ts'
import { embeddedLock } from '#pipeline/sources/make-lock.ts'
import { ROOT } from '#pipeline/paths.ts'
import { silent } from '#pipeline/report.ts'
import { boundarySource } from '#pipeline/sources/boundary-source.ts'

/** Folders with code that the bytes depend on. */
const CODE = ['core/artifact', 'core/geo', 'pipeline/compile', 'pipeline/curated', 'pipeline/parse']

/** A hash of the pinned sources and the code. */
function stateOfThings(): string {
  const sum = createHash('sha256')
  for (const source of embeddedLock(ROOT).sources) if (source.part === 'boundaries') sum.update(source.sha256)
  for (const folder of CODE) {
    for (const name of readdirSync(join(ROOT, folder)).toSorted()) {
      if (/\.(?:ts|txt)$/.test(name)) sum.update(name).update(readFileSync(join(ROOT, folder, name)))
    }
  }
  return sum.digest('hex')
}

/** The compiled boundaries. Those of an earlier run are used only if their checksum is right. */
export async function embeddedBoundaries(): Promise<CompiledBoundaries> {
  const folder = join(tmpdir(), `tzref-test-boundaries-${process.getuid?.() ?? 0}`)
  const path = join(folder, stateOfThings())
  if (existsSync(path)) {
    try {
      const [bytes, shapes] = [readFileSync(path), readFileSync(`${path}.shapes`)]
      openBoundaries(bytes).verify()
      openShapes(shapes)
      return { bytes, shapes, findings: [] }
    } catch {
      // The kept file is cut off or changed, so it is made again.
    }
  }
  const source = boundarySource(ROOT, embeddedLock(ROOT))
  if (source === null) throw new Error('the embedded lock has no boundaries')
  const begun = await beginBoundaries(source, silent)
  const built = { ...begun, shapes: await begun.shapes() }
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  for (const [name, bytes] of [
    [`${path}.shapes`, built.shapes],
    [path, built.bytes],
  ] as const) {
    writeFileSync(`${name}.${process.pid}`, bytes)
    renameSync(`${name}.${process.pid}`, name)
  }
  return built
}
