// The import rule: which room may import which, in a table that is checked on all sources; what a start must not load; how long a function may be.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { parseSync } from 'oxc-parser'
import { expect, test } from 'vitest'

/** The longest room that matches a file counts. A room may always import itself. From the rooms in `types` it may import only types. */
const ROOMS: Readonly<Record<string, { imports: readonly string[]; types?: readonly string[] }>> = {
  schemas: { imports: [] },
  core: { imports: ['schemas'] },
  ask: { imports: ['core', 'schemas'] },
  open: { imports: ['core', 'cli', 'schemas'], types: ['ask'] },
  cli: { imports: ['core'] },
  // What users of the library get, and the program that packs it.
  package: { imports: ['core', 'ask', 'schemas', 'extra/moved', 'extra/menu'] },
  // It packs and signs the program as the pipeline does releases.
  'package/make': {
    imports: [
      'core',
      'open',
      'cli',
      'schemas',
      'extra/menu',
      'pipeline/archive',
      'pipeline/delivery',
      'pipeline/verify',
    ],
  },
  pipeline: { imports: ['core', 'open', 'cli', 'schemas'] },
  'pipeline/archive': { imports: ['core', 'open', 'cli', 'schemas', 'pipeline'] },
  // A parser names the files that it reads; sources finds them.
  'pipeline/sources': {
    imports: ['core', 'open', 'cli', 'schemas', 'pipeline', 'pipeline/archive', 'pipeline/parse'],
    types: ['pipeline/compile', 'pipeline/tailoring'],
  },
  // An operator's changes to a tz release: zones held at an older release, and an overlay.
  'pipeline/tailoring': {
    imports: ['core', 'cli', 'schemas', 'pipeline', 'pipeline/sources', 'pipeline/parse'],
  },
  'pipeline/parse': { imports: ['core', 'open', 'cli', 'schemas', 'pipeline'] },
  'pipeline/curated': { imports: ['core', 'open', 'cli', 'schemas', 'pipeline'] },
  'pipeline/compile': {
    imports: ['core', 'open', 'cli', 'schemas', 'pipeline', 'pipeline/curated', 'pipeline/parse'],
  },
  'pipeline/write': { imports: ['core', 'open', 'cli', 'schemas', 'pipeline'], types: ['pipeline/compile'] },
  'pipeline/verify': { imports: ['core', 'open', 'cli', 'schemas', 'pipeline'] },
  'pipeline/compare': { imports: ['core', 'open', 'cli', 'schemas', 'pipeline', 'pipeline/verify'] },
  // The build itself, in the order of the diagram.
  'pipeline/assemble': {
    imports: [
      'core',
      'open',
      'cli',
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
      'cli',
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
      'ask',
      'open',
      'cli',
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
      'cli',
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
      'ask',
      'open',
      'cli',
      'schemas',
      'serve/access',
      'serve/api',
      'serve/api/answer',
      'serve/api/endpoints',
      'serve/http',
      'serve/ops',
    ],
  },
  'serve/http': { imports: [] },
  'serve/api': {
    imports: ['core', 'schemas', 'serve', 'serve/http'],
    types: ['serve/access', 'serve/api/endpoints'],
  },
  'serve/api/answer': { imports: ['core', 'ask', 'schemas', 'serve', 'serve/http'] },
  'serve/api/endpoints': {
    imports: ['core', 'ask', 'schemas', 'serve', 'serve/api', 'serve/api/answer', 'serve/http'],
  },
  'serve/access': { imports: ['core', 'cli', 'schemas', 'serve/http'] },
  // The public pages.
  site: {
    imports: ['core', 'ask', 'cli', 'schemas', 'serve', 'serve/access', 'serve/http'],
  },
  // The account service: its rows, its mails, its pages, its commands.
  accounts: {
    imports: [
      'core',
      'cli',
      'schemas',
      'serve',
      'serve/access',
      'serve/http',
      'serve/ops',
      'accounts/area',
      'accounts/commands',
      'accounts/mail',
      'accounts/store',
    ],
    types: ['site'],
  },
  'accounts/store': { imports: ['core', 'open', 'cli', 'schemas', 'serve', 'serve/access'] },
  'accounts/mail': {
    imports: ['core', 'open', 'cli', 'schemas', 'serve', 'serve/access', 'accounts/store'],
  },
  'accounts/area': {
    imports: [
      'core',
      'ask',
      'schemas',
      'serve',
      'serve/access',
      'serve/http',
      'site',
      'accounts/mail',
      'accounts/store',
    ],
  },
  'accounts/commands': {
    imports: [
      'core',
      'ask',
      'open',
      'cli',
      'schemas',
      'serve',
      'serve/access',
      'serve/http',
      'accounts/mail',
      'accounts/store',
    ],
  },
  'serve/ops': { imports: ['core', 'open', 'schemas', 'serve'], types: ['serve/http'] },
  'serve/commands': {
    imports: ['core', 'ask', 'open', 'cli', 'schemas', 'serve', 'serve/access', 'serve/http'],
  },
  // Commands that answer questions, for both programs: ours and the library's.
  terminal: {
    imports: ['core', 'ask', 'open', 'cli', 'schemas', 'package', 'serve', 'serve/api/answer'],
  },
  // For few users. Only the programs, the library and other extras may import it.
  extra: { imports: ['pipeline/export', 'extra/devices', 'extra/menu'] },
  'extra/moved': {
    imports: ['core', 'ask', 'cli', 'schemas', 'pipeline', 'pipeline/assemble', 'pipeline/parse'],
  },
  'extra/menu': {
    imports: [
      'core',
      'ask',
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
  'extra/devices': { imports: ['core', 'pipeline/export'] },
  'extra/assistants': { imports: ['core', 'ask', 'open', 'cli', 'schemas'] },
  bench: { imports: ['core', 'ask', 'open', 'schemas', 'pipeline', 'serve', 'test'] },
}

const root = join(import.meta.dirname, '..')
const files = [
  'schemas',
  'core',
  'ask',
  'open',
  'package',
  'cli',
  'pipeline',
  'serve',
  'site',
  'accounts',
  'terminal',
  'extra',
]
  .flatMap((room) =>
    readdirSync(join(root, room), { recursive: true, encoding: 'utf8' }).map((file) => `${room}/${file}`),
  )
  .filter((file) => file.endsWith('.ts'))
  .toSorted()

const roomOf = (file: string): string =>
  Object.keys(ROOMS)
    .filter((room) => file.startsWith(`${room}/`))
    .reduce((longest, room) => (room.length > longest.length ? room : longest), '')

/** The imports of our own files, as paths from the root. */
function importsOf(file: string): { path: string; isType: boolean; isLate: boolean }[] {
  const source = readFileSync(join(root, file), 'utf8')
  const found = source.matchAll(
    /^(?:import|export)\s+(type\s)?(?:[^'"]*?\sfrom\s+)?'([#.][^']+)'|\bimport\('([#.][^']+)'\)/gms,
  )
  return [...found].map(([, isType, named, loaded]) => {
    const specifier = named ?? loaded ?? ''
    const path = specifier.startsWith('#') ? specifier.slice(1) : normalize(join(dirname(file), specifier))
    return { path, isType: isType !== undefined, isLate: loaded !== undefined }
  })
}

/** Whether a file lies in one of these rooms. A folder that is no room of the table belongs to the room above it. */
const isWithin = (path: string, rooms: readonly string[]): boolean =>
  rooms.some(
    (room) => path.startsWith(`${room}/`) && (roomOf(path) === room || roomOf(path) === roomOf(`${room}/`)),
  )

test('the walk saw the sources (decision 0001)', () => {
  expect(files.length).toBeGreaterThan(60)
  expect(files.filter((file) => importsOf(file).length > 0).length).toBeGreaterThan(50)
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
  const folderOf = (file: string): string => file.split('/')[0] ?? ''
  const imports = new Map(files.map((file) => [file, new Set(importsOf(file).map(({ path }) => path))]))
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
    'accounts/serving.ts',
    'accounts/area/area.ts',
    'site/open-site.ts',
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

test.each(files.filter((file) => /^(core|ask)\//.test(file)))('%s needs no module of node', (file) => {
  const source = readFileSync(join(root, file), 'utf8')
  expect(source.match(/'node:[^']*'|\bBuffer\b|\bprocess\./g) ?? []).toEqual([])
})

test.each(files)('%s opens with one sentence', (file) => {
  expect(readFileSync(join(root, file), 'utf8')).toMatch(/^\/\/ .{10,}[.:!?]?\n|^\/\/ .{10,}\n\/\/ /)
})

// A comment names the thing: "What names them to who does not see it" said less than "The label for screen readers".
test.each(files)('%s has no comment that begins with a relative clause', (file) => {
  // The descriptions of the interface are for its users, and generated.
  if (file === 'package/wire.ts') return
  const begins = /(?:\/\*\*(?:\n\s*\*)?|(?<!\/\/[^\n]*\n\s*)\/\/) (?:What|Who|Whose|Whoever|Nobody) [^\n]*/gu
  const comments = readFileSync(join(root, file), 'utf8').match(begins)
  expect(comments ?? []).toEqual([])
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
