// Prints `tzref completion SHELL`: a script for bash, zsh or fish that completes the commands and their options.
import { Argument, type Command } from 'commander'

interface Completed {
  /** Words after `tzref`: '' for the program, 'account create' for a subcommand. */
  readonly path: string
  /** The words that may come next: subcommands or options, each with its description. */
  readonly words: readonly (readonly [word: string, about: string])[]
}

/** A command and all its subcommands. */
function completedBy(command: Command, path: readonly string[]): Completed[] {
  const options = command.options
    .filter(({ hidden, long }) => !hidden && long !== undefined)
    .map(({ long, description }) => [long ?? '', description] as const)
  const words = [
    ...command.commands.map((sub) => [sub.name(), sub.description()] as const),
    ...options,
    ['--help', 'display help for command'] as const,
  ]
  return [
    { path: path.join(' '), words },
    ...command.commands.flatMap((sub) => completedBy(sub, [...path, sub.name()])),
  ]
}

/** Text as one quoted word of a shell. Only fish treats a backslash within quotes as special. */
const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`
const fishQuote = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`

/**
 * Finds the words before the cursor that name a command; arguments are ignored. (The variable is not called `path`, which is PATH in zsh.)
 */
const pathLoop = (words: string, paths: readonly string[]): string => `  local at= word
  for word in ${words}; do
    case "$at $word" in
      ${paths.map((path) => quote(` ${path}`)).join(' | ')}) at="$at $word" ;;
    esac
  done`

function bash(all: readonly Completed[]): string {
  const named = all.filter(({ path }) => path !== '').map(({ path }) => path)
  const cases = all.map(
    ({ path, words }) =>
      `    ${quote(path === '' ? '' : ` ${path}`)}) offered=${quote(words.map(([word]) => word).join(' '))} ;;`,
  )
  return `# tzref in bash: source <(tzref completion bash)
_tzref() {
${pathLoop('"${COMP_WORDS[@]:1:COMP_CWORD-1}"', named)}
  local offered=
  case "$at" in
${cases.join('\n')}
  esac
  mapfile -t COMPREPLY < <(compgen -W "$offered" -- "\${COMP_WORDS[COMP_CWORD]}")
}
complete -o default -F _tzref tzref
`
}

function zsh(all: readonly Completed[]): string {
  const named = all.filter(({ path }) => path !== '').map(({ path }) => path)
  const cases = all.map(({ path, words }) => {
    const offered = words.map(([word, about]) => quote(`${word}:${about.replaceAll(':', '\\:')}`))
    return `    ${quote(path === '' ? '' : ` ${path}`)}) offered=(${offered.join(' ')}) ;;`
  })
  return `#compdef tzref
# tzref in zsh: source <(tzref completion zsh), after compinit
_tzref() {
${pathLoop('"${(@)words[2,CURRENT-1]}"', named)}
  local -a offered
  case "$at" in
${cases.join('\n')}
  esac
  _describe tzref offered || _files
}
compdef _tzref tzref
`
}

function fish(all: readonly Completed[]): string {
  const named = all.filter(({ path }) => path !== '').map(({ path }) => path)
  const offers = all.flatMap(({ path, words }) =>
    words.map(([word, about]) => {
      const kind = word.startsWith('--') ? `-l ${word.slice(2)}` : `-f -a ${word}`
      return `complete -c tzref -n ${fishQuote(`test "$(__tzref_path)" = ${fishQuote(path)}`)} ${kind} -d ${fishQuote(about)}`
    }),
  )
  return `# tzref in fish: tzref completion fish | source
function __tzref_path
  set -l path
  for word in (commandline -opc)[2..]
    contains -- (string join ' ' $path $word) ${named.map(fishQuote).join(' ')}; and set -a path $word
  end
  string join ' ' $path
end
${offers.join('\n')}
`
}

const SHELLS: Readonly<Record<string, (all: readonly Completed[]) => string>> = { bash, zsh, fish }

/** The script that completes a program's commands and options, for one of SHELLS. */
const completionScript = (program: Command, shell: string): string =>
  SHELLS[shell]?.(completedBy(program, [])) ?? ''

/** Says what `completion` takes and does. `whole` returns the program with all its commands, which the script completes. */
export function registerCompletion(command: Command, whole: () => Promise<Command>): void {
  command
    .addArgument(new Argument('<shell>', 'which shell').choices(Object.keys(SHELLS)))
    .addHelpText(
      'after',
      `
It completes the command "tzref", which "npm link" makes of a checkout.

Examples:
  source <(npm run -s tzref -- completion bash)
  npm run -s tzref -- completion fish > ~/.config/fish/completions/tzref.fish`,
    )
    .action(async (shell: string) => {
      process.stdout.write(completionScript(await whole(), shell))
    })
}
