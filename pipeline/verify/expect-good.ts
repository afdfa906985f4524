// An artifact that must be good: what is wrong with it, as the end of a command.
import { CommandError } from '#cli/command-error.ts'
import { verifyArtifact } from '#open/verify/artifact.ts'

export interface Expected {
  /** What the artifact is called in the message; its directory when absent. */
  readonly as?: string
  /** What became of the command, said after the finding. */
  readonly outcome?: string
  /** The command that mends it, null where none can; `tzref verify` when absent, which says all that is wrong. */
  readonly mend?: string | null
}

/** Throws a CommandError with the first thing that is wrong with an artifact. */
export function expectGood(directory: string, { as = directory, outcome, mend }: Expected = {}): void {
  const [finding] = verifyArtifact(directory)
  if (finding === undefined) return
  throw new CommandError(
    `${as}: ${finding.code}: ${finding.message}${outcome === undefined ? '' : `; ${outcome}`}`,
    1,
    mend === undefined ? `npm run tzref -- verify ${directory}` : mend,
  )
}
