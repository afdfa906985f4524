// Defines the error of a command that cannot do its work: the text for stderr, the exit code, and a command that repairs it.

/** 1: the command found a fault. 2: it was misused, or it failed. Of `moved` and `lookup` docs/releases.md has the others. */
export type ExitCode = 1 | 2 | 3 | 4 | 5 | 6

/** An expected failure of a command. `apps/cli/tzref.ts` prints it without a stack and exits with its code. */
export class CommandError extends Error {
  readonly exitCode: ExitCode
  /** A command line that would repair it; null when there is none. */
  readonly fix: string | null

  /** `message` says what was found and what was expected. */
  constructor(message: string, exitCode: ExitCode, fix: string | null = null) {
    super(message)
    this.name = 'CommandError'
    this.exitCode = exitCode
    this.fix = fix
  }
}
