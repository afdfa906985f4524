// The description of the interface that is checked in is the one that its rows give.
import { expect, test } from 'vitest'
import { openapiText } from '#schemas/openapi.ts'
import { checkedIn } from '../support/oracles/contract.ts'

test('openapi.json is generated from schemas/wire', () => {
  expect(checkedIn).toBe(openapiText())
})
