// Runs the process that reads damaged files, and ends it if it hangs.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { ROOT } from '#open/program/root.ts'

/** A process that prints nothing for so long hangs. On a busy machine, a second of work has taken fifteen. */
const SILENCE_MS = 60_000

/** The faults for seeds from the first on: hangs, errors that nobody would understand, and more than a second of work. */
export async function fuzzForeignFiles(seed: number, count: number): Promise<string[]> {
  const child = spawn(
    process.execPath,
    [
      '--import',
      'tsx',
      join(ROOT, 'test/support/children/foreign-files-child.ts'),
      String(seed),
      String(count),
    ],
    { cwd: ROOT, stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const found: string[] = []
  let last = ''
  let timer = setTimeout(() => child.kill('SIGKILL'), 2 * SILENCE_MS)
  for await (const line of createInterface({ input: child.stdout })) {
    clearTimeout(timer)
    timer = setTimeout(() => child.kill('SIGKILL'), SILENCE_MS)
    last = line
    if (line.startsWith('found ')) found.push(line)
  }
  clearTimeout(timer)
  return last === 'done' ? found : [...found, `it ended or hung after: ${last}`]
}
