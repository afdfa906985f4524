// Tries whether a server can listen at an address, and explains why it cannot, with the command that fixes it.
import { createServer } from 'node:net'
import { CommandError } from '#cli/command-error.ts'
import { clearSocketFile, socketFileOf } from './socket-file.ts'

/** `flag` is the option that sets the port. An error that has nothing to do with ports is returned unchanged. */
export function cannotListen(
  error: { readonly code?: string; readonly message: string },
  host: string,
  port: number,
  flag: '--port' | '--ops-port',
): Error {
  if (host.startsWith('unix:')) return new CommandError(`--host ${host}: ${error.message}`, 1)
  const mend = `npm start -- ${flag} ${port < 65_535 ? port + 1 : port - 1}`
  switch (error.code ?? '') {
    case 'EADDRINUSE':
      return new CommandError(`${flag} ${port}: another program listens there on ${host}`, 1, mend)
    case 'EACCES':
      return new CommandError(
        `${flag} ${port}: this user may not listen there`,
        1,
        'npm start -- --port 8080',
      )
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new CommandError(
        `--host ${host}: this machine has no such address`,
        1,
        'npm start -- --host 127.0.0.1',
      )
    default:
      return error instanceof Error ? error : new Error(error.message)
  }
}

/** Hosts on which a server also takes the port of 127.0.0.1, where the operators' port is. */
const WITH_LOOPBACK: readonly string[] = ['127.0.0.1', 'localhost', '0.0.0.0', '::']

/** Throws a CommandError when the server's port and the operators' port are one. Port 0 is a new one each time. */
export function expectTwoPorts(host: string, port: number, opsPort: number): void {
  if (port === 0 || port !== opsPort || !WITH_LOOPBACK.includes(host)) return
  const other = port < 65_535 ? port + 1 : port - 1
  throw new CommandError(
    `--port ${port} and --ops-port ${opsPort}: found the same port, expected two`,
    1,
    `npm start -- --port ${port} --ops-port ${other}`,
  )
}

/**
 * Opens a port and closes it again; removes a socket file that no server uses. Rejects with a CommandError when a server cannot listen
 * there. `flag` is the option that sets the port.
 */
export async function tryToListen(host: string, port: number, flag: '--port' | '--ops-port'): Promise<void> {
  const path = socketFileOf(host)
  if (path !== null) return clearSocketFile(path)
  const server = createServer()
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(cannotListen(error, host, port, flag)))
    server.listen(port, host, resolve)
  })
  await new Promise<void>((resolve) => server.close(() => resolve()))
}
