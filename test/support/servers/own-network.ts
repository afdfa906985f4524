// A network for a test alone, on this machine: every port is free in it, and names of the web lead to it, over https with a certificate of
// its own. Commands that run in it need neither other addresses nor other ports than a document gives them.
import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bound } from './bound-process.ts'

const UNSHARE = '/usr/bin/unshare'
const NSENTER = '/usr/bin/nsenter'
const OPENSSL = '/usr/bin/openssl'

/** What this machine lacks for such a network. Null: nothing. */
export function whyNoNetwork(): string | null {
  if (process.getuid?.() !== 0) return 'root'
  if (!existsSync(OPENSSL)) return 'Debian\'s package "openssl"'
  return spawnSync(UNSHARE, ['-m', '-n', 'true']).status === 0 ? null : 'a kernel that lets root unshare'
}

export interface Ended {
  readonly status: number | null
  readonly stdout: string
  readonly stderr: string
}

export interface OwnNetwork {
  /** The folder of the web: a file `host/path` is there for `https://host/path`; a text `host/path.leads-to` redirects from there. */
  readonly web: string
  /** Runs a command line of bash to its end. */
  shell(command: string, options: Options): Promise<Ended>
  /** Starts a command line of bash that stays. `end` ends it and all that it started. */
  start(command: string, options: Options): Started
  /** Ends the network, and everything that still runs in it. */
  close(): Promise<void>
}
export interface Options {
  readonly cwd: string
  readonly env?: Readonly<Record<string, string>>
}
export interface Started {
  readonly output: () => string
  readonly end: () => Promise<void>
}

/** Makes the network. `folder` is an empty one for its files; `hosts` are the names that lead to it. */
export async function ownNetwork(folder: string, hosts: readonly string[]): Promise<OwnNetwork> {
  const web = join(folder, 'web')
  mkdirSync(web, { recursive: true })
  const certificate = join(folder, 'certificate.pem')
  const key = join(folder, 'key.pem')
  const names = `subjectAltName=${hosts.map((host) => `DNS:${host}`).join(',')}`
  execFileSync(
    OPENSSL,
    [
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-days',
      '2',
      '-subj',
      '/CN=test',
      '-addext',
      names,
    ].concat(['-keyout', key, '-out', certificate]),
    { stdio: 'ignore' },
  )
  writeFileSync(join(folder, 'hosts'), `127.0.0.1 localhost ${hosts.join(' ')}\n::1 localhost\n`)
  const making = `ip link set lo up && mount --bind ${join(folder, 'hosts')} /etc/hosts && echo made && exec sleep 3600`
  const [program, args] = bound(UNSHARE, ['-m', '-n', 'sh', '-c', making])
  const holder = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(holder.stdout, 'data')
  const running = new Set<ChildProcess>()
  const inside = (command: string, { cwd, env = {} }: Options): ChildProcess => {
    const [entering, line] = bound(NSENTER, [
      '-t',
      String(holder.pid),
      '-m',
      '-n',
      `--wd=${cwd}`,
      '--',
      'bash',
      '-c',
      command,
    ])
    const trust = { NODE_EXTRA_CA_CERTS: certificate, CURL_CA_BUNDLE: certificate }
    const child = spawn(entering, line, {
      // A group of its own, so that npm and what it started end with it.
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...trust, ...env },
    })
    running.add(child)
    child.once('close', () => running.delete(child))
    return child
  }
  const kill = (child: ChildProcess, signal: NodeJS.Signals): void => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, signal)
    } catch {
      // It has ended.
    }
  }
  const listen = (child: ChildProcess): { stdout: string; stderr: string } => {
    const heard = { stdout: '', stderr: '' }
    child.stdout?.on('data', (bytes: Buffer) => void (heard.stdout += bytes.toString('utf8')))
    child.stderr?.on('data', (bytes: Buffer) => void (heard.stderr += bytes.toString('utf8')))
    return heard
  }
  const server = inside(
    `exec ${process.execPath} ${join(import.meta.dirname, '../children/web.mjs')} ${web} ${certificate} ${key}`,
    { cwd: folder },
  )
  if (server.stdout !== null) await once(server.stdout, 'data')
  return {
    web,
    async shell(command, options) {
      const child = inside(command, options)
      const heard = listen(child)
      const [status] = await once(child, 'close')
      return { status: typeof status === 'number' ? status : null, ...heard }
    },
    start(command, options) {
      const child = inside(command, options)
      const heard = listen(child)
      const ended = once(child, 'close')
      return {
        output: () => heard.stdout + heard.stderr,
        async end() {
          kill(child, 'SIGTERM')
          await ended
        },
      }
    },
    async close() {
      for (const child of running) kill(child, 'SIGKILL')
      holder.kill('SIGKILL')
      await once(holder, 'close')
    },
  }
}

/** The text of a document between a heading and the next one of any rank. */
export function sectionOf(path: string, heading: string): string {
  const [, below] = readFileSync(path, 'utf8').split(`\n${heading}\n`)
  if (below === undefined) throw new Error(`${path} has no heading "${heading}"`)
  return below.split(/\n##+ /)[0] ?? ''
}

/** The command lines of a text's shell blocks, without their comments. */
export const commandsIn = (text: string): string[] =>
  [...text.matchAll(/^```sh\n([\s\S]*?)^```$/gm)]
    .flatMap(([, block = '']) => block.split('\n'))
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.replace(/\s+# .*$/, ''))
