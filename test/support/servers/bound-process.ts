// Command lines of processes that end with the process that starts them, so that an interrupted test leaves no server.
import { existsSync } from 'node:fs'

/** A program of util-linux, which every Linux has. */
const SETPRIV = '/usr/bin/setpriv'

/** The command line, bound to this process if the machine can do so. Only root can give a `user` of this machine. */
export function bound(
  program: string,
  args: readonly string[],
  { user }: { user?: string } = {},
): [program: string, args: string[]] {
  if (!existsSync(SETPRIV)) return [program, [...args]]
  const as = user === undefined ? [] : ['--reuid', user, '--regid', user, '--clear-groups']
  return [SETPRIV, ['--pdeathsig', 'KILL', ...as, '--', program, ...args]]
}

// When the test runner goes, this worker kills itself, so its children end too. The runner lets no test exit in the usual way.
process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'))
