// Makes the entity tags of answers from what determines them. No body is needed for that.
import { hash } from 'node:crypto'
import { oncePer } from '#core/once-per.ts'
import packageJson from '../../package.json' with { type: 'json' }
import type { Catalogue } from '../catalogue.ts'

/** What all answers depend on: the artifact, this program, and the addresses in links. */
const common = ({ artifact, urls }: Catalogue): readonly string[] => [
  artifact.manifest.id,
  packageJson.version,
  urls.base,
  urls.web,
]

const startOf = oncePer((catalogue: Catalogue) =>
  hash('sha1', common(catalogue).join('\n'), 'base64url').slice(0, 12),
)

/** The tag of a short answer. `key` identifies the answer in its catalogue. */
export const tagOf = (catalogue: Catalogue, key: string): string => `W/"${startOf(catalogue)}-${key}"`

/** The tag of a list, or of another long answer. It also depends on how long the answer stays true. */
export const tagOfLong = (catalogue: Catalogue, key: string, freshness: string, until: number): string =>
  `W/"${hash('sha1', [...common(catalogue), key, freshness, until].join('\n'), 'base64url')}"`
