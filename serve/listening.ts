// Where a server listens, a port or a socket file for a proxy on the same machine: tries it, and explains why it cannot.
import { lstatSync, rmSync } from 'node:fs'
import { connect, createServer, type ListenOptions } from 'node:net'
import { resolve } from 'node:path'
import { CommandError } from '#open/program/command-error.ts'
import { NOT_YET_TAKEN } from './admission/numbers.ts'

const PREFIX = 'unix:'
/** The system cuts a longer path off without an error, and the socket file gets another name. macOS has room for four bytes less. */
const MOST_BYTES = process.platform === 'linux' ? 107 : 103

/** The absolute path in `unix:path`. Null for a host. */
export const socketFileOf = (host: string): string | null =>
  host.startsWith(PREFIX) ? resolve(host.slice(PREFIX.length)) : null

/** The options with which node:net listens there. */
export function listeningAt(host: string, port: number): ListenOptions {
  const path = socketFileOf(host)
  return { ...(path === null ? { port, host } : { path }), backlog: NOT_YET_TAKEN }
}

/**
 * Removes a socket file that a killed server left behind. Rejects with a CommandError when a server listens there, when something else has
 * that path, or when it is too long.
 */
async function clearSocketFile(path: string): Promise<void> {
  const length = Buffer.byteLength(path)
  if (length > MOST_BYTES) {
    throw new CommandError(
      `--host unix:${path}: found a path of ${length} bytes, expected at most ${MOST_BYTES}`,
      2,
    )
  }
  const there = lstatSync(path, { throwIfNoEntry: false })
  if (there === undefined) return
  if (!there.isSocket())
    throw new CommandError(`--host unix:${path}: there is a file that is not a socket`, 1)
  const isAnswered = await new Promise<boolean>((done) => {
    const connection = connect(path, () => done(true)).once('error', () => done(false))
    connection.once('connect', () => connection.destroy())
  })
  if (isAnswered) throw new CommandError(`--host unix:${path}: another program listens there`, 1)
  rmSync(path, { force: true })
}

/**
 * Why a server cannot listen, with the option that fixes it. `flag` is the option that sets the port. An error that has nothing to do with
 * ports is returned unchanged.
 */
export function cannotListen(
  error: { readonly code?: string; readonly message: string },
  host: string,
  port: number,
  flag: '--port' | '--ops-port',
): Error {
  const ofHost = flag === '--port' ? '--host' : '--ops-host'
  if (host.startsWith(PREFIX)) return new CommandError(`--host ${host}: ${error.message}`, 1)
  switch (error.code ?? '') {
    case 'EADDRINUSE':
      return refusal(
        `${flag} ${port}: another program listens there on ${host}`,
        `${flag} ${besidePort(port)}`,
      )
    case 'EACCES':
      return refusal(`${flag} ${port}: this user may not listen there`, '--port 8080')
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return refusal(`${ofHost} ${host}: this machine has no such address`, `${ofHost} 127.0.0.1`)
    default:
      return error instanceof Error ? error : new Error(error.message)
  }
}

/** A refusal to start, with the options that fix it. */
const refusal = (text: string, options: string): CommandError =>
  new CommandError(text, 1, `the same command with ${options}`)

/** Another port, to be tried instead. */
const besidePort = (port: number): number => (port < 65_535 ? port + 1 : port - 1)

/** Whether a port on one host is also one on the other. */
function overlap(one: string, other: string): boolean {
  const hosts = [one, other].map((host) => (host === 'localhost' ? '127.0.0.1' : host))
  // A server on all addresses of IPv6 also takes those of IPv4.
  if (hosts.includes('::') || hosts[0] === hosts[1]) return true
  return hosts.includes('0.0.0.0') && !hosts.some((host) => host.includes(':'))
}

/** Throws a CommandError when the server's port and the operators' port are one. Port 0 is a new one each time. */
export function expectTwoPorts(host: string, port: number, opsPort: number, opsHost = '127.0.0.1'): void {
  if (port === 0 || port !== opsPort || socketFileOf(host) !== null || !overlap(host, opsHost)) return
  throw refusal(
    `--port ${port} and --ops-port ${opsPort}: found the same port, expected two`,
    `--port ${port} --ops-port ${besidePort(port)}`,
  )
}

/**
 * Opens a port and closes it again; removes a socket file that no server uses. Resolves to the port: for port 0 a free one. Rejects with a
 * CommandError when a server cannot listen there. `flag` is the option that sets the port.
 */
export async function tryToListen(host: string, port: number, flag: '--port' | '--ops-port') {
  const path = socketFileOf(host)
  if (path !== null) return clearSocketFile(path).then(() => port)
  const server = createServer()
  await new Promise<void>((done, reject) => {
    server.once('error', (error) => reject(cannotListen(error, host, port, flag)))
    server.listen(port, host, done)
  })
  const address = server.address()
  await new Promise<void>((done) => server.close(() => done()))
  return typeof address === 'object' && address !== null ? address.port : port
}

/** The address at which a client on this machine reaches the server. */
export function originOf(host: string, port: number): string {
  if (socketFileOf(host) !== null) return 'http://localhost'
  const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`
}
