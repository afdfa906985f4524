// How the program answers arguments that it does not know.
import { expect, test, vi } from 'vitest'
import { runProgram, type Program } from '#cli/program.ts'

const PROGRAM: Program = {
  name: 'tzref',
  description: 'A program.',
  version: '1.0.0',
  commands: {
    convert: {
      summary: 'converts',
      load: async () => Promise.resolve((command) => void command.argument('<to...>')),
    },
  },
  mends: {},
}

/** The exit code, and what is written to stderr. */
async function answer(...args: string[]): Promise<[number, string]> {
  let written = ''
  const write = vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    written += String(text)
    return true
  })
  try {
    return [await runProgram(PROGRAM, args), written]
  } finally {
    write.mockRestore()
  }
}

test('an offset that is taken for an option is answered with the mend; any other option is not', async () => {
  expect(await answer('convert', 'UTC+3', '-03:00')).toEqual([
    2,
    expect.stringMatching(/unknown option '-03:00'\n[^]*\n {2}to mend it: write -- before it: -- -03:00\n$/),
  ])
  expect(await answer('convert', 'UTC', '--nothing')).toEqual([2, expect.not.stringContaining('to mend it')])
})
