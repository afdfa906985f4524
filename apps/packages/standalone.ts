// Makes the program as one archive for Linux: Node's own binary, the compiled program with what it needs, and an artifact, found good.
import { execFileSync } from 'node:child_process'
import { gzipSync } from 'fflate'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, relative } from 'node:path'
import { ROOT } from '#open/program/root.ts'
import { CURRENT, MANIFEST, notesOf } from '#core/artifact/layout.ts'
import { checksumText } from '#pipeline/archive/artifact-archive.ts'
import { writeTree } from '#pipeline/archive/tar.ts'
import { expectGood } from '#pipeline/verify/expect-good.ts'
import { readSigningKey } from '#pipeline/delivery/keys.ts'
import { SIGNATURES, signedStatement } from '#pipeline/delivery/signed-file.ts'
import { nodeModulesOf, type LockedPackage, type Processor } from './locked-packages.ts'
import NODE from './node-binaries.json' with { type: 'json' }
import { own, type Making } from './package-json.ts'
import { NEEDED, writeServer } from './server.ts'
import { withoutBuilding } from './wording.ts'

/** Node's files that run, are read, or say on which terms. All else of a dependency is for those who compile it. */
const NOT_NEEDED = /\.(?:d\.[cm]?ts|ts|map|md|c|cc|cpp|h|gyp|gypi)$/i
const LICENCE = /^(?:licen[cs]e|notice|copying)/i
/** Unused parts of dependencies: sources of SQLite, its drivers for other machines, and a file that npm replaces where it runs scripts. */
const LEFT_OUT: readonly RegExp[] = [
  /^node_modules\/better-sqlite3\/(?:deps|src)\//,
  /^node_modules\/esbuild\/bin\//,
]
const PREBUILT = /^node_modules\/better-sqlite3\/prebuilds\//

/** Processors as `uname -m` names them, for the messages of the launcher. */
const MACHINES: Readonly<Record<Processor, string>> = { x64: 'x86_64', arm64: 'aarch64' }

/** The loader of glibc. A system of musl that has it too may run Node. */
const LOADERS: Readonly<Record<Processor, string>> = {
  x64: '/lib64/ld-linux-x86-64.so.2',
  arm64: '/lib/ld-linux-aarch64.so.1',
}

/** The C library that Node's binary needs. */
const GLIBC = { major: 2, minor: 34 } as const

/** Starts the program, or says in one sentence why Node cannot run here: the loader's own messages help nobody. */
export const launcher = (processor: Processor): string => `#!/bin/sh
# Starts tzref with the Node beside it, from whatever folder and through whatever link it is called.
here=$(dirname "$(readlink -f "$0")")
stop() {
  echo "tzref: $1" >&2
  exit 1
}
machine=$(uname -m)
[ "$machine" = ${MACHINES[processor]} ] ||
  stop "this archive is for ${MACHINES[processor]}, and this machine is $machine: take the archive of its name, if there is one"
need="tzref needs glibc ${GLIBC.major}.${GLIBC.minor} or later (Debian 12, Ubuntu 22.04, RHEL 9)"
found=$(getconf GNU_LIBC_VERSION 2> /dev/null)
case $found in
'glibc '*)
  version=\${found#glibc }
  minor=\${version#*.}
  [ "\${version%%.*}" -gt ${GLIBC.major} ] || [ "\${minor%%.*}" -ge ${GLIBC.minor} ] || stop "$need, and this system has $version"
  ;;
*)
  for musl in /lib/ld-musl-*; do
    [ -e ${LOADERS[processor]} ] || [ ! -e "$musl" ] || stop "$need, and this system has musl"
  done
  ;;
esac
exec "$here/bin/node" --max-semi-space-size=4 "$here/tzref.js" "$@"
`

/** The folder of the archive in its units, as deploy/README.md says to unpack it: a link, which an update moves. */
const INSTALLED = '/opt/tzref'

/** The units of deploy/systemd, for the archive: they start its launcher, and name no Node of the machine. */
export function archiveUnits(): ReadonlyMap<string, string> {
  const folder = join(ROOT, 'deploy/systemd')
  return new Map(
    readdirSync(folder).map((name) => {
      const text = readFileSync(join(folder, name), 'utf8')
        .replaceAll(/^ExecStart=\/usr\/bin\/node (?:--\S+ )*tzref\.js/gm, `ExecStart=${INSTALLED}/tzref`)
        .replaceAll('from a checkout in /opt/tzref', 'from the archive in /opt/tzref')
      if (text.includes('/usr/bin/node'))
        throw new RangeError(`${name}: it starts Node in a way that is not known here`)
      return [name, text]
    }),
  )
}

/** The texts that the archive brings about itself. */
const readme = (processor: Processor, id: string): string => `# tzref ${own.version} for Linux on ${processor}

\`\`\`sh
ln -s "$PWD/tzref" /usr/local/bin/tzref   # once, as root: so that tzref is a command
tzref serve                               # http://127.0.0.1:8080, with the artifact ${id}
tzref lookup 52.5 13.4
tzref install https://releases.example.org/tzref/ --key ed25519:… --activate
tzref                                     # what else there is
\`\`\`

It needs glibc ${GLIBC.major}.${GLIBC.minor} and libstdc++ of GCC 11 or later (Debian 12, Ubuntu 22.04, RHEL 9), and nothing else: no Node, no npm, no network. All that it
writes (artifacts, accounts, caches) stays in this folder: move the folder as it is, or keep accounts and artifacts elsewhere with \`--accounts\`
and \`--dist\`; an empty folder gets the artifact of the archive. \`systemd/\` has units for an archive in \`${INSTALLED}\`, and \`docs/operations.md\` says how to
run it. Only building artifacts needs a checkout of tzref instead.

Node ${NODE.version} is in \`bin/node\`; \`LICENSE-node\` has its terms. The program is under the MIT licence (\`LICENSE\`); \`licences.txt\` and
\`node_modules\` have those of its parts. The data keeps its own terms: \`NOTICE\`. Boundaries are under \`ODbL-1.0.txt\`.
`

/** The name of an archive says which program, which data and which machine. */
const archiveName = (processor: Processor, artifact: string): string =>
  `tzref-${own.version}-${artifact}-linux-${processor}`

/** Makes the archive of a processor in a folder, with its checksum, and with a signature where there are keys. Returns its path and size. */
export async function makeStandalone(
  processor: Processor,
  out: string,
  making: Making,
  keyFiles: readonly string[],
): Promise<{ readonly archive: string; readonly size: number }> {
  const work = mkdtempSync(join(tmpdir(), 'tzref-standalone-'))
  try {
    const name = archiveName(processor, basename(realpathSync(making.artifact)))
    const folder = join(work, name)
    mkdirSync(folder)
    await writeServer(folder, making, {
      call: 'tzref',
      building: 'do this in a checkout of tzref',
      reworded: withoutBuilding,
    })
    writeNode(folder, processor, work)
    writeModules(folder, processor, work)
    const id = writeArtifact(folder, making.artifact)
    writeFileSync(join(folder, 'README.md'), readme(processor, id))
    mkdirSync(join(folder, 'systemd'))
    for (const [unit, text] of archiveUnits()) writeFileSync(join(folder, 'systemd', unit), text)
    writeFileSync(join(folder, 'tzref'), launcher(processor))
    chmodSync(join(folder, 'tzref'), 0o755)
    const bytes = gzipSync(Buffer.concat([...writeTree(work, name)]), { level: 6, mtime: 0 })
    const archive = join(out, `${name}.tar.gz`)
    const sha256 = sha256Of(bytes)
    writeFileSync(archive, bytes)
    writeFileSync(`${archive}.sha256`, checksumText(sha256, archive))
    if (keyFiles.length > 0) {
      const statement = {
        purpose: 'program',
        name: basename(archive),
        serial: serialOf(own.version),
        sha256,
      } as const
      writeFileSync(`${archive}${SIGNATURES}`, signedStatement(statement, keyFiles.map(readSigningKey)))
    }
    return { archive, size: bytes.length }
  } finally {
    rmSync(work, { recursive: true })
  }
}

const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** A number that rises with the version: 2000 for 0.2.0. */
function serialOf(version: string): number {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number)
  return major * 1_000_000 + minor * 1000 + patch
}

/** Puts Node's binary there. Throws where its bytes are not the pinned ones. */
function writeNode(folder: string, processor: Processor, work: string): void {
  const from = fetched({ name: `node-linux-${processor}`, version: NODE.version, integrity: null }, work)
  const binary = readFileSync(join(from, 'bin/node'))
  const found = sha256Of(binary)
  if (found !== NODE.sha256[processor])
    throw new RangeError(
      `Node ${NODE.version} for ${processor}: found sha256 ${found}, expected ${NODE.sha256[processor]} of apps/packages/node-binaries.json`,
    )
  mkdirSync(join(folder, 'bin'))
  writeFileSync(join(folder, 'bin/node'), binary, { mode: 0o755 })
  cpSync(join(from, 'LICENSE'), join(folder, 'LICENSE-node'))
}

/** Downloads a package with npm and unpacks it into a folder. Throws where its bytes are not those of package-lock.json. */
function fetched({ name, version, integrity }: LockedPackage, work: string): string {
  const into = mkdtempSync(join(work, '.package-'))
  const [packed]: { filename: string }[] = JSON.parse(
    execFileSync(
      'npm',
      ['pack', '--json', '--ignore-scripts', '--pack-destination', into, `${name}@${version}`],
      {
        encoding: 'utf8',
        cwd: into,
        stdio: ['ignore', 'pipe', 'ignore'],
        maxBuffer: 2 ** 28,
      },
    ),
  )
  const file = join(into, packed?.filename ?? '')
  const found = `sha512-${createHash('sha512').update(readFileSync(file)).digest('base64')}`
  if (integrity !== null && found !== integrity)
    throw new RangeError(`${name} ${version}: found ${found}, expected ${integrity} of package-lock.json`)
  execFileSync('tar', ['-xzf', file, '-C', into])
  return join(into, 'package')
}

/** Puts what the program loads into node_modules, in the versions of package-lock.json. */
function writeModules(folder: string, processor: Processor, work: string): void {
  for (const locked of nodeModulesOf([...NEEDED, 'better-sqlite3'], processor)) {
    const here = join(ROOT, locked.path)
    const from = existsSync(here) ? here : fetched(locked, work)
    for (const file of filesIn(from)) {
      const path = join(locked.path, file)
      const isLicence = LICENCE.test(basename(file))
      if ((NOT_NEEDED.test(file) && !isLicence) || LEFT_OUT.some((part) => part.test(path))) continue
      if (PREBUILT.test(path) && !path.endsWith(`/linux-${processor}.node`)) continue
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      cpSync(join(from, file), join(folder, path))
      // npm gives this right to the programs of packages, and tar to what it unpacks: here it is decided by the name alone.
      chmodSync(join(folder, path), path.includes('/bin/') ? 0o755 : 0o644)
    }
  }
}

/** The files of a package, without the packages inside it. */
const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)))
    .filter((path) => !/^node_modules\/|\/node_modules\//.test(path))
    .toSorted()

/** Puts an artifact there as the current one, once it is found good, and notes that it is. Returns its id. */
function writeArtifact(folder: string, artifact: string): string {
  const from = realpathSync(artifact)
  const id = basename(from)
  expectGood(from)
  const dist = join(folder, 'dist')
  cpSync(from, join(dist, id), { recursive: true })
  const notes = join(dirname(from), notesOf(id))
  if (existsSync(notes)) cpSync(notes, join(dist, notesOf(id)))
  symlinkSync(id, join(dist, CURRENT))
  writeFileSync(join(dist, '.activations'), `${id}\n`)
  const manifest = sha256Of(readFileSync(join(dist, id, MANIFEST)))
  // As the program in the archive itself would write it: open/checked.ts.
  writeFileSync(join(dist, `.${id}.checked`), `${own.version} compiled ${manifest}\n`)
  cpSync(join(ROOT, 'node_modules/world-countries/LICENSE'), join(folder, 'ODbL-1.0.txt'))
  return id
}
