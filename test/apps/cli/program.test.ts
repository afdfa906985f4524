// How the program answers arguments that it does not know.
import { execFileSync, spawnSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { ROOT } from '#open/program/root.ts'
import { runProgram, type Program } from '#apps/cli/program.ts'

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
  fixes: {},
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

test('an offset that is taken for an option is answered with the fix; any other option is not', async () => {
  expect(await answer('convert', 'UTC+3', '-03:00')).toEqual([
    2,
    expect.stringMatching(/unknown option '-03:00'\n[^]*\n {2}to fix it: write -- before it: -- -03:00\n$/),
  ])
  expect(await answer('convert', 'UTC', '--nothing')).toEqual([2, expect.not.stringContaining('to fix it')])
})

test.skipIf(process.getuid?.() !== 0)(
  'what does not fit on the disk of stdout is an error without a stack',
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'tzref-full-'))
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', folder])
      const command = `import { runProgram } from '${ROOT}/apps/cli/program.ts'
      const load = async () => (command) => command.action(() => process.stdout.write('x'.repeat(100_000)))
      await runProgram({ name: 'tzref', description: '', version: '1.0.0', commands: { big: { summary: '', load } }, fixes: {} }, ['big'])`
      const written = openSync(join(folder, 'file'), 'w')
      const { status, stderr } = spawnSync(
        process.execPath,
        ['--import', 'tsx', '--input-type=module', '-e', command],
        {
          cwd: ROOT,
          encoding: 'utf8',
          stdio: ['ignore', written, 'pipe'],
        },
      )
      closeSync(written)
      expect([status, stderr]).toEqual([2, 'tzref: stdout: ENOSPC: no space left on device, write\n'])
    } finally {
      spawnSync('umount', [folder])
      rmSync(folder, { recursive: true })
    }
  },
)
