// The import rule: which room may import which, in a table that is checked on all sources; what a start must not load; how long a function may be.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'oxc-parser'
import { expect, test } from 'vitest'
import { importsOf } from './support/imports.ts'

/** The longest room that matches a file counts. A room may always import itself. From the rooms in `types` it may import only types. */
const ROOMS: Readonly<Record<string, { imports: readonly string[]; types?: readonly string[] }>> = {
  schemas: { imports: [] },
  core: { imports: ['schemas'] },
  'core/ask': { imports: ['core', 'schemas'] },
  open: { imports: ['core', 'open/program', 'schemas'], types: ['core/ask'] },
  'open/program': { imports: ['core'] },
  // What a plan, a token and a month are: for the server, the account store and the programs.
  'open/access': { imports: ['open/program', 'schemas'] },
  // What users of the library get, and the program that packs it.
  'apps/library': { imports: ['core', 'core/ask', 'schemas', 'apps/moved', 'apps/menu'] },
  // The folder that `tzref export web` writes: bundles of an artifact, and the library's entry that reads them.
  'apps/library/export': {
    imports: ['core', 'core/ask', 'open', 'schemas', 'pipeline', 'pipeline/export', 'apps/library'],
  },
  // It packs and signs the program as the pipeline does releases.
  'apps/packages': {
    imports: [
      'apps/cli',
      'core',
      'open',
      'open/program',
      'schemas',
      'apps/library',
      'apps/menu',
      'pipeline/archive',
      'pipeline/delivery',
      'pipeline/verify',
    ],
  },
  pipeline: { imports: ['core', 'open', 'open/program', 'schemas'] },
  'pipeline/archive': { imports: ['core', 'open', 'open/program', 'schemas', 'pipeline'] },
  // A parser names the files that it reads; sources finds them.
  'pipeline/sources': {
    imports: ['core', 'open', 'open/program', 'schemas', 'pipeline', 'pipeline/archive', 'pipeline/parse'],
    types: ['pipeline/compile', 'pipeline/tailoring'],
  },
  // An operator's changes to a tz release: zones held at an older release, and an overlay.
  'pipeline/tailoring': {
    imports: ['core', 'open/program', 'schemas', 'pipeline', 'pipeline/sources', 'pipeline/parse'],
  },
  'pipeline/parse': { imports: ['core', 'open', 'open/program', 'schemas', 'pipeline'] },
  'pipeline/curated': { imports: ['core', 'open', 'open/program', 'schemas', 'pipeline'] },
  'pipeline/compile': {
    imports: ['core', 'open', 'open/program', 'schemas', 'pipeline', 'pipeline/curated', 'pipeline/parse'],
  },
  'pipeline/write': {
    imports: ['core', 'open', 'open/program', 'schemas', 'pipeline'],
    types: ['pipeline/compile'],
  },
  'pipeline/verify': { imports: ['core', 'open', 'open/program', 'schemas', 'pipeline'] },
  'pipeline/compare': { imports: ['core', 'open', 'open/program', 'schemas', 'pipeline', 'pipeline/verify'] },
  // The build itself, in the order of the diagram.
  'pipeline/assemble': {
    imports: [
      'core',
      'open',
      'open/program',
      'schemas',
      'pipeline',
      'pipeline/archive',
      'pipeline/sources',
      'pipeline/tailoring',
      'pipeline/parse',
      'pipeline/compile',
      'pipeline/write',
      'pipeline/verify',
    ],
  },
  // What happens to an artifact after its build: it is packed, published, installed, activated, removed.
  'pipeline/delivery': {
    imports: [
      'core',
      'open',
      'open/program',
      'schemas',
      'pipeline',
      'pipeline/archive',
      'pipeline/compare',
      'pipeline/sources',
      'pipeline/verify',
      'pipeline/write',
    ],
  },
  // The file formats that other programs read.
  'pipeline/export': {
    imports: [
      'core',
      'core/ask',
      'open',
      'open/program',
      'schemas',
      'pipeline',
      'pipeline/sources',
      'pipeline/curated',
      'pipeline/parse',
      'pipeline/compile',
      'pipeline/assemble',
    ],
  },
  // Only flags and printing.
  'pipeline/commands': {
    imports: [
      'core',
      'open',
      'open/program',
      'schemas',
      'pipeline',
      'pipeline/assemble',
      'pipeline/compare',
      'pipeline/delivery',
      'pipeline/export',
      'pipeline/sources',
      'pipeline/tailoring',
      'pipeline/verify',
    ],
  },
  serve: {
    imports: [
      'core',
      'core/ask',
      'open',
      'open/access',
      'open/program',
      'schemas',
      'serve/access',
      'serve/admission',
      'serve/api',
      'serve/api/answer',
      'serve/api/endpoints',
      'serve/http',
      'serve/ops',
    ],
  },
  'serve/http': { imports: ['serve/admission'] },
  // May this one have more? It knows who asks, at what rate and at what load.
  'serve/admission': { imports: ['serve/http'], types: ['serve/ops'] },
  'serve/api': {
    imports: ['core', 'schemas', 'serve', 'serve/admission', 'serve/http'],
    types: ['serve/access', 'serve/api/endpoints'],
  },
  'serve/api/answer': { imports: ['core', 'core/ask', 'schemas', 'serve', 'serve/admission', 'serve/http'] },
  'serve/api/endpoints': {
    imports: ['core', 'core/ask', 'schemas', 'serve', 'serve/api', 'serve/api/answer', 'serve/http'],
  },
  'serve/access': {
    imports: ['core', 'open/access', 'open/program', 'schemas', 'serve/admission', 'serve/http'],
  },
  // The public pages.
  'apps/site': {
    imports: [
      'apps/search',
      'core',
      'core/ask',
      'open/program',
      'schemas',
      'serve',
      'serve/admission',
      'serve/http',
    ],
  },
  // The account service: its rows, its mails, its pages, its commands.
  'apps/accounts': {
    imports: [
      'core',
      'open/access',
      'open/program',
      'schemas',
      'serve',
      'apps/accounts/area',
      'apps/accounts/commands',
      'apps/accounts/mail',
      'apps/accounts/store',
    ],
    types: ['apps/site'],
  },
  'apps/accounts/store': {
    imports: ['core', 'open', 'open/access', 'open/program', 'schemas'],
    types: ['serve/access'],
  },
  'apps/accounts/mail': {
    imports: ['core', 'open', 'open/access', 'open/program', 'schemas', 'apps/accounts/store'],
  },
  'apps/accounts/area': {
    imports: [
      'core',
      'core/ask',
      'open/access',
      'schemas',
      'serve',
      'serve/admission',
      'apps/site',
      'apps/accounts/mail',
      'apps/accounts/store',
    ],
  },
  'apps/accounts/commands': {
    imports: [
      'core',
      'core/ask',
      'open',
      'open/access',
      'open/program',
      'schemas',
      'serve',
      'serve/admission',
      'apps/accounts/mail',
      'apps/accounts/store',
    ],
  },
  'serve/ops': { imports: ['core', 'open', 'schemas', 'serve', 'serve/admission'], types: ['serve/http'] },
  'serve/commands': {
    imports: [
      'core',
      'core/ask',
      'open',
      'open/program',
      'schemas',
      'serve',
      'serve/admission',
      'serve/http',
    ],
  },
  // Commands that answer questions, for both programs: ours and the library's.
  // The program: the only room that knows all.
  'apps/cli': {
    imports: [
      'core',
      'core/ask',
      'open',
      'open/program',
      'schemas',
      'serve',
      'serve/api/answer',
      'serve/commands',
      'pipeline/assemble',
      'pipeline/commands',
      'pipeline/export',
      'apps/search',
      'apps/library',
      'apps/library/export',
      'apps/menu',
      'apps/site',
      'apps/accounts',
      'apps/accounts/commands',
      'apps/moved',
      'apps/assistants',
    ],
  },
  'apps/moved': {
    imports: [
      'core',
      'core/ask',
      'open/program',
      'schemas',
      'pipeline',
      'pipeline/assemble',
      'pipeline/parse',
    ],
  },
  'apps/menu': {
    imports: [
      'core',
      'core/ask',
      'open',
      'schemas',
      'pipeline',
      'pipeline/sources',
      'pipeline/curated',
      'pipeline/parse',
      'pipeline/compile',
      'pipeline/export',
    ],
  },
  'apps/search': { imports: ['core', 'core/ask'] },
  'apps/assistants': { imports: ['core', 'apps/search', 'core/ask', 'open', 'open/program', 'schemas'] },
  bench: { imports: ['core', 'core/ask', 'open', 'schemas', 'pipeline', 'serve', 'test'] },
}

const root = join(import.meta.dirname, '..')
const files = ['schemas', 'core', 'open', 'pipeline', 'serve', 'apps']
  .flatMap((room) =>
    readdirSync(join(root, room), { recursive: true, encoding: 'utf8' }).map((file) => `${room}/${file}`),
  )
  .filter((file) => file.endsWith('.ts'))
  .toSorted()

const roomOf = (file: string): string =>
  Object.keys(ROOMS)
    .filter((room) => file.startsWith(`${room}/`))
    .reduce((longest, room) => (room.length > longest.length ? room : longest), '')

/** Whether a file lies in one of these rooms. A folder that is no room of the table belongs to the room above it. */
const isWithin = (path: string, rooms: readonly string[]): boolean =>
  rooms.some(
    (room) => path.startsWith(`${room}/`) && (roomOf(path) === room || roomOf(path) === roomOf(`${room}/`)),
  )

test('the walk saw the sources (decision 0001)', () => {
  expect(files.length).toBeGreaterThan(60)
  expect(files.filter((file) => importsOf(file).length > 0).length).toBeGreaterThan(50)
  expect(importsOf('apps/menu/menu.ts').map(({ path }) => path)).toContain('apps/menu/search.ts')
})

test.each(files)('%s imports what its room may', (file) => {
  const room = roomOf(file)
  const rule = ROOMS[room]
  expect(rule, `${file} is in no room of the table`).toBeDefined()
  if (rule === undefined) return
  const faults = importsOf(file)
    .filter(({ path }) => !path.endsWith('package.json') && roomOf(path) !== room)
    .filter(
      ({ path, isType }) => !isWithin(path, rule.imports) && !(isType && isWithin(path, rule.types ?? [])),
    )
    .map(({ path }) => path)
  expect(faults).toEqual([])
})

/** What is in a circle of imports, or between two circles. */
function inCircles(imports: ReadonlyMap<string, ReadonlySet<string>>): readonly string[] {
  let [left, count]: [readonly string[], number] = [[...imports.keys()], Infinity]
  while (left.length < count) {
    count = left.length
    const named = new Set(left.flatMap((one) => [...(imports.get(one) ?? [])]))
    const remaining = new Set(left)
    left = left.filter(
      (one) => named.has(one) && [...(imports.get(one) ?? [])].some((to) => remaining.has(to)),
    )
  }
  return left
}

// A circle of types alone is one too: nobody can read one of its files without the others.
test('no file imports itself by way of others, and no folder of the top level does', () => {
  const folderOf = (file: string): string => file.split('/', file.startsWith('apps/') ? 2 : 1).join('/')
  const imports = new Map(
    // A thread may begin in a file next to the one that starts it.
    files.map((file) => [
      file,
      new Set(importsOf(file).flatMap(({ path, isEntry }) => (isEntry ? [] : [path]))),
    ]),
  )
  expect(inCircles(imports)).toEqual([])
  const folders = new Map<string, Set<string>>()
  for (const [file, paths] of imports) {
    const from = folderOf(file)
    const known = folders.get(from) ?? new Set()
    folders.set(from, known)
    for (const path of paths) if (folderOf(path) !== from) known.add(folderOf(path))
  }
  expect(folders.size).toBeGreaterThan(8)
  expect(inCircles(folders)).toEqual([])
})

/** The packages that loading a file also loads, directly or through its imports. */
function packagesWith(file: string, seen = new Set<string>()): string[] {
  if (seen.has(file) || !file.endsWith('.ts')) return []
  seen.add(file)
  const source = readFileSync(join(root, file), 'utf8')
  const own = source.matchAll(/^import\s+(?!type\s)(?:[^'"]*?\sfrom\s+)?'([^'#.][^']*)'/gms)
  const others = importsOf(file).filter(({ isType, isLate }) => !isType && !isLate)
  return [...[...own].map(([, name = '']) => name), ...others.flatMap(({ path }) => packagesWith(path, seen))]
}

// Every server pays in processor time and memory for what its start loads. The build once was part of it: half a second and 25 MB.
test('a server starts without the modules that most servers never need', () => {
  const loaded = [
    'serve/commands/serve.ts',
    'apps/accounts/serving.ts',
    'apps/accounts/area/area.ts',
    'apps/site/open-site.ts',
    'pipeline/assemble/ensure-artifact.ts',
  ].flatMap((file) => packagesWith(file))
  expect(loaded).toContain('pino')
  for (const name of ['fastify', 'ioredis', 'mapshaper', 'nodemailer', 'openpgp', 'pg'])
    expect(loaded).not.toContain(name)
  expect(packagesWith('pipeline/assemble/shapes-thread.ts')).toContain('mapshaper')
})

test('the interface alone starts without what only pages and accounts need', () => {
  const loaded = packagesWith('serve/alone.ts')
  expect(loaded).toContain('pino')
  for (const name of ['luxon', 'kysely', 'nodemailer', 'qr', 'pg', 'mapshaper', 'ioredis'])
    expect(loaded).not.toContain(name)
})

test.each(files.filter((file) => file.startsWith('core/')))('%s needs no module of node', (file) => {
  const source = readFileSync(join(root, file), 'utf8')
  expect(source.match(/'node:[^']*'|\bBuffer\b|\bprocess\./g) ?? []).toEqual([])
})

const LONGEST_FUNCTION = 120

/** The functions of a source with more lines than `most`, each by its first line. */
function longFunctions(source: string, most: number, file = 'source.ts'): string[] {
  // TypeScript has no decorators of functions, as AssemblyScript does.
  const text = source.replaceAll(/^@\w+$/gm, '')
  const { program, errors } = parseSync(file, text)
  expect(errors).toEqual([])
  const found: string[] = []
  const lineAt = (at: number): number => text.slice(0, at).split('\n').length
  const walk = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    if ('type' in node && 'start' in node && 'end' in node && /^(Arrow)?Function/.test(String(node.type))) {
      const [from, until] = [lineAt(Number(node.start)), lineAt(Number(node.end))]
      if (until - from >= most) found.push(`line ${from}: ${until - from + 1} lines`)
    }
    for (const part of Object.values(node)) walk(part)
  }
  walk(program)
  return found
}

test('the length of a function counts all its lines, also in a method and an arrow', () => {
  expect(longFunctions('function one() {\n\n}', 2)).toEqual(['line 1: 3 lines'])
  expect(longFunctions('class One {\n  #two() {\n\n  }\n}', 2)).toEqual(['line 2: 3 lines'])
  expect(longFunctions('export const one = () => ({\n  two: 2,\n})', 2)).toEqual(['line 1: 3 lines'])
  expect(longFunctions('function one() {\n\n}', 3)).toEqual([])
})

// A factory of more lines is a class or a table: then its methods can be read one by one.
test.each(files)(`%s has no function of more than ${LONGEST_FUNCTION} lines`, (file) => {
  expect(longFunctions(readFileSync(join(root, file), 'utf8'), LONGEST_FUNCTION, file)).toEqual([])
})
