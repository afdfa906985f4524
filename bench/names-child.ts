// Runs one checkout of `npm run bench -- names` in its own process: at each message one round of all tokens and searches.
//   names-child.ts <checkout> <folder with the tables of tokens>
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type * as Convert from '#core/ask/convert.ts'
import type * as Search from '#apps/search/search.ts'
import { epochSeconds } from '#core/time/units.ts'
import type * as Open from '#open/artifact.ts'
import type * as Catalogue from '#serve/catalogue.ts'

/** Microseconds of processor time. */
export interface NameFigures {
  readonly mean: number
  readonly p99: number
}

export interface NameRound {
  readonly convert: NameFigures
  readonly search: NameFigures
}

const [, , root = '', tables = ''] = process.argv

const { openArtifact }: typeof Open = await import(pathToFileURL(join(root, 'open/artifact.ts')).href)
const { openCatalogue }: typeof Catalogue = await import(pathToFileURL(join(root, 'serve/catalogue.ts')).href)
/** Another checkout may be older than the rooms of today (302ad51c). */
const fileIn = (...paths: readonly string[]): string =>
  pathToFileURL(
    paths.map((path) => join(root, path)).find((path) => existsSync(path)) ?? join(root, paths[0] ?? ''),
  ).href
const { convert }: typeof Convert = await import(fileIn('core/ask/convert.ts', 'ask/convert.ts'))
const { search }: typeof Search = await import(fileIn('apps/search/search.ts', 'ask/search.ts'))

/** 2026-11-20T12:00:00Z */
const NOON = epochSeconds(Date.UTC(2026, 10, 20, 12) / 1000)
const { almanac } = openCatalogue(openArtifact(join(root, 'dist/current')), {
  base: 'https://api.example.org/v1',
  web: 'https://example.org',
})

const columnOf = (table: string): string[] =>
  readFileSync(join(tables, `${table}.tsv`), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split('\t')[0] ?? '')

/** More tokens than a catalogue caches. So each token is looked up each time it comes. */
const TOKENS = [...new Set(['tokens', 'english', 'lists', 'qualifiers', 'people'].flatMap(columnOf))]
const TIMES = 4
const QUERIES = [...['searches', 'questions', 'typing'].flatMap(columnOf), ...TOKENS]

const processorTime = (): number => {
  const { user, system } = process.cpuUsage()
  return user + system
}

function measured(texts: readonly string[], ask: (text: string) => unknown): NameFigures {
  const each = texts.map((text) => {
    const from = processorTime()
    ask(text)
    return processorTime() - from
  })
  const sorted = each.toSorted((a, b) => a - b)
  return {
    mean: each.reduce((sum, one) => sum + one, 0) / each.length,
    p99: sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN,
  }
}

process.on('message', () => {
  const round: NameRound = {
    convert: measured(Array.from({ length: TIMES }, () => TOKENS).flat(), (from) =>
      convert(
        { from, to: ['UTC'], resolution: 'earliest', moment: { kind: 'instant', at: NOON } },
        almanac,
        NOON,
      ),
    ),
    search: measured(QUERIES, (text) => search(text, almanac, NOON, 8)),
  }
  process.send?.(round)
})
