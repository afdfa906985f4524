// What every package must say about itself: in package.json, and in the README that npm shows.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'

/** Checks a package's folder, made for npm and for a repository at this address. Returns the README. */
export function checkAbout(folder: string, name: string, repository: string): string {
  const content: Record<string, unknown> = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  expect(content).toMatchObject({
    name,
    version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    description: expect.stringMatching(/^[A-Z].*\.$/),
    keywords: expect.arrayContaining(['timezone', 'tzdb', 'iana']),
    homepage: `${repository}#readme`,
    bugs: `${repository}/issues`,
    repository: { type: 'git', url: `git+${repository}.git` },
    license: expect.any(String),
    engines: { node: expect.any(String) },
  })
  const readme = readFileSync(join(folder, 'README.md'), 'utf8')
  expect(readme.split('\n')[0]).toBe(`# ${name}`)
  expect(readme).toMatch(new RegExp(`^npm install ${name}( [\\w-]+)*$`, 'm'))
  expect(readme).toMatch(/^## Terms$/m)
  expect(readme).toContain(`${repository}/blob/main/`)
  expect(readme.split('\n').length).toBeLessThan(60)
  // Commands of the checkout, and statements that are true only before the package is on npm.
  expect(readme).not.toMatch(/npm run package|Not on npm|\.tgz/)
  for (const [, path = ''] of readme.matchAll(
    /`((?:docs\/)?[A-Za-z-]+\.(?:md|txt|tiles|bin)|LICENSE|NOTICE)`/g,
  ))
    if (!FILES_OF_OTHERS.includes(`${name} ${path}`)) expect(existsSync(join(folder, path)), path).toBe(true)
  return readme
}

/** Files that a README names although the user must bring them. */
const FILES_OF_OTHERS = ['boundaries.tiles', 'clocks.bin', 'tz-history.bin'].map((file) => `tzref ${file}`)
