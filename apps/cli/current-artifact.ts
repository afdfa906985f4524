// The data of a checkout: the current artifact of its dist folder.
import { join, resolve } from 'node:path'
import { DIST } from '#open/program/root.ts'
import { CURRENT } from '#core/artifact/layout.ts'
import { openArtifact } from '#open/artifact.ts'
import type { DataSource } from './data-source.ts'

export const CURRENT_ARTIFACT: DataSource = {
  addOption: (command) => command.option('--dist <folder>', 'folder of the artifacts', DIST),
  open: ({ dist }) => openArtifact(join(resolve(String(dist)), CURRENT)),
  fix: 'npm run tzref -- lock && npm run tzref -- build --activate',
  launcher: new URL('../../tzref.js', import.meta.url),
}
