// The table of rules in docs/names-rules.md: what each form and each rule of a text next to a name is needed for, counted with the rule left out.
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { FORMS } from '#core/ask/forms.ts'
import { openMeanings } from '#core/ask/location.ts'
import { SPELLINGS } from '#core/ask/parts.ts'
import { RULES } from '#core/ask/rules.ts'
import { WAYS } from '#core/ask/segments.ts'
import { openService, type Service } from '../../support/worlds/service.ts'
import { judge } from '../../support/worlds/tokens.ts'

let service: Service
beforeAll(async () => {
  service = await openService()
})
afterAll(() => service.close())

const rowsOf = (name: string): string[][] =>
  readFileSync(new URL(`../../fixtures/names/${name}.tsv`, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split('\t'))

/** Texts of lists that nobody wrote for these rules. */
const natural = [...rowsOf('lists'), ...rowsOf('english'), ...rowsOf('brought')]
const reviewed = rowsOf('qualifiers')

/** How many texts are right, and how many silently wrong, with some rules left out. */
function judged(rows: readonly string[][], leftOut: ReadonlySet<string>) {
  const { almanac } = service.catalogue
  const meaningsOf = openMeanings({ ...almanac, leftOut })
  const verdicts = rows.map(([token = '', expected = '']) =>
    judge(token, expected, { ...almanac, meaningsOf }),
  )
  const numberOf = (wanted: string): number => verdicts.filter((verdict) => verdict === wanted).length
  return { right: numberOf('right'), wrong: numberOf('wrong') }
}

test('the table of rules in the document is what each rule is needed for', () => {
  const all = new Set<string>()
  const [ofNatural, ofReviewed] = [judged(natural, all), judged(reviewed, all)]
  const lines = [...FORMS, ...SPELLINGS, ...WAYS, ...RULES].map(({ name, pattern, example }) => {
    const without = new Set([name])
    const [lost, others] = [judged(natural, without), judged(reviewed, without)]
    const needs = [ofNatural.right - lost.right, ofReviewed.right - others.right]
    const wrong = lost.wrong - ofNatural.wrong + others.wrong - ofReviewed.wrong
    return `| ${name} | ${pattern} | ${example} | ${needs.join(' | ')} | ${wrong} |`
  })
  const table = lines.join('\n')
  const document = readFileSync(new URL('../../../docs/names-rules.md', import.meta.url), 'utf8')
  const [, shown] = /\n\| -.*\n((?:\|.*\n)+)/.exec(document) ?? []
  process.stderr.write(`${table}\n`)
  const cells = (text: string | undefined) =>
    text
      ?.trim()
      .split('\n')
      .map((line) =>
        line
          .split('|')
          .map((cell) => cell.trim())
          .join(' | ')
          .trim(),
      )
  expect(cells(shown)).toEqual(cells(table))
}, 300_000)
