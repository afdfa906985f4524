// Why a text is refused: the part that was not understood or is not true, and names that would answer.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { refusalOf } from '#core/ask/refusal.ts'
import { openService, type Service } from '../../support/worlds/interface-service.ts'

let service: Service
beforeAll(async () => {
  service = await openService()
})
afterAll(() => service.close())

test.each([
  ['Pariss, France', 'Pariss', null, 'Paris, France'],
  ['Paris, Frannce', 'Frannce', null, 'Paris, France'],
  ['Berlin (Qxzvw)', 'Qxzvw', null, null],
  ['Lyon, Spain', 'Spain', 'Lyon', 'Lyon, France'],
  ['Paris, Texas, France', 'France', 'Paris, Texas', null],
  ['Pariss', null, null, 'Paris'],
])('%s is refused for its part', (text, part, head, offered) => {
  const { almanac } = service.catalogue
  expect(almanac.meaningsOf(text).kind).toBe('unknown')
  const refusal = refusalOf(text, almanac)
  expect(refusal).toMatchObject({ part, head })
  if (offered !== null) expect(refusal.nearest).toContain(offered)
  expect(refusal.nearest.length).toBeLessThanOrEqual(3)
  for (const name of refusal.nearest) expect(almanac.meaningsOf(name).kind, name).not.toBe('unknown')
})

test.each([
  ['Lyon, Spain', '"Spain" is not true of anything called "Lyon". These are known: Lyon, France.'],
  ['Pariss, France', 'in which "Pariss" is no time zone'],
])('a request from %s says it', async (from, words) => {
  const { status, body } = await service.ask(`/convert?from=${encodeURIComponent(from)}&to=UTC`)
  expect(status).toBe(422)
  expect(body.errors.from.join(' ')).toContain(words)
})
