// What a command that runs in the test's own process writes to stdout.
import { Command } from 'commander'
import { vi } from 'vitest'

/** Runs a command line with the commands that `registers` add. Returns its output. Rejects as the command does. */
export async function writtenBy(
  registers: readonly ((program: Command) => void)[],
  args: readonly string[],
): Promise<string> {
  const program = new Command().exitOverride()
  for (const register of registers) register(program)
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
