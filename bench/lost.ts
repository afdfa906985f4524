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
import { PAGES } from '../test/support/browsers/pages.ts'
import { ROOT } from '#open/program/root.ts'
import { formerVersion, presentVersion, type Version } from '../test/support/worlds/former-version.ts'

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

/** Elements that end a line of text. */
const ENDS =
  /<\/?(?:p|li|dt|dd|h[1-6]|td|th|tr|caption|figcaption|summary|button|label|option|pre|div|section|nav|a)\b[^>]*>/g

/** The lines of what a page says. Figures are "#", because times pass. */
function textOf(page: string): string {
  const main = /<main\b[^>]*>([^]*)<\/main>/.exec(page)?.[1] ?? page
  return main
    .replaceAll(/<(script|style)\b[^]*?<\/\1>/g, '')
    .replaceAll(/<svg\b[^]*?<\/svg>/g, '\n')
    .replaceAll(ENDS, '\n')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/\d+/g, '#')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => /\p{L}{3}/u.test(line))
    .join('\n')
}

/** Writes all that a version offers into a folder, as text. */
async function collect(version: Version, checkout: string, folder: string): Promise<void> {
  const write = (name: string, text: string): void => {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  // A default below the checkout, and a port that the system chose, differ in each run.
  for (const [command, text] of helpOf(version))
    write(`help/${command}.txt`, text.replaceAll(checkout, 'CHECKOUT'))
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
      write(
        `openapi/${name}`,
        `${JSON.stringify(JSON.parse(body), null, 1).replaceAll(/:\d{4,5}\b/g, ':PORT')}\n`,
      )
    }
    for (const path of PAGES) {
      const { body } = await server.ask(path, { accept: 'text/html' })
      write(`pages/${path.replaceAll(/[^\w.-]+/g, '_')}.txt`, `${textOf(body)}\n`)
    }
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
    await collect(formerVersion(commit, folder), join(folder, commit), before)
    await collect(presentVersion(folder), ROOT, after)
    for (const part of ['golden', 'openapi', 'help', 'offered', 'exports', 'pages'])
      printLost(before, after, part)
  } finally {
    if (given === undefined) rmSync(folder, { recursive: true, force: true })
  }
}
