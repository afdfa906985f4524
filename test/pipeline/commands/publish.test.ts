// What `publish` says to wrong options.
import { Command } from 'commander'
import { expect, test } from 'vitest'
import { registerPublish } from '#pipeline/commands/publish.ts'

async function published(...args: string[]): Promise<void> {
  const command = new Command().exitOverride().configureOutput({ writeErr: () => undefined })
  registerPublish(command)
  await command.parseAsync(['folder', ...args], { from: 'user' })
}

test.each([
  ['--days', '100000000', 'Expected a whole number from 1 to 99,999.'],
  ['--url', 'not a url', 'Expected an absolute http or https URL.'],
  ['--url', 'ftp://example.org', 'Expected an absolute http or https URL.'],
  ['--current', '2026f-none-0123abcd', 'found --refresh and --current, expected one'],
])('--refresh with %s %s is refused', async (option, value, problem) => {
  await expect(published('--refresh', option, value)).rejects.toThrow(problem)
})
