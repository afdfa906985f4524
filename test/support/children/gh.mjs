#!/usr/bin/env node
// In the place of GitHub's own program: releases with their assets, and issues, as folders in GH_FOLDER. Refuses what it does not know.
import { execFileSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'

const FOLDER = process.env.GH_FOLDER
const STATE = join(FOLDER, 'state.json')
/** Releases in the order in which they were made, the tag of the latest, issues, and workflows that were asked for. */
const state = existsSync(STATE)
  ? JSON.parse(readFileSync(STATE, 'utf8'))
  : { tags: [], latest: null, issues: [], asked: [] }
const fail = (message) => {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}
const assets = (tag) => join(FOLDER, 'releases', tag)
const known = (tag) => (tag !== undefined && state.tags.includes(tag) ? tag : fail('release not found'))
const wanted = (tag) => (tag === undefined ? (state.latest ?? fail('release not found')) : known(tag))
const print = (value, jq) =>
  process.stdout.write(execFileSync('jq', ['-r', jq ?? '.'], { input: JSON.stringify(value) }))

/** Whether a name fits a pattern of gh: a star stands for anything. */
const fits = (name, pattern) =>
  new RegExp(`^${pattern.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*')}$`).test(name)

const text = { type: 'string' }
const [what, verb, ...rest] = process.argv.slice(2)
const { values, positionals } = parseArgs({
  args: rest,
  allowPositionals: true,
  options: {
    json: text,
    jq: text,
    dir: text,
    title: text,
    notes: text,
    state: text,
    search: text,
    limit: text,
    latest: { type: 'boolean' },
    'notes-file': text,
    'body-file': text,
    pattern: { type: 'string', multiple: true },
    field: { type: 'string', multiple: true },
    clobber: { type: 'boolean' },
    'skip-existing': { type: 'boolean' },
  },
  allowNegative: true,
  // `--latest=false` is how gh writes it.
  ...(rest.includes('--latest=false')
    ? { args: rest.map((one) => (one === '--latest=false' ? '--no-latest' : one)) }
    : {}),
})

function upload(tag, files) {
  mkdirSync(assets(tag), { recursive: true })
  for (const file of files) {
    const into = join(assets(tag), basename(file))
    if (!existsSync(file)) fail(`no matches found for \`${file}\``)
    if (existsSync(into) && !values.clobber)
      fail(`asset under the same name already exists: [${basename(file)}]`)
    rmSync(into, { force: true })
    copyFileSync(file, into)
  }
}

const COMMANDS = {
  'release list': () =>
    print(
      state.tags.map((tagName) => ({ tagName, isLatest: tagName === state.latest })).toReversed(),
      values.jq,
    ),
  'release view': () => {
    const tagName = wanted(positionals[0])
    print({ tagName, assets: readdirSync(assets(tagName)).map((name) => ({ name })) }, values.jq)
  },
  'release download': () => {
    const tag = wanted(positionals[0])
    const names = readdirSync(assets(tag)).filter((name) =>
      (values.pattern ?? ['*']).some((one) => fits(name, one)),
    )
    if (names.length === 0) fail('no assets match the file pattern')
    mkdirSync(values.dir, { recursive: true })
    for (const name of names) {
      const into = join(values.dir, name)
      if (existsSync(into) && values['skip-existing']) continue
      if (existsSync(into) && !values.clobber)
        fail(
          `${into} already exists (use \`--clobber\` to overwrite file or \`--skip-existing\` to skip file)`,
        )
      copyFileSync(join(assets(tag), name), into)
    }
  },
  'release create': () => {
    const [tag, ...files] = positionals
    if (state.tags.includes(tag)) fail(`a release with the same tag name already exists: ${tag}`)
    upload(tag, files)
    state.tags.push(tag)
    if (values.latest !== false) state.latest = tag
  },
  'release upload': () => upload(known(positionals[0]), positionals.slice(1)),
  'issue list': () => {
    const [, sought = ''] = /"(.*)"/.exec(values.search ?? '') ?? []
    print(
      state.issues.flatMap(({ title }, i) => (title.includes(sought) ? [{ number: i + 1 }] : [])),
      values.jq,
    )
  },
  'issue create': () =>
    void state.issues.push({ title: values.title, body: readFileSync(values['body-file'], 'utf8') }),
  'workflow run': () => void state.asked.push({ file: positionals[0], fields: values.field ?? [] }),
}
const command = COMMANDS[`${what} ${verb}`] ?? fail(`gh ${what} ${verb}: unknown here`)
command()
mkdirSync(FOLDER, { recursive: true })
writeFileSync(STATE, JSON.stringify(state, null, 1))
