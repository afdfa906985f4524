// `npm run bench -- lost <commit>`: what an earlier commit offered and this checkout does not. It measures no time. Both versions build their
// artifact and answer for themselves, so a minute's build and an installation come first.
import { createHash } from 'node:crypto'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { ROOT } from '#open/program/root.ts'
import { formerVersion, presentVersion, type Version } from '../test/support/worlds/former-version.ts'

/** At most so many pages of one kind are read: their addresses differ in a name only. */
const PAGES_OF_A_KIND = 4
const PAGES = 400

/** The sha256 of a file, or of all names and bytes of a folder. */
function sha256Of(path: string): string {
  const hash = createHash('sha256')
  const read = (at: string, name: string): void => {
    if (statSync(at).isDirectory())
      for (const entry of readdirSync(at).toSorted()) read(join(at, entry), `${name}/${entry}`)
    else hash.update(`${name}\n`).update(readFileSync(at))
  }
  read(path, '')
  return hash.digest('hex')
}

/** The help of a command and of all below it, by the command's words. */
function helpOf(version: Version, words: readonly string[] = []): Map<string, string> {
  const { stdout } = version.run(...words, '--help')
  // An example that looks like a command has the help of the command above it.
  if (!stdout.startsWith(`Usage: ${['tzref', ...words].join(' ')} `)) return new Map()
  const found = new Map([[['tzref', ...words].join(' '), stdout]])
  // The first command has its groups, another one at most a list. A command stands behind two blanks.
  const [, listed = ''] = /^(?:Commands|Ask):\n([^]*)/m.exec(stdout) ?? []
  for (const [, name = ''] of listed.matchAll(/^ {2}([a-z][a-z-]*) /gm)) {
    if (name === 'help' || name === 'npm') continue
    for (const [command, text] of helpOf(version, [...words, name])) found.set(command, text)
  }
  return found
}

/** What a page says: its text without marks, a line for each element, and a 0 for each digit, because times pass. */
function textOf(page: string): string {
  return page
    .replaceAll(/<(script|style)\b[^]*?<\/\1>/g, '')
    .replaceAll(/<[^>]*>/g, '\n')
    .replaceAll(/[0-9]/g, '0')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n')
}

/** The kind of a page: its address without names and values. */
function kindOf(path: string): string {
  const { pathname, searchParams } = new URL(path, 'http://page')
  const [first = '', ...rest] = pathname.split('/').filter((part) => part !== '')
  return `${first}/${rest.length}?${[...searchParams.keys()].toSorted().join('&')}`
}

/** Follows the links of the pages from the first one, a few of each kind. Returns what each says, by its address. */
async function crawl(origin: string): Promise<Map<string, string>> {
  const pages = new Map<string, string>()
  const counts = new Map<string, number>()
  const waiting = [
    '/',
    '/?q=5pm+tokyo+in+berlin',
    '/?q=paris',
    '/?q=qwxz',
    '/convert',
    '/lookup?lat=53.35&lng=-6.26',
  ]
  for (let path = waiting.shift(); path !== undefined && pages.size < PAGES; path = waiting.shift()) {
    const kind = kindOf(path)
    const count = counts.get(kind) ?? 0
    if (pages.has(path) || count >= PAGES_OF_A_KIND) continue
    const answer = await fetch(`${origin}${path}`)
    if (!(answer.headers.get('content-type') ?? '').startsWith('text/html')) continue
    counts.set(kind, count + 1)
    const page = await answer.text()
    pages.set(path, textOf(page))
    for (const [, link = ''] of page.matchAll(/\bhref="(\/[^"#]*)/g))
      waiting.push(link.replaceAll('&amp;', '&'))
  }
  return pages
}

/** Writes all that a version offers into a folder, as text. The pages are those of these addresses, or those that a crawl finds. */
async function collect(
  version: Version,
  checkout: string,
  folder: string,
  paths?: readonly string[],
): Promise<string[]> {
  const write = (name: string, text: string): void => {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  for (const [command, text] of helpOf(version)) write(`help/${command}.txt`, text)
  cpSync(join(checkout, 'test/golden'), join(folder, 'golden'), {
    recursive: true,
    filter: (path) => !path.endsWith('.ts'),
  })
  write('offered/offered.txt', readFileSync(join(checkout, 'test/compatibility/offered.txt'), 'utf8'))
  const forms = /Forms:\n([^]*?)\n\n/.exec(version.run('export', '--help').stdout)?.[1] ?? ''
  const exported = mkdtempSync(join(tmpdir(), 'tzref-lost-exports-'))
  for (const [, form = ''] of forms.matchAll(/^ {2}([a-z][a-z-]*)\b/gm)) {
    // A table needs an ending. Other forms take any name.
    for (const target of [join(exported, form), join(exported, `${form}.csv`)]) {
      const { code, stderr } = version.run('export', form, target, '--dist', version.dist)
      write(`exports/${form}.txt`, code === 0 ? `${form} ${sha256Of(target)}\n` : `${form} ${stderr}`)
      if (code === 0) break
    }
  }
  rmSync(exported, { recursive: true, force: true })
  const server = await version.serve(['--no-update-check'])
  try {
    for (const name of ['openapi.json', 'openapi-3.0.json']) {
      const { body } = await server.ask(`/${name}`)
      write(`openapi/${name}`, `${JSON.stringify(JSON.parse(body), null, 1)}\n`)
    }
    const pages =
      paths === undefined
        ? await crawl(server.origin)
        : new Map(
            await Promise.all(
              paths.map(
                async (path) =>
                  [path, textOf(await (await fetch(`${server.origin}${path}`)).text())] as const,
              ),
            ),
          )
    // An address may be longer than the name of a file.
    for (const [path, text] of pages)
      write(`pages/${path.replaceAll(/[^\w.-]+/g, '_').slice(0, 200)}.txt`, `${text}\n`)
    return [...pages.keys()]
  } finally {
    await server.end()
  }
}

/** The lines of all files of a folder below another, by file. */
function linesOf(folder: string): Map<string, Set<string>> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  )
  return new Map(
    files.map((file) => {
      const path = join(file.parentPath, file.name)
      const lines = readFileSync(path, 'utf8').split('\n')
      // How a line is wrapped or set in is nobody's loss.
      return [
        path.slice(folder.length + 1),
        new Set(lines.map((line) => line.trim().replaceAll(/\s+/g, ' '))),
      ]
    }),
  )
}

/** Prints each line of `before` that no file of `after` has, by file, and how many lines are as they were. */
function printLost(before: string, after: string, part: string): void {
  const now = linesOf(join(after, part))
  const known = new Set([...now.values()].flatMap((lines) => [...lines]))
  let kept = 0
  for (const [file, lines] of linesOf(join(before, part))) {
    const lost = [...lines].filter((line) => !known.has(line))
    kept += lines.size - lost.length
    if (lost.length > 0) console.log(`${part}/${file}${now.has(file) ? '' : ' (no such file now)'}`)
    for (const line of lost) console.log(`  - ${line}`)
  }
  console.log(`${part}: ${kept} lines are as they were`)
}

/** Prints what a commit offered and this checkout does not. Without a folder, everything that it makes is removed. */
export async function benchLost(commit: string | undefined, given: string | undefined): Promise<void> {
  if (commit === undefined)
    throw new Error('bench lost: which commit? For example: npm run bench -- lost 302ad51c')
  const folder = given ?? mkdtempSync(join(tmpdir(), 'tzref-lost-'))
  try {
    const [before, after] = [join(folder, 'before'), join(folder, 'after')]
    console.error(`installing and building ${commit}, then this checkout …`)
    const paths = await collect(formerVersion(commit, folder), join(folder, commit), before)
    await collect(presentVersion(folder), ROOT, after, paths)
    for (const part of ['golden', 'openapi', 'help', 'offered', 'exports', 'pages'])
      printLost(before, after, part)
  } finally {
    if (given === undefined) rmSync(folder, { recursive: true, force: true })
  }
}
