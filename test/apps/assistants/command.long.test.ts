// Ten minutes (or TZREF_FUZZ_SECONDS) of lines that no assistant should send, from a printed seed; TZREF_FUZZ_SEED repeats one.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { embeddedInto } from '../../support/worlds/embedded.ts'
import { fuzzMcp } from '../../support/attacks/fuzz-mcp.ts'

const SECONDS = Number(process.env['TZREF_FUZZ_SECONDS'] ?? 600)
const AT_A_TIME = 5000

const folder = mkdtempSync(join(tmpdir(), 'tzref-mcp-'))
beforeAll(() => embeddedInto(folder))
afterAll(() => rmSync(folder, { recursive: true }))

test('no line ends the program, hangs it, or gets an answer that the protocol does not allow', async () => {
  let seed = Number(process.env['TZREF_FUZZ_SEED'] ?? Date.now() % 2 ** 31)
  const end = Date.now() + SECONDS * 1000
  for (; Date.now() < end; seed++) {
    const { lines, answers, counts, slowestMs, faults } = await fuzzMcp(join(folder, 'dist'), seed, AT_A_TIME)
    process.stdout.write(
      `seed ${seed}: ${lines} lines, ${answers} answers, the slowest after ${Math.round(slowestMs)} ms; ${JSON.stringify(counts)}\n`,
    )
    expect(faults).toEqual([])
  }
})
