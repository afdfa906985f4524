// Facts about plans as data.
import { expect, test } from 'vitest'
import { parsePlans, readPlans, servedPerMonth } from '#open/access/plans.ts'

test('the plans that come with tzref are the three plans of the interface', () => {
  const plans = [...readPlans().values()]
  expect(plans.map((plan) => [plan.name, plan.requestsPerMonth, plan.requestsPerSecond])).toEqual([
    ['Free', 100_000, 5],
    ['Developer', 1_000_000, 25],
    ['Business', 10_000_000, 100],
  ])
})

test('the plans that come with tzref have limits only: no price, promise, contact or offer', () => {
  const plans = readPlans()
  expect([plans.isOffer, plans.contact]).toEqual([false, null])
  for (const plan of plans.values()) expect([plan.priceUsd, plan.extras]).toEqual([undefined, undefined])
})

test('an operator’s file is an offer: prices, promises and a contact, each only if it is there', () => {
  const bare = { ...plan, priceUsd: undefined, extras: undefined }
  expect(parsePlans(file(bare), 'p.json')).toMatchObject({ isOffer: true, contact: null })
  for (const contact of ['help@example.org', 'https://example.org/help']) {
    expect(parsePlans(JSON.stringify({ plans: [bare], contact }), 'p.json').contact).toBe(contact)
  }
  for (const contact of ['', 'us', 'javascript:alert(1)', 'a@b', 'a@b.c\nBcc: d@e.f', 'a"b@c.d', 7]) {
    expect(() => parsePlans(JSON.stringify({ plans: [bare], contact }), 'p.json')).toThrow(
      /p\.json: contact: found .*, expected an e-mail address or https/,
    )
  }
})

test('Free stops at its quota; paid plans are served to 110 percent', () => {
  expect([...readPlans().values()].map(servedPerMonth)).toEqual([100_000, 1_100_000, 11_000_000])
})

const plan = {
  id: 'internal',
  name: 'Internal',
  priceUsd: 0,
  requestsPerMonth: 1,
  requestsPerSecond: 1,
  headroomPercent: 0,
  extras: [],
}
const file = (...plans: unknown[]): string => JSON.stringify({ plans })

test('an operator may add a plan', () => {
  expect(parsePlans(file(plan), 'p.json').get('internal')?.requestsPerSecond).toBe(1)
})

test.each([
  ['{', /p\.json: not JSON/],
  ['{}', /p\.json: plans: found nothing, expected an array of at least one plan/],
  [file(), /plans: found \[\]/],
  ['3', /p\.json: the file: found 3, expected \{"plans": \[\.\.\.\]\}/],
  [file({ ...plan, extras: ['a', 1] }), /plans\[0\]\.extras\[1\]: found 1, expected/],
  [file({ ...plan, name: undefined }), /plans\[0\]\.name: found nothing, expected letters/],
  [file(7), /plans\[0\]: found 7, expected an object/],
  [
    file({ ...plan, requestsPerSecond: 0 }),
    /plans\[0\]\.requestsPerSecond: found 0, expected an integer from 1/,
  ],
  [file({ ...plan, requestsPerMonth: '1' }), /requestsPerMonth: found "1"/],
  [file({ ...plan, id: 'Über' }), /plans\[0\]\.id: found "Über", expected lower-case/],
  [file({ ...plan, name: 'a\r\nSet-Cookie: b' }), /plans\[0\]\.name: found "a\\r\\n/],
  [file({ ...plan, requestsPerHour: 1 }), /plans\[0\]: found "requestsPerHour", expected only id, name/],
  [file(plan, plan), /plans\[1\]\.id: found "internal", expected an id that no earlier plan has/],
])('a faulty plans file is named with place, finding and expectation: %s', (text, message) => {
  expect(() => parsePlans(text, 'p.json')).toThrow(message)
})
