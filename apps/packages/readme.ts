// The README of each package, as npm shows it: what it is, how to install it, the first lines, the terms of its data, where the rest is.
import type { About, Making } from './package-json.ts'

interface Parts {
  /** The package in a sentence or two. */
  readonly what: string
  /** Packages to install with it. */
  readonly with?: readonly string[]
  /** First lines and what to know about them. */
  readonly first: string
  /** The owners of the data. */
  readonly terms: string
  /** The document of the repository that has the rest. */
  readonly rest: string
}

/** The text of a README. It names no file that is not in the package, and no command of the checkout. */
export function readmeOf(
  { name, version }: Pick<About, 'name' | 'version'>,
  { repository, isForNpm }: Pick<Making, 'repository' | 'isForNpm'>,
  parts: Parts,
): string {
  const beside = parts.with ?? []
  const install = isForNpm
    ? `\`\`\`sh\nnpm install ${[name, ...beside].join(' ')}\n\`\`\``
    : `Not on npm yet: install it from its file.\n\n\`\`\`sh\nnpm install ${[`./${name}-${version}.tgz`, ...beside.map((other) => `./${other}-[0-9]*.tgz`)].join(' ')}\n\`\`\``
  const rest =
    repository === null ? '' : `\n\nThe rest is in [the documents](${repository}/blob/main/${parts.rest}).`
  return `# ${name}\n\n${parts.what}\n\n${install}\n\n${parts.first.trim()}\n\n## Terms\n\n${parts.terms.trim()}${rest}\n`
}

/** How versions of data are numbered, in the words of a README. */
export const numbering = (version: string, release: string): string =>
  `Versions are \`<format>.<year × 100 + letter>.<patch>\`: ${version} is ${release}. A caret takes all later releases, and never another format.`
