// What a command throws when it cannot do what it was asked: the text for stderr, the exit code and the command that mends it.

/** 1: a fault was found; 2: the command was misused, or failed; 3: a part could not be read; 4: there was nothing to read. */
export type ExitCode = 1 | 2 | 3 | 4

/** An expected failure of a command. `tzref.ts` prints it without a stack and exits with its code. */
export class CommandError extends Error {
  readonly exitCode: ExitCode
  /** A command line that would mend it, or null where none can. */
  readonly mend: string | null

  /** `message` says what was found and what was expected. */
  constructor(message: string, exitCode: ExitCode, mend: string | null = null) {
    super(message)
    this.name = 'CommandError'
    this.exitCode = exitCode
    this.mend = mend
  }
}
