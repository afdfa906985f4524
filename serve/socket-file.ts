// Where a server listens: a port, or a socket file for a proxy on the same machine.
import { lstatSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { resolve } from 'node:path'
import { CommandError } from '#cli/command-error.ts'

const PREFIX = 'unix:'

/** The absolute path in `unix:path`. Null for a host. */
export const socketFileOf = (host: string): string | null =>
  host.startsWith(PREFIX) ? resolve(host.slice(PREFIX.length)) : null

/** The options with which node:net listens there. */
export function listeningAt(host: string, port: number): { path: string } | { port: number; host: string } {
  const path = socketFileOf(host)
  return path === null ? { port, host } : { path }
}

/**
 * Removes a socket file that a killed server left behind. Rejects with a CommandError when a server listens there, or when something else
 * has that path.
 */
export async function clearSocketFile(path: string): Promise<void> {
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
