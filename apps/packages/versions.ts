// Which version and tag a package gets next, after those that are published. Nothing that is published is changed or taken back.

/** Three numbers, and what stands behind a hyphen. */
function partsOf(version: string): { readonly numbers: readonly number[]; readonly suffix: string } {
  const [, numbers = '', suffix = ''] = /^(\d+\.\d+\.\d+)(?:-(.+))?$/.exec(version) ?? []
  return { numbers: numbers.split('.').map(Number), suffix }
}

/** Orders versions by their numbers. */
export function byNumber(one: string, other: string): number {
  const a = partsOf(one).numbers
  const b = partsOf(other).numbers
  const place = a.findIndex((number, i) => number !== b[i])
  return place < 0 ? 0 : (a[place] ?? 0) - (b[place] ?? 0)
}

/**
 * The patch of the newest published version with the same format, release and suffix; null if there is none. A correction gets the next one.
 */
export function publishedPatch(version: string, published: readonly string[]): number | null {
  const wanted = partsOf(version)
  const patches = published
    .map(partsOf)
    .filter(
      ({ numbers, suffix }) =>
        suffix === wanted.suffix && [0, 1].every((i) => numbers[i] === wanted.numbers[i]),
    )
    .map(({ numbers }) => numbers[2] ?? 0)
  return patches.length === 0 ? null : Math.max(...patches)
}

/**
 * The tag under which a version is published. `latest` is what `npm install NAME` takes: it never goes back to an older release, and never
 * to one with held zones or an overlay.
 */
export function tagFor(version: string, published: readonly string[]): 'latest' | 'older' | 'tailored' {
  if (partsOf(version).suffix !== '') return 'tailored'
  const isNewest = published.every((other) => partsOf(other).suffix !== '' || byNumber(version, other) >= 0)
  return isNewest ? 'latest' : 'older'
}
