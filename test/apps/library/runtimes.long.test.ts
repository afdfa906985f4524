// Every `fetch…` and `openWeb` in Deno, Bun and Workers, which come from npm into their own folder: the table of
// test/apps/library/fetch-on-node.full.test.ts. `npm run long -- test/apps/library`.
import { execFile, execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildIn } from '../../../bench/artifact.ts'
import { fetchBundle } from '../../support/worlds/fetch-bundle.ts'
import { BY_RANGES, EXPECTED, fetchedFiles } from '../../support/worlds/fetched-files.ts'
import { MANNERS, startFileHost, type Host } from '../../support/servers/file-host.ts'
import { startWorkerd } from '../../support/servers/workerd.ts'

const folder = mkdtempSync(join(tmpdir(), 'tzref-runtimes-'))
let host: Host
beforeAll(async () => {
  const files = fetchedFiles(await buildIn(folder, { withoutBoundaries: true }))
  host = await startFileHost((path) => files.get(path))
})
afterAll(async () => {
  await host.close()
  rmSync(folder, { recursive: true })
})

/** Installs a package from npm into its own folder, and runs its scripts. Returns the path of its program. */
function install(name: string): string {
  const at = join(folder, name)
  mkdirSync(at)
  writeFileSync(join(at, 'package.json'), JSON.stringify({ private: true, allowScripts: { [name]: true } }))
  execFileSync('npm', ['install', '--no-audit', '--no-fund', name], { cwd: at, stdio: 'pipe' })
  return join(at, 'node_modules/.bin', name)
}

const expected = Object.fromEntries(
  MANNERS.map((manner) => [manner, { ...EXPECTED, ...(manner === 'ranged' ? BY_RANGES : {}) }]),
)
const askAll = (): string => `
const ask = async () => {
  const all = {}
  for (const manner of ${JSON.stringify(MANNERS)}) all[manner] = await fetchEverything('${host.url}/' + manner)
  return all
}
`

test.each([
  ['deno', ['run', '--allow-net']],
  ['bun', ['run']],
])('%s', async (name, flags) => {
  const file = join(folder, `${name}.mjs`)
  writeFileSync(file, await fetchBundle(`${askAll()}console.log(JSON.stringify(await ask()))`))
  const program = install(name)
  const version = execFileSync(program, ['--version'], { encoding: 'utf8' }).split('\n')[0]
  const { stdout } = await promisify(execFile)(program, [...flags, file], { maxBuffer: 2 ** 26 })
  process.stderr.write(`${name} ${version}\n`)
  expect(JSON.parse(stdout)).toMatchObject(expected)
})

// The newer date has ways of caching that the older one does not have.
test.each(['2023-07-01', '2025-01-01'])('workerd, as it was on %s', async (date) => {
  const program = join(folder, 'workerd/node_modules/.bin/workerd')
  if (date === '2023-07-01') install('workerd')
  const module = await fetchBundle(`${askAll()}
export default {
  fetch: async ({ method }) => (method === 'HEAD' ? new Response() : Response.json(await ask())),
}`)
  const workerd = await startWorkerd(program, folder, module, date)
  try {
    expect(await (await fetch(workerd.url)).json()).toMatchObject(expected)
  } finally {
    await workerd.stop()
  }
})
