// Where the commands that ask have their data from: the current artifact of a checkout, or the files of the package `tzref-data`.
import type { Command } from 'commander'
import type { Reference } from '#ask/reference.ts'
import type { Boundaries } from '#core/artifact/boundaries.ts'
import type { Manifest } from '#schemas/manifest.ts'

/** An artifact, opened for questions. */
export interface Asked extends Reference {
  readonly manifest: Pick<Manifest, 'tz' | 'hold' | 'overlay'>
  readonly boundaries: () => Boundaries | null
  readonly close: () => void
}

export interface DataSource {
  /** Adds the option that says where else the data lies. */
  readonly addOption: (command: Command) => Command
  /** Opens what the options of a command say. Throws an ArtifactError or a CommandError where nothing there can be asked. */
  readonly open: (options: Readonly<Record<string, unknown>>) => Asked
  /** The command that would give it boundaries, where there is one. */
  readonly mend: string | null
  /** The file that threads are started with; `workerData.entry` says which. */
  readonly launcher: URL
}
