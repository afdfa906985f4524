// A process that waits for a word, with strace attached: its calls to the file system, and its death at any of them.
import { spawn, type ChildProcess } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { findTool } from '../oracles/zic-oracle.ts'

const strace = findTool('strace')

/** Why nothing can be traced here. Null: it can. */
export const WITHOUT_STRACE: string | null = strace === null ? 'strace' : null

/** Calls that change a file system, or may do so. */
const CALLS = [
  'openat',
  'write',
  'writev',
  'pwrite64',
  'ftruncate',
  'fsync',
  'fdatasync',
  'rename',
  'renameat2',
  'mkdir',
  'rmdir',
  'unlink',
  'unlinkat',
  'symlink',
  'copy_file_range',
  'sendfile',
  'fchmod',
]

export interface Call {
  readonly name: string
  /** The number of this call among those of the same name in its thread, from 1. */
  readonly ordinal: number
  /** The arguments, with the path after each file descriptor. */
  readonly text: string
}

export interface Traced {
  /** What the process printed. */
  readonly output: string
  readonly wasKilled: boolean
  readonly code: number | null
  /** The calls of its main thread, in order. */
  readonly calls: readonly Call[]
}

/** The call to kill the process at: the `ordinal`th of this name. */
export type KillAt = Pick<Call, 'name' | 'ordinal'>

/** Runs a program, and an operation of it, under strace. The program says "ready" and then waits for a byte. */
export async function traced(
  program: string,
  args: readonly string[],
  log: string,
  killAt?: KillAt,
): Promise<Traced> {
  const child = spawn(process.execPath, [program, ...args], {
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  let output = ''
  child.stdout.on('data', (part: Buffer) => (output += part.toString()))
  child.stderr.on('data', (part: Buffer) => (output += part.toString()))
  const ended = endOf(child)
  await said(child, () => output, 'ready')
  const inject =
    killAt === undefined ? [] : ['-e', `inject=${killAt.name}:signal=SIGKILL:when=${killAt.ordinal}`]
  const tracer = spawn(
    strace ?? '',
    ['-f', '-y', '-s', '0', '-o', log, '-e', `trace=${CALLS.join(',')}`, ...inject, '-p', String(child.pid)],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
  let attached = ''
  tracer.stderr.on('data', (part: Buffer) => (attached += part.toString()))
  const detached = endOf(tracer)
  await said(tracer, () => attached, 'attached')
  child.stdin.end('g')
  const { code, signal } = await ended
  await detached
  const calls = callsIn(readFileSync(log, 'utf8'), child.pid ?? 0)
  rmSync(log)
  return { output: output.replace('ready\n', ''), wasKilled: signal === 'SIGKILL', code, calls }
}

const endOf = (child: ChildProcess): Promise<{ code: number | null; signal: string | null }> =>
  new Promise((resolve) => child.on('close', (code, signal) => resolve({ code, signal })))

/** Resolves when a process has printed a word. Rejects when it ends without it. */
function said(child: ChildProcess, text: () => string, word: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const look = (): void => {
      if (text().includes(word)) resolve()
    }
    child.stdout?.on('data', look)
    child.stderr?.on('data', look)
    child.on('close', () => reject(new Error(`ended before it said "${word}": ${text()}`)))
    look()
  })
}

function callsIn(log: string, pid: number): Call[] {
  const ordinals = new Map<string, number>()
  const calls: Call[] = []
  for (const line of log.split('\n')) {
    const parts = /^(\d+)\s+(\w+)\((.*)$/.exec(line)
    if (parts === null || Number(parts[1]) !== pid) continue
    const [, , name = '', text = ''] = parts
    const ordinal = (ordinals.get(name) ?? 0) + 1
    ordinals.set(name, ordinal)
    calls.push({ name, ordinal, text })
  }
  return calls
}

/** Whether a call changes something below a folder. */
export const isMutating = ({ name, text }: Call, folder: string): boolean =>
  text.includes(folder) && (name !== 'openat' || /O_(?:CREAT|TRUNC|WRONLY|RDWR)/.test(text))
