// A container without a daemon, for tests: runs a Dockerfile's instructions one by one in a clean Debian, and then the result.
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { bound } from './bound-process.ts'

const DEBOOTSTRAP = '/usr/sbin/debootstrap'
/** A program of util-linux. */
const UNSHARE = '/usr/bin/unshare'
const NSENTER = '/usr/bin/nsenter'

/** What this machine lacks for containers. Null: nothing. */
export function whyNoContainers(): string | null {
  if (process.getuid?.() !== 0) return 'root'
  if (!existsSync(DEBOOTSTRAP)) return 'Debian\'s package "debootstrap"'
  return spawnSync(UNSHARE, ['-m', '-p', '-n', '-f', 'true']).status === 0
    ? null
    : 'a kernel that lets root unshare'
}

const run = (program: string, ...args: string[]): string =>
  execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], maxBuffer: 2 ** 26 })

/** Makes a Debian with Node and npm, like an image `node:<major>-<debian>-slim`. */
function makeBase(folder: string, image: string): string {
  const [, major, debian] = /^node:(\d+)-(\w+)-slim$/.exec(image) ?? []
  if (major === undefined || debian === undefined)
    throw new Error(`not an image that is known here: ${image}`)
  const base = join(folder, 'base')
  run(DEBOOTSTRAP, '--variant=minbase', debian, base)
  const packages = join(folder, 'node')
  mkdirSync(packages)
  writeFileSync(join(packages, 'package.json'), '{"private":true}')
  execFileSync('npm', ['install', '--no-audit', '--no-fund', `node@${major}`, 'npm@11'], {
    cwd: packages,
    stdio: 'pipe',
  })
  const local = join(base, 'usr/local')
  cpSync(join(packages, 'node_modules/node/bin/node'), join(local, 'bin/node'))
  cpSync(join(packages, 'node_modules/npm'), join(local, 'lib/node_modules/npm'), { recursive: true })
  symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', join(local, 'bin/npm'))
  return base
}

/** The result of a Dockerfile: a folder, and how to run it. */
export interface Image {
  readonly root: string
  /** The bytes that come from the base. */
  readonly baseBytes: number
  readonly user: string
  readonly folder: string
  readonly volume: string
  readonly env: Readonly<Record<string, string>>
  readonly command: readonly string[]
  readonly entry: readonly string[]
  readonly health: readonly string[]
  readonly stopSignal: string
}

/** A Dockerfile's instructions. Continued lines become one line, and comments are left out. */
const instructionsOf = (text: string): [name: string, rest: string][] =>
  text
    .replace(/^#.*\n/gm, '')
    .replaceAll('\\\n', ' ')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [, name = '', rest = ''] = /^(\w+)\s+(.*)$/.exec(line) ?? []
      return [name, rest]
    })

export const bytesOf = (path: string): number => Number(run('du', '-sb', path).split('\t')[0])

/** The folder in the image with npm's earlier downloads, only during the build. The image does not keep it. */
const NPM_CACHE = '/tmp/npm-cache'

/** Follows the Dockerfile in folders below `folder`, and prints the time of each step. */
export function makeImage(folder: string, dockerfile: string, context: string): Image {
  const stages = new Map<string, string>()
  let base = ''
  const image = {
    root: '',
    baseBytes: 0,
    user: '0:0',
    folder: '/',
    volume: '',
    env: {} as Record<string, string>,
    command: [] as string[],
    entry: [] as string[],
    health: [] as string[],
    stopSignal: 'SIGTERM',
  }
  const steps: Record<string, (rest: string) => void> = {
    FROM(rest) {
      const [from = '', name] = rest.split(' AS ')
      if (base === '') base = makeBase(folder, from)
      Object.assign(image, { root: join(folder, `stage-${stages.size}`), user: '0:0', folder: '/', env: {} })
      stages.set(name ?? 'last', image.root)
      run('cp', '-a', base, image.root)
    },
    WORKDIR(rest) {
      image.folder = rest
      mkdirSync(join(image.root, rest), { recursive: true })
    },
    COPY(rest) {
      const words = rest.split(' ')
      const target = join(image.root, resolve(image.folder, words.pop() ?? ''))
      const from = /^--from=(\w+)$/.exec(words[0] ?? '')?.[1]
      if (from !== undefined) {
        mkdirSync(dirname(target), { recursive: true })
        return void run('cp', '-a', '-T', join(stages.get(from) ?? '', words[1] ?? ''), target)
      }
      const ignored = readFileSync(`${dockerfile}.dockerignore`, 'utf8').split('\n').filter(Boolean)
      const left = ignored.map((pattern) => `--exclude=./${pattern}`)
      const archive = join(folder, 'context.tar')
      const paths = words.map((path) => (path === '.' ? '.' : `./${path}`))
      run('tar', '-C', context, '--anchored', '--no-wildcards-match-slash', ...left, '-cf', archive, ...paths)
      run('tar', '-C', target, '--no-same-owner', '-xf', archive)
    },
    RUN(rest) {
      // A build uses its host's network, its certificates, and npm's earlier downloads.
      const kept = run('npm', 'config', 'get', 'cache').trim()
      const shared: [string, string][] = [
        ['/etc/resolv.conf', '/etc/resolv.conf'],
        ['/etc/hosts', '/etc/hosts'],
        ['/etc/ssl', '/etc/ssl'],
        [kept, NPM_CACHE],
      ]
      const settings = { registry: run('npm', 'config', 'get', 'registry').trim() }
      execFileSync(
        UNSHARE,
        ['-m', '-p', '-f', '--kill-child', '/bin/sh', '-ec', entering(image, { shared }), 'sh', rest],
        {
          env: {
            ...pathAnd(image.env),
            npm_config_registry: settings.registry,
            npm_config_cache: NPM_CACHE,
            HOME: '/root',
            ...certificates(),
          },
          stdio: ['ignore', 'pipe', 'pipe'],
          maxBuffer: 2 ** 26,
        },
      )
    },
    USER: (rest) => void (image.user = rest),
    VOLUME: (rest) => void (image.volume = rest),
    ENV(rest) {
      for (const [, name = '', value = ''] of rest.matchAll(/(\w+)=(\S+)/g)) image.env[name] = value
    },
    EXPOSE: () => undefined,
    HEALTHCHECK: (rest) => void (image.health = JSON.parse(rest.slice(rest.indexOf('[')))),
    STOPSIGNAL: (rest) => void (image.stopSignal = rest),
    ENTRYPOINT: (rest) => void (image.entry = JSON.parse(rest)),
    CMD: (rest) => void (image.command = JSON.parse(rest)),
  }
  for (const [name, rest] of instructionsOf(readFileSync(dockerfile, 'utf8'))) {
    const began = performance.now()
    const step = steps[name]
    if (step === undefined) throw new Error(`an instruction that is not known here: ${name}`)
    step(rest)
    process.stdout.write(
      `${name} ${rest.replaceAll(/\s+/g, ' ').slice(0, 90)}: ${((performance.now() - began) / 1000).toFixed(1)} s\n`,
    )
  }
  return { ...image, baseBytes: bytesOf(base) }
}

const pathAnd = (env: Readonly<Record<string, string>>): Record<string, string> => ({
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  ...env,
})

/** The machine's certificates that Node must know in addition to its own. */
const certificates = (): Record<string, string> => {
  const path = process.env['NODE_EXTRA_CA_CERTS']
  return path === undefined ? {} : { NODE_EXTRA_CA_CERTS: path }
}

/** A script that enters a root folder with its own mounts, and runs its argument there. */
function entering(
  { root, user, folder }: Pick<Image, 'root' | 'user' | 'folder'>,
  { shared = [], isSealed = false }: { shared?: readonly (readonly [string, string])[]; isSealed?: boolean },
): string {
  const lines = [`mount --bind ${root} ${root}`, `mount -t proc proc ${root}/proc`]
  for (const [here, there] of shared) {
    lines.push(
      `[ -e ${root}${there} ] || if [ -d ${here} ]; then mkdir -p ${root}${there}; else touch ${root}${there}; fi`,
      `mount --bind ${here} ${root}${there}`,
    )
  }
  // As `docker run --read-only --tmpfs /tmp` does.
  if (isSealed)
    lines.push(`mount -o remount,bind,ro ${root}`, `mount -t tmpfs tmpfs ${root}/tmp`, 'ip link set lo up')
  lines.push(`exec chroot --userspec=${user} ${root} /bin/sh -c 'cd ${folder} && eval "$0"' "$1"`)
  return lines.join('\n')
}

const quoted = (words: readonly string[]): string =>
  words.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' ')

export interface Container {
  /** The program's id on this machine. */
  readonly pid: number
  readonly stdout: () => string
  readonly stderr: () => string
  /** Runs a command in the container as its user. Returns the exit code and the output. */
  readonly exec: (...command: string[]) => [code: number | null, printed: string]
  /** Sends the stop signal of the image. Resolves with the exit code. */
  readonly stop: () => Promise<number | null>
  readonly ended: Promise<number | null>
}

/** Runs the image with a read-only root, a `/tmp` in memory, a folder as its volume, and its own network. */
export async function runImage(image: Image, volume: string, args = image.command): Promise<Container> {
  const script = entering(image, { shared: [[volume, image.volume]], isSealed: true })
  const command = `exec ${quoted([...image.entry, ...args])}`
  const child: ChildProcess = spawn(
    ...bound(UNSHARE, ['-m', '-p', '-n', '-f', '--kill-child', '/bin/sh', '-ec', script, 'sh', command]),
    { env: pathAnd(image.env), stdio: ['ignore', 'pipe', 'pipe'] },
  )
  let [stdout, stderr] = ['', '']
  child.stdout?.on('data', (chunk: Buffer) => (stdout += chunk.toString()))
  child.stderr?.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  const ended = new Promise<number | null>((closed) => child.once('close', closed))
  const inner = (): number =>
    Number(readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').trim().split(' ')[0])
  while (child.exitCode === null && inner() === 0) await pause(20)
  const pid = child.exitCode === null ? inner() : 0
  return {
    pid,
    stdout: () => stdout,
    stderr: () => stderr,
    exec(...words) {
      const into = ['-t', `${pid}`, '-m', '-p', '-n', 'chroot', `--userspec=${image.user}`, image.root]
      const told = spawnSync(NSENTER, [...into, '/bin/sh', '-c', `cd ${image.folder} && ${quoted(words)}`], {
        env: pathAnd(image.env),
        encoding: 'utf8',
      })
      return [told.status, `${told.stdout}${told.stderr}`]
    },
    async stop() {
      if (existsSync(`/proc/${pid}`)) run('kill', '-s', image.stopSignal.replace('SIG', ''), `${pid}`)
      return ended
    },
    ended,
  }
}
