// A hundred repeated events, compared with dateutil over zic's files and with libical (decision 21). The long form asks about 3,000.
import { expect, test } from 'vitest'
import { compareRecurrences, withoutDateutil } from '../support/oracles/recurrence-comparison.ts'
import { WITHOUT_ORACLE } from '../support/oracles/zic-oracle.ts'

const without = WITHOUT_ORACLE ?? withoutDateutil()

test.skipIf(without !== null)(
  `a hundred repeated events${without === null ? '' : `: ${without}`}`,
  () => {
    const [forth, back] = [compareRecurrences(50, 30, 'forth'), compareRecurrences(50, 31, 'back')]
    expect([...forth.differences, ...back.differences]).toEqual([])
    // The seeds give enough questions, and some cases in both directions.
    expect([forth.asked.dateutil + back.asked.dateutil > 80, forth.back + back.back > 0]).toEqual([
      true,
      true,
    ])
  },
  240_000,
)
