// The completion scripts, run in their shells.
import { execFileSync, spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { ROOT } from '#open/program/root.ts'
import { leftOut } from '../../support/left-out.ts'
import { someOf } from '../../support/how-many.ts'

const script = (shell: string): string =>
  execFileSync(process.execPath, ['tzref.js', 'completion', shell], { cwd: ROOT, encoding: 'utf8' })

/** For each shell, the code after the script: it completes a line and prints the offers. */
const ASK: Readonly<Record<string, (words: readonly string[]) => string>> = {
  bash: (words) =>
    `COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}; _tzref; printf '%s\\n' "\${COMPREPLY[@]}"`,
  // zsh's own completer needs a terminal, so this prints the values that it would get.
  zsh: (words) =>
    `words=(${words.map((word) => `'${word}'`).join(' ')}); CURRENT=${words.length}; _describe() { printf '%s\\n' "\${offered[@]%%:*}" }; _tzref; command -v env > /dev/null || echo 'PATH is gone'`,
  fish: (words) => `complete -C '${words.join(' ')}' | string replace -r '\\t.*' ''`,
}
const before: Readonly<Record<string, string>> = { bash: '', zsh: 'compdef() { : }\n', fish: '' }

test.each(someOf(Object.keys(ASK), 3))('%s completes commands, subcommands and options', (shell) => {
  if (spawnSync(shell, ['-c', 'true']).error !== undefined) return leftOut('completion', shell)
  const offered = (...words: string[]): string[] =>
    execFileSync(shell, ['-c', `${before[shell]}${script(shell)}\n${ASK[shell]?.(['tzref', ...words])}`], {
      encoding: 'utf8',
    })
      .trim()
      .split('\n')
  expect(offered('')).toEqual(expect.arrayContaining(['build', 'zone', 'account', 'completion']))
  expect(offered('account', '')).toEqual(expect.arrayContaining(['create', 'list', 'set-plan']))
  expect(offered('account', '')).not.toContain('build')
  expect(offered('account', 'create', '--')).toEqual(expect.arrayContaining(['--email', '--plan']))
  // The completer skips an argument.
  expect(offered('zone', 'Europe/Dublin', '--')).toEqual(expect.arrayContaining(['--at', '--json']))
})
