// Requires a good artifact: the first fault in it ends the command.
import { CommandError } from '#open/program/command-error.ts'
import { shellWord } from '#open/program/hint.ts'
import { verifyArtifact } from '#open/verify/artifact.ts'

export interface Expected {
  /** The artifact's name in the message. When absent, its directory. */
  readonly as?: string
  /** The outcome of the command, printed after the finding. */
  readonly outcome?: string
  /** The command that solves the problem. Null where none can. When absent, `tzref verify`, which lists everything that is wrong. */
  readonly fix?: string | null
}

/** Throws a CommandError with the first fault of an artifact. */
export function expectGood(directory: string, { as = directory, outcome, fix }: Expected = {}): void {
  const [finding] = verifyArtifact(directory)
  if (finding === undefined) return
  throw new CommandError(
    `${as}: ${finding.code}: ${finding.about}: ${finding.message}${outcome === undefined ? '' : `; ${outcome}`}`,
    1,
    fix === undefined ? `npm run tzref -- verify ${shellWord(directory)}` : fix,
  )
}
