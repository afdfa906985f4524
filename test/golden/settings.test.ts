// docs/settings.md: the table of the settings of `serve`, made from its options. `npm run golden:update` writes it.
import { Command } from 'commander'
import { format } from 'prettier'
import { expect, test } from 'vitest'
import { accountsWith } from '#apps/accounts/serving.ts'
import { groupBy } from '#core/group-by.ts'
import { OTHER_VARIABLES, unknownVariables } from '#open/program/settable.ts'
import { addServeOptions } from '#serve/commands/serve.ts'

const { options } = addServeOptions(
  new Command(),
  accountsWith(() => Promise.reject(new Error('no page is asked for'))),
)

/** Markdown of the settings, a table for each heading of `serve --help`. */
function settingsDocument(): string {
  const tables = [...groupBy(options, (option) => option.helpGroupHeading ?? '')].map(([heading, group]) => {
    const rows = group.map(
      ({ long, envVar, description, defaultValue, defaultValueDescription, argChoices }) => {
        const [, said = description, inText] = /^(.*) \(default: ([^)]*)\)$/.exec(description) ?? []
        const value =
          inText ??
          defaultValueDescription ??
          (typeof defaultValue === 'boolean' ? '' : String(defaultValue ?? ''))
        const choices =
          argChoices === undefined ? '' : `: ${argChoices.map((one) => `\`${one}\``).join(' or ')}`
        return `| \`${long}\` | \`${envVar}\` | ${said}${choices} | ${value} |`
      },
    )
    return `## ${heading.replace(/:$/, '')}\n\n| flag | variable | what it sets | default |\n| --- | --- | --- | --- |\n${rows.join('\n')}\n`
  })
  const others = Object.entries(OTHER_VARIABLES).map(([name, sets]) => `- \`${name}\`: ${sets}`)
  return `# Settings of a server

Each setting of \`tzref serve\` and \`tzref doctor\` is a flag, or a variable of the environment. A flag counts before its variable. The
variable of a flag without a value is \`true\` or \`1\`, \`false\` or \`0\`. A wrong value ends the program with exit code 2; \`tzref doctor\` names
each variable \`TZREF_…\` that sets nothing. A change needs a new start. [TLS](../deploy/README.md#in-front) is the work of a proxy,
[logs](operations.md#logs) are always JSON. The limits of [a sender](operations.md#what-a-sender-may-cost) have no setting, those of an
account are in [its plan](accounts.md#plans). \`npm run golden:update\` writes this page from the options.

${tables.join('\n')}
## Variables without a flag

${others.join('\n')}
`
}

test('docs/settings.md is the table of the options of serve', async () => {
  expect(options.length).toBeGreaterThan(25)
  const text = await format(settingsDocument(), { parser: 'markdown', proseWrap: 'preserve' })
  await expect(text).toMatchFileSnapshot('../../docs/settings.md')
})

test('each option of serve stands below a heading, and has a variable', () => {
  expect(
    options.filter(({ helpGroupHeading, envVar }) => helpGroupHeading === undefined || envVar === undefined),
  ).toEqual([])
})

test('a variable that sets nothing is found, and one that is a setting is not', () => {
  const env = { TZREF_PORT: '1', TZREF_CACHE: 'x', TZREF_PROT: '2', HOME: '/', TZREF_PAGE_LIMIT: '3' }
  expect(unknownVariables(options, env)).toEqual(['TZREF_PAGE_LIMIT', 'TZREF_PROT'])
})
