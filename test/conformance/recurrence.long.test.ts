// 3,000 repeated events, half of them with a VTIMEZONE, compared with dateutil over zic's files and with libical (decision 21).
import { expect, test } from 'vitest'
import { SAID_BY_RFC, compareRecurrences } from '../support/oracles/recurrence-comparison.ts'

test('3,000 repeated events', () => {
  const found = [compareRecurrences(1500, 3000, 'forth'), compareRecurrences(1500, 3001, 'back')]
  for (const { differences, ...rest } of found)
    process.stdout.write(`${JSON.stringify(rest)}, ${differences.length} differ\n`)
  for (const { peer, says } of SAID_BY_RFC) process.stdout.write(`${peer}: ${says}\n`)
  expect(found.flatMap(({ differences }) => differences)).toEqual([])
  expect([found[0]?.back, found[1]?.lost].map((count) => (count ?? 0) > 20)).toEqual([true, true])
  if (found[0]?.asked.libical === 0)
    process.stdout.write('libical was not asked: Debian has it as libical-dev\n')
})
