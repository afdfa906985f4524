// Explains why a port cannot be opened, with the command that fixes it.
import { CommandError } from '#cli/command-error.ts'

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
