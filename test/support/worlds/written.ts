// What a command that runs in the test's own process writes to stdout.
import { Command } from 'commander'
import { vi } from 'vitest'

/** Runs a command line with some commands, each under its name. Returns its output. Rejects as the command does. */
export async function writtenBy(
  commands: Readonly<Record<string, (command: Command) => void>>,
  args: readonly string[],
): Promise<string> {
  const program = new Command().exitOverride()
  for (const [name, register] of Object.entries(commands)) register(program.command(name))
  let written = ''
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    written += String(text)
    return true
  })
  try {
    await program.parseAsync([...args], { from: 'user' })
  } finally {
    write.mockRestore()
  }
  return written
}
