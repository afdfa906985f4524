// The values of `traceparent` that name a trace, by the rules of W3C Trace Context.
import { expect, test } from 'vitest'
import { traceIdOf } from '#serve/http/traceparent.ts'

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const SPAN = '00f067aa0ba902b7'

test.each([
  ['a trace', `00-${TRACE}-${SPAN}-01`, TRACE],
  ['a later version', `cc-${TRACE}-${SPAN}-01`, TRACE],
  ['a later version that says more', `cc-${TRACE}-${SPAN}-01-what-the-future`, TRACE],
  ['a later version that runs on', `cc-${TRACE}-${SPAN}-01.what`, null],
  ['the first version that says more', `00-${TRACE}-${SPAN}-01-more`, null],
  ['version ff', `ff-${TRACE}-${SPAN}-01`, null],
  ['no trace', `00-${'0'.repeat(32)}-${SPAN}-01`, null],
  ['no span', `00-${TRACE}-${'0'.repeat(16)}-01`, null],
  ['capital letters', `00-${TRACE.toUpperCase()}-${SPAN}-01`, null],
  ['something short', `00-${TRACE.slice(1)}-${SPAN}-01`, null],
  ['nothing', '', null],
])('%s', (_what, value, expected) => expect(traceIdOf(value)).toBe(expected))

test('absent, or sent twice', () => {
  expect(traceIdOf(undefined)).toBeNull()
  expect(traceIdOf([`00-${TRACE}-${SPAN}-01`])).toBeNull()
})
