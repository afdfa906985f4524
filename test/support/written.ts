// What a command writes to stdout, when it is run in the process of a test.
import { Command } from 'commander'
import { vi } from 'vitest'

/** Runs one command line of the commands that `registers` add, and answers what it wrote. Rejects as the command does. */
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
