// Hosts for tests: network namespaces, each with an address on a bridge that only they can reach, and the programs in them.
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { ROOT } from '#open/program/root.ts'
import { bound } from './bound-process.ts'

const IP = '/usr/sbin/ip'
/** The first part of the network's addresses. Nothing outside the namespaces sees it. */
const NETWORK = '10.213.77'

/** Why this machine cannot have namespaces. Null: it can. */
export function whyNoHosts(): string | null {
  if (process.getuid?.() !== 0) return 'root'
  if (!existsSync(IP)) return 'Debian\'s package "iproute2"'
  const probe = `tzref-${process.pid}-probe`
  const made = spawnSync(IP, ['netns', 'add', probe], { encoding: 'utf8' })
  const bridged = spawnSync(IP, ['-n', probe, 'link', 'add', 'bridge', 'type', 'bridge'])
  spawnSync(IP, ['netns', 'del', probe])
  return made.status === 0 && bridged.status === 0 ? null : 'a kernel that lets root make network namespaces'
}

/** A program on a host. */
export interface HostProgram {
  readonly pid: number
  readonly stdout: () => string
  readonly stderr: () => string
  readonly isRunning: () => boolean
  readonly signal: (signal: NodeJS.Signals) => void
  /** Sends the signal. Resolves at the end of the program with its exit code (null after a kill). */
  readonly end: (signal?: NodeJS.Signals) => Promise<number | null>
  readonly ended: Promise<number | null>
}

export interface Hosts {
  readonly addressOf: (host: string) => string
  /** Starts a program on a host. It ends at the latest with this process. `user` is a user of this machine. */
  readonly start: (host: string, command: readonly string[], options?: { user?: string }) => HostProgram
  /** Cuts off a host: packets to and from it disappear. */
  readonly cutOff: (host: string) => void
  readonly join: (host: string) => void
  /** Ends everything that still runs, and removes the hosts. */
  readonly remove: () => Promise<void>
}

const ip = (...args: string[]): void => void execFileSync(IP, args, { stdio: ['ignore', 'ignore', 'pipe'] })

/** Removes namespaces of killed processes. Their programs ended with them. */
function removeForgotten(): void {
  const listed = execFileSync(IP, ['netns', 'list'], { encoding: 'utf8' })
  for (const [name, pid] of listed.matchAll(/^tzref-(\d+)-\w+/gm)) {
    if (!existsSync(`/proc/${pid}`)) ip('netns', 'del', name)
  }
}

/** Makes hosts with these names. Their namespaces are called `tzref-<this process>-…`. */
export function openHosts(names: readonly string[]): Hosts {
  const space = (name: string): string => `tzref-${process.pid}-${name}`
  const programs = new Set<HostProgram>()
  const hub = space('hub')
  const indexOf = (host: string): number => {
    const index = names.indexOf(host)
    if (index < 0) throw new Error(`there is no host ${host}`)
    return index + 1
  }
  const addressOf = (host: string): string => `${NETWORK}.${indexOf(host)}`

  removeForgotten()
  ip('netns', 'add', hub)
  ip('-n', hub, 'link', 'add', 'bridge', 'type', 'bridge')
  ip('-n', hub, 'link', 'set', 'bridge', 'up')
  for (const name of names) {
    const port = `port${indexOf(name)}`
    ip('netns', 'add', space(name))
    ip('-n', space(name), 'link', 'set', 'lo', 'up')
    ip('-n', hub, 'link', 'add', port, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', space(name))
    ip('-n', hub, 'link', 'set', port, 'master', 'bridge', 'up')
    ip('-n', space(name), 'address', 'add', `${addressOf(name)}/24`, 'dev', 'eth0')
    ip('-n', space(name), 'link', 'set', 'eth0', 'up')
  }

  return {
    addressOf,
    start(host, [program = '', ...rest], options = {}) {
      const args = ['netns', 'exec', space(host), ...bound(program, rest, options).flat()]
      const started = watch(
        spawn(IP, args, { cwd: options.user === undefined ? ROOT : '/', stdio: ['ignore', 'pipe', 'pipe'] }),
      )
      programs.add(started)
      void started.ended.then(() => programs.delete(started))
      return started
    },
    cutOff: (host) => ip('-n', hub, 'link', 'set', `port${indexOf(host)}`, 'down'),
    join: (host) => ip('-n', hub, 'link', 'set', `port${indexOf(host)}`, 'up'),
    async remove() {
      await Promise.all([...programs].map((program) => program.end('SIGKILL')))
      for (const name of names) ip('netns', 'del', space(name))
      ip('netns', 'del', hub)
    },
  }
}

function watch(child: ChildProcess): HostProgram {
  let [stdout, stderr] = ['', '']
  child.stdout?.on('data', (chunk: Buffer) => (stdout += chunk.toString()))
  child.stderr?.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  const run = { isOver: false }
  const ended = new Promise<number | null>((resolve) =>
    child.once('close', (code) => {
      run.isOver = true
      resolve(code)
    }),
  )
  return {
    pid: child.pid ?? 0,
    stdout: () => stdout,
    stderr: () => stderr,
    isRunning: () => !run.isOver,
    signal: (signal) => void child.kill(signal),
    async end(signal = 'SIGTERM') {
      child.kill(signal)
      return ended
    },
    ended,
  }
}
