// The map of the latest entries, compared with a list.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Latest } from '#core/latest.ts'

test('it has the latest entries, in the order in which their keys came first', () => {
  const steps = fc.array(fc.tuple(fc.nat(9), fc.nat()), { maxLength: 60 })
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 6 }), steps, (most, sets) => {
      const latest = new Latest<number, number>(most)
      let expected: [number, number][] = []
      for (const [key, value] of sets) {
        latest.set(key, value)
        const known = expected.find(([one]) => one === key)
        if (known === undefined) expected = [...expected, [key, value] as [number, number]].slice(-most)
        else known[1] = value
        expect([...latest]).toEqual(expected)
      }
    }),
  )
})
