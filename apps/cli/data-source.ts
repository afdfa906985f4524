// The data that the asking commands need, wherever it is found: by current-artifact.ts in a checkout, by package-program.ts in `tzref`.
import type { Command } from 'commander'
import type { Reference } from '#core/ask/reference-data.ts'
import type { Boundaries } from '#core/artifact/boundaries.ts'
import type { Manifest } from '#schemas/manifest.ts'

/** An artifact, opened for questions. */
export interface OpenData extends Reference {
  readonly manifest: Pick<Manifest, 'tz' | 'hold' | 'overlay'>
  readonly boundaries: () => Boundaries | null
  readonly close: () => void
}

export interface DataSource {
  /** Adds the option that gives another place of the data. */
  readonly addOption: (command: Command) => Command
  /** Opens the data that a command's options name. Throws an ArtifactError or a CommandError when they cannot be used. */
  readonly open: (options: Readonly<Record<string, unknown>>) => OpenData
  /** The command that adds boundaries to the data. Null when there is none. */
  readonly fix: string | null
  /** The file that starts threads. `workerData.entry` names the thread's code. */
  readonly launcher: URL
}
