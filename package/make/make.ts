// `npm run package`: makes the files of the npm packages that people use without this checkout. It publishes nothing.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { DIST, ROOT } from '#cli/root.ts'
import { ArtifactError } from '#core/artifact/artifact-error.ts'
import { CURRENT } from '#core/artifact/layout.ts'
import { writeBoundaries, writeClocks } from './alone.ts'
import { writeData } from './data.ts'
import { writeServer } from './server.ts'

interface Packed {
  readonly filename: string
  readonly size: number
  readonly unpackedSize: number
  readonly entryCount: number
}

/** Packs a folder's package into an archive in `out`. The same files give the same bytes. */
async function pack(out: string, write: (folder: string) => void | Promise<void>): Promise<Packed> {
  const folder = mkdtempSync(join(tmpdir(), 'tzref-package-'))
  try {
    await write(folder)
    const printed = execFileSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', out], {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    const [packed]: Packed[] = JSON.parse(printed)
    if (packed === undefined) throw new Error(`npm packed nothing: ${printed}`)
    return packed
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const PACKAGES: Readonly<
  Record<string, (artifact: string, patch: number) => (folder: string) => void | Promise<void>>
> = {
  // This one needs tools that the others do not need, so it is loaded only when asked for.
  tzref: () => async (folder) => (await import('./library.ts')).writeLibrary(folder),
  'tzref-server': () => writeServer,
  'tzref-clocks': (artifact, patch) => (folder) => writeClocks(artifact, folder, patch),
  'tzref-boundaries': (artifact, patch) => (folder) => writeBoundaries(artifact, folder, patch),
  'tzref-data': (artifact, patch) => (folder) => writeData(artifact, folder, patch),
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    out: { type: 'string', default: 'public/packages' },
    artifact: { type: 'string', default: join(DIST, CURRENT) },
    // Raise it for a correction of published data.
    patch: { type: 'string', default: '0' },
  },
})
const patch = Number(values.patch)
if (!/^\d{1,4}$/.test(values.patch))
  throw new RangeError(`--patch: found "${values.patch}", expected a whole number`)
const out = resolve(ROOT, values.out)
mkdirSync(out, { recursive: true })
try {
  for (const [name, writeFor] of Object.entries(PACKAGES)) {
    if (positionals.length > 0 && !positionals.includes(name)) continue
    const { filename, size, unpackedSize, entryCount } = await pack(out, writeFor(values.artifact, patch))
    process.stdout.write(
      `${join(out, filename)}: ${megabytes(size)} packed, ${megabytes(unpackedSize)} unpacked, ${entryCount} files\n`,
    )
  }
} catch (error) {
  if (!(error instanceof ArtifactError)) throw error
  process.stderr.write(`package: ${error.message}\n  to mend it: npm run tzref -- build --activate\n`)
  process.exitCode = 1
}

function megabytes(bytes: number): string {
  return bytes < 1e6 ? `${(bytes / 1e3).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`
}
