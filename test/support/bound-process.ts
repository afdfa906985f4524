// Command lines of processes that end with the one that starts them, however it ends: no server stays behind a test that was interrupted.
import { existsSync } from 'node:fs'

/** Of util-linux, which every Linux has. */
const SETPRIV = '/usr/bin/setpriv'

/** The command line, bound to this process where the machine can do so. `user` is one of this machine's, for root alone. */
export function bound(
  program: string,
  args: readonly string[],
  { user }: { user?: string } = {},
): [program: string, args: string[]] {
  if (!existsSync(SETPRIV)) return [program, [...args]]
  const as = user === undefined ? [] : ['--reuid', user, '--regid', user, '--clear-groups']
  return [SETPRIV, ['--pdeathsig', 'KILL', ...as, '--', program, ...args]]
}

// A worker of the test runner goes with the runner, and what it started with it. The runner lets no test exit in the usual way.
process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'))
