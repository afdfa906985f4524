// `npm run package`: makes the npm packages that people use without this checkout. It publishes them only with `--publish`.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { DIST, ROOT } from '#open/program/root.ts'
import { ArtifactError } from '#core/artifact/artifact-error.ts'
import { CURRENT } from '#core/artifact/layout.ts'
import { writeBoundaries, writeClocks } from './alone.ts'
import { writeData } from './data.ts'
import { PROCESSORS } from './locked-packages.ts'
import { writeMenu } from './menu.ts'
import type { Making } from './package-json.ts'
import { isPublishedAlike, publish, publishedVersions } from './registry.ts'
import { writeServer } from './server.ts'
import { inBytes, weigh, weightsAsMarkdown } from './sizes.ts'
import { byNumber, publishedPatch, tagFor } from './versions.ts'

interface Packed {
  readonly name: string
  readonly version: string
  readonly filename: string
  readonly size: number
  readonly unpackedSize: number
  readonly entryCount: number
  readonly files: readonly { readonly path: string; readonly size: number }[]
}

type Write = (folder: string, making: Making) => void | Promise<void>

interface Package {
  readonly write: Write
  /** Whether its version says a tz release. Other versions are in package.json. */
  readonly isData: boolean
}

const PACKAGES: Readonly<Record<string, Package>> = {
  tzref: {
    isData: false,
    // This one needs tools that the others do not need, so it is loaded only when asked for.
    write: async (folder, making) => (await import('./library.ts')).writeLibrary(folder, making),
  },
  'tzref-server': { isData: false, write: writeServer },
  'tzref-clocks': { isData: true, write: writeClocks },
  'tzref-boundaries': { isData: true, write: writeBoundaries },
  'tzref-data': { isData: true, write: writeData },
  'tzref-menu': { isData: true, write: writeMenu },
}

const HELP = `npm run package -- [NAME…]: makes the npm packages as files.

  --standalone        instead of packages: archives of all that is needed to run tzref on Linux, Node too
  --cpu x64|arm64     with --standalone: only for this processor
  --sign KEYFILE      with --standalone: signs them, as releases are signed
  --sizes             instead of packages: the table of docs/library.md, of what each weighs
  --out FOLDER        where they go (default: public/packages)
  --artifact FOLDER   what they are made from (default: dist/current)
  --repository URL    web address of the repository, for the packages' links
  --patch N           last number of the versions of data (default: 0)
  --dry-run           asks the registry, and says which version each package would get, with which files
  --publish           publishes what is not there yet; a correction of published data gets the next patch
  --provenance        with --publish: npm records which run of which workflow has made them
`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    out: { type: 'string', default: 'public/packages' },
    artifact: { type: 'string', default: join(DIST, CURRENT) },
    patch: { type: 'string', default: '0' },
    repository: { type: 'string' },
    'dry-run': { type: 'boolean', default: false },
    publish: { type: 'boolean', default: false },
    provenance: { type: 'boolean', default: false },
    standalone: { type: 'boolean', default: false },
    cpu: { type: 'string' },
    sizes: { type: 'boolean', default: false },
    sign: { type: 'string', multiple: true, default: [] },
    help: { type: 'boolean', default: false },
  },
})
const isForNpm = values['dry-run'] || values.publish
const out = resolve(ROOT, values.out)

if (values.help) process.stdout.write(HELP)
else await makeAll()

async function makeAll(): Promise<void> {
  const making = checked()
  if (!values.sizes) mkdirSync(out, { recursive: true })
  try {
    if (values.standalone) return await makeArchives(making)
    if (values.sizes) return await printSizes(making)
    for (const [name, each] of Object.entries(PACKAGES)) {
      if (positionals.length > 0 && !positionals.includes(name)) continue
      if (isForNpm) await makeForNpm(name, each, making)
      else process.stdout.write(`${inWords(await pack(each.write, making))}\n`)
    }
  } catch (error) {
    if (!(error instanceof ArtifactError)) throw error
    process.stderr.write(`package: ${error.message}\n  to fix it: npm run tzref -- build --activate\n`)
    process.exitCode = 1
  }
}

async function makeArchives(making: Making): Promise<void> {
  const { makeStandalone } = await import('./standalone.ts')
  const wanted = PROCESSORS.filter((processor) => values.cpu === undefined || values.cpu === processor)
  if (wanted.length === 0)
    throw new RangeError(`--cpu: found "${values.cpu}", expected one of ${PROCESSORS.join(', ')}`)
  for (const processor of wanted) {
    const { archive, size } = await makeStandalone(processor, out, making, values.sign)
    process.stdout.write(`${archive}: ${inBytes(size)}\n`)
  }
}

/** Prints what the packages weigh. They are made in a folder that is removed. */
async function printSizes(making: Making): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'tzref-sizes-'))
  try {
    const packed = new Map<string, number>()
    for (const [name, { write }] of Object.entries(PACKAGES)) {
      const at = join(folder, 'node_modules', name)
      mkdirSync(at, { recursive: true })
      await write(at, making)
      packed.set(name, packedFrom(at, folder).size)
    }
    process.stdout.write(weightsAsMarkdown(await weigh(folder, packed)))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** The packages that the options name. Throws a RangeError for one that cannot be. */
function checked(): Making {
  if (!/^\d{1,4}$/.test(values.patch))
    throw new RangeError(`--patch: found "${values.patch}", expected a whole number`)
  const unknown = positionals.find((name) => !Object.hasOwn(PACKAGES, name))
  if (unknown !== undefined)
    throw new RangeError(`found "${unknown}", expected one of ${Object.keys(PACKAGES).join(', ')}`)
  const repository = values.repository?.replace(/(?:\.git)?\/?$/, '') ?? null
  if (repository !== null && !/^https:\/\/[^\s/]+\/\S+$/.test(repository))
    throw new RangeError(`--repository: found "${repository}", expected an address that starts with https://`)
  if (values.publish && repository === null)
    throw new RangeError(
      '--repository: found none, expected its address: npm shows it to people who look for the source',
    )
  return { artifact: values.artifact, patch: Number(values.patch), repository, isForNpm }
}

/** Packs a package into an archive in the folder `out`. The same files give the same bytes. */
async function pack(write: Write, making: Making): Promise<Packed> {
  const folder = mkdtempSync(join(tmpdir(), 'tzref-package-'))
  try {
    await write(folder, making)
    return packedFrom(folder, out)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Packs a package that is written in a folder into an archive in another. */
function packedFrom(folder: string, into: string): Packed {
  const printed = execFileSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', into], {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const [packed]: Packed[] = JSON.parse(printed)
  if (packed === undefined) throw new Error(`npm packed nothing: ${printed}`)
  return packed
}

/** Packs a package as npm would have it, and says what there is to publish; publishes it if that was asked for. What is published stays as it is. */
async function makeForNpm(name: string, { write, isData }: Package, making: Making): Promise<void> {
  const published = publishedVersions(name)
  let packed = await pack(write, making)
  const patch = publishedPatch(packed.version, published)
  // The file that is there may be of a later patch than the requested one.
  if (isData && patch !== null && patch > making.patch) packed = await pack(write, { ...making, patch })
  const isThere = published.includes(packed.version)
  const isAlike = isThere && isPublishedAlike(name, packed.version, join(out, packed.filename))
  if (isData && isThere && !isAlike)
    packed = await pack(write, { ...making, patch: Math.max(patch ?? 0, making.patch) + 1 })
  const isNew = !published.includes(packed.version)
  const tag = tagFor(packed.version, published)
  if (isNew && values.publish) publish(join(out, packed.filename), tag, values.provenance)
  const done = values.publish ? 'published' : 'would be published'
  const said = isNew
    ? `${done} under the tag ${tag}`
    : isAlike
      ? 'is there already, with the same files'
      : 'is there already, with other files: they are published with the next version in package.json'
  const newest = published.toSorted(byNumber).at(-1)
  process.stdout.write(
    `${name} ${packed.version}: ${said}\n  there so far: ${newest === undefined ? 'nothing' : `${newest} and ${published.length - 1} older`}\n  ${inWords(packed)}\n`,
  )
  if (isNew)
    for (const { path, size } of packed.files) process.stdout.write(`    ${path}  ${inBytes(size)}\n`)
}

function inWords({ filename, size, unpackedSize, entryCount }: Packed): string {
  return `${join(out, filename)}: ${inBytes(size)} packed, ${inBytes(unpackedSize)} unpacked, ${entryCount} files`
}
