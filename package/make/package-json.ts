// Writes the package.json of a package, with some values of our own package.json.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '#cli/root.ts'

interface Own {
  readonly version: string
  readonly license: string
  readonly engines: { readonly node: string }
  readonly imports: Readonly<Record<string, string>>
  readonly dependencies: Readonly<Record<string, string>>
  readonly optionalDependencies: Readonly<Record<string, string>>
}

/** The package.json of the checkout. */
export const own: Own = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))

/** Writes the package.json into a package's folder. */
export function writePackageJson(folder: string, content: Readonly<Record<string, unknown>>): void {
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(content, null, 2)}\n`)
}
