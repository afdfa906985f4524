// What a build reports about its sources: faults end it with a message, notes are printed.
import { expect, test } from 'vitest'
import { CommandError } from '#open/program/command-error.ts'
import { settleFindings } from '#pipeline/findings.ts'
import { fault, note } from '#pipeline/findings.ts'

/** A report that keeps its lines. */
const listening = () => {
  const said: string[] = []
  return { said, report: { note: (text: string) => void said.push(text), progress: () => undefined } }
}

/** The error that a person at a terminal sees. */
function failure(work: () => unknown): CommandError {
  try {
    work()
  } catch (error) {
    if (error instanceof CommandError) return error
    throw error
  }
  throw new Error('it did not fail')
}

test('notes are printed, and the build goes on', () => {
  const { said, report } = listening()
  settleFindings([note('cldr-overruled', 'America/Edmonton', 'keeps CST')], report)
  expect(said).toEqual(['note: cldr-overruled: keeps CST'])
})

test('all faults are reported together, with the command that fixes them', () => {
  const { report } = listening()
  const error = failure(() =>
    settleFindings(
      [fault('country-lost', 'IE', 'no city is left in IE'), fault('slug-missing', 'X', 'no slug')],
      report,
    ),
  )
  expect(error.exitCode).toBe(1)
  expect(error.message).toContain('2 faults')
  expect(error.message).toContain('country-lost: no city is left in IE')
  expect(error.fix).toBe('npm run tzref -- slugs update')
})

test('twenty faults are listed, and the others are counted', () => {
  const { report } = listening()
  const faults = Array.from({ length: 25 }, (_, index) => fault('zone-unknown', `Z${index}`, `Z${index}`))
  expect(failure(() => settleFindings(faults, report)).message).toContain('and 5 more')
})
