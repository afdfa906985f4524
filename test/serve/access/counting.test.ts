// The table of counting: every status × plan × enforced or not, at the limits of quota, headroom, second and month.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { parseList } from 'structured-headers'
import { Access, type AccessEvent, type Admission, type Admitted } from '#serve/access/access.ts'
import type { HeaderFields } from '#serve/http/problem.ts'
import { createMemoryBurst } from '#serve/admission/burst.ts'
import type { UsageBatch } from '#serve/access/monthly.ts'
import { parsePlans, readPlans } from '#open/access/plans.ts'
import { openAccountStore } from '#apps/accounts/store/open-store.ts'
import { accountWorld, MORNING, type AccountWorld } from '../../support/worlds/account-world.ts'

const NOVEMBER = { id: '2026-11', end: Date.UTC(2026, 11, 1), seconds: 30 * 86_400 }
const PLANS = ['free', 'developer', 'business'] as const
const plans = readPlans()
const planOf = (id: string): { quota: number; served: number; burst: number; name: string } => {
  const plan = plans.get(id)
  if (plan === undefined) throw new Error(id)
  const quota = plan.requestsPerMonth
  // Computed here, not by servedPerMonth: the interface promises 110 % on paid plans.
  return {
    quota,
    served: id === 'free' ? quota : quota * 1.1,
    burst: plan.requestsPerSecond,
    name: plan.name,
  }
}

let world: AccountWorld
let events: AccessEvent[]
let batches = 0
beforeAll(async () => {
  world = await accountWorld()
})
beforeEach(() => {
  events = []
})
afterAll(() => world.close())

const accessOf = (enforceMonthly: boolean): Access =>
  new Access({
    store: world.store,
    plans,
    enforceMonthly,
    resendUrl: 'http://127.0.0.1/verify',
    onEvent: (event) => events.push(event),
  })
const ask = async (access: Access, token: string, nowMs: number): Promise<Admission> =>
  access.admit({ authorization: `Bearer ${token}`, address: '192.0.2.1', nowMs })
const admitted = async (access: Access, token: string, nowMs: number): Promise<Admitted> => {
  const admission = await ask(access, token, nowMs)
  if (admission.kind !== 'admitted') throw new Error(`refused: ${admission.status} ${admission.message}`)
  return admission
}
/** The header fields of an answer with status 200, or of the refusal. */
const headersOf = (admission: Admission): HeaderFields =>
  admission.kind === 'refused' ? admission.headers : admission.settle(200)

/** Sets what an account has used before the test begins. */
const use = (accountId: string, requests: number, month: string = NOVEMBER.id): Promise<unknown> =>
  world.store.addUsage(
    { writer: `before-${++batches}`, sequence: 1, rows: [{ accountId, month, requests }] },
    MORNING,
  )

/** Both fields, read by an independent parser: the parameters of each policy. */
function parsed(headers: HeaderFields): { policy: Record<string, unknown>; limit: Record<string, unknown> } {
  const read = (name: string): Record<string, unknown> =>
    Object.fromEntries(
      parseList(headers[name] ?? '').map(([item, parameters]) => [item, Object.fromEntries(parameters)]),
    )
  return { policy: read('ratelimit-policy'), limit: read('ratelimit') }
}

const COUNTED = [200, 204, 206, 300, 301, 304, 400, 404, 405, 408, 414, 422, 431]
const NOT_COUNTED = [401, 403, 429, 500, 501, 502, 503, 504]
const ROWS = PLANS.flatMap((plan) =>
  [true, false].flatMap((enforced) =>
    [...COUNTED, ...NOT_COUNTED].map((status) => ({
      plan,
      enforced,
      status,
      counts: COUNTED.includes(status),
    })),
  ),
)

describe('counting by status', () => {
  test.each(ROWS)(
    '$status on $plan, enforced $enforced: counts $counts',
    async ({ plan, enforced, status, counts }) => {
      const access = accessOf(enforced)
      const { account, token } = await world.make(plan)
      const { quota, burst } = planOf(plan)
      const admission = await admitted(access, token.text, MORNING)
      const headers = admission.settle(status)
      admission.settle(200) // the second call changes nothing
      const month = enforced ? { monthly: { q: quota, w: NOVEMBER.seconds } } : {}
      const left = enforced
        ? { monthly: { r: quota - (counts ? 1 : 0), t: (NOVEMBER.end - MORNING) / 1000 } }
        : {}
      expect(parsed(headers)).toEqual({
        policy: { burst: { q: burst, w: 1 }, ...month },
        limit: { burst: { r: burst - 1, t: 1 }, ...left },
      })
      expect(headers['x-ratelimit-limit']).toBe(`${burst}`)
      expect(headers['x-ratelimit-remaining']).toBe(`${burst - 1}`)
      await access.flush(MORNING + 500)
      expect(await world.store.usage(account.id, NOVEMBER.id)).toBe(counts ? 1 : 0)
    },
  )
})

describe.each(PLANS)('the month of %s', (plan) => {
  const { quota, served, burst, name } = planOf(plan)

  test('is served up to its limit, and then refused with all that the interface requires', async () => {
    const access = accessOf(true)
    const { account, token } = await world.make(plan)
    await use(account.id, served - 2)
    for (const left of [2, 1]) {
      const admission = await admitted(access, token.text, MORNING)
      const r = Math.max(0, quota - (served - left) - 1)
      expect(parsed(headersOf(admission)).limit['monthly']).toMatchObject({ r })
      expect(parsed(admission.settle(200)).limit['monthly']).toMatchObject({ r })
    }
    const refused = await ask(access, token.text, MORNING)
    expect(refused).toMatchObject({ kind: 'refused', status: 429, tokenId: token.id })
    const message = refused.kind === 'refused' ? refused.message : ''
    expect(message).toContain(`The ${name} plan`)
    expect(message).toContain('A larger plan is available')
    expect(message).toContain('2026-12-01 at 00:00 UTC')
    expect(headersOf(refused)).toMatchObject({
      'retry-after': '3600',
      'x-ratelimit-reset': `${NOVEMBER.end / 1000}`,
      // A 429 does not count in its second.
      'x-ratelimit-remaining': `${burst - 2}`,
    })
    expect(parsed(headersOf(refused)).limit['monthly']).toEqual({ r: 0, t: (NOVEMBER.end - MORNING) / 1000 })
    await access.flush(MORNING)
    expect(await world.store.usage(account.id, NOVEMBER.id)).toBe(served)
  })

  test('is open when it is not enforced, and headers do not mention it', async () => {
    const access = accessOf(false)
    const { account, token } = await world.make(plan)
    await use(account.id, served * 2)
    const admission = await admitted(access, token.text, MORNING)
    expect(parsed(headersOf(admission)).policy).toEqual({ burst: { q: burst, w: 1 } })
    admission.settle(200)
    await access.flush(MORNING)
    expect(events).toEqual([])
  })

  test('ends at 00:00 UTC on the 1st: the last millisecond is refused, the next one has a whole quota', async () => {
    const access = accessOf(true)
    const { account, token } = await world.make(plan)
    await use(account.id, served)
    const last = await ask(access, token.text, NOVEMBER.end - 1)
    expect(headersOf(last)).toMatchObject({
      'retry-after': '1',
      'x-ratelimit-reset': `${NOVEMBER.end / 1000}`,
    })
    expect(parsed(headersOf(last)).limit['monthly']).toEqual({ r: 0, t: 1 })
    const first = await admitted(access, token.text, NOVEMBER.end)
    expect(parsed(first.settle(200))).toMatchObject({
      policy: { monthly: { q: quota, w: 31 * 86_400 } },
      limit: { monthly: { r: quota - 1, t: 31 * 86_400 } },
    })
  })

  test('reports 80 and 100 percent when they are reached, and not before', async () => {
    const access = accessOf(true)
    const { account, token } = await world.make(plan)
    const reached: unknown[] = []
    for (const used of [quota * 0.8 - 2, quota * 0.8 - 1, quota - 2, quota - 1]) {
      await use(account.id, used - (await world.store.usage(account.id, NOVEMBER.id)))
      const admission = await admitted(access, token.text, MORNING)
      admission.settle(200)
      events = []
      await access.flush(MORNING)
      reached.push(events.map((event) => (event.kind === 'quota-reached' ? event.percent : event.kind)))
    }
    expect(reached).toEqual([[], [80], [80], [80, 100]])
  })
})

test('a request that is admitted in one month and answered in the next counts in the first', async () => {
  const access = accessOf(true)
  const { account, token } = await world.make('free')
  const admission = await admitted(access, token.text, NOVEMBER.end - 1)
  const other = await admitted(access, token.text, NOVEMBER.end)
  other.settle(200)
  admission.settle(200)
  await access.flush(NOVEMBER.end + 500)
  expect(await world.store.usageByMonth(account.id)).toEqual([
    { accountId: account.id, month: '2026-12', requests: 1 },
    { accountId: account.id, month: '2026-11', requests: 1 },
  ])
})

test('burst comes before month: if both are used up, the message names the second', async () => {
  const access = accessOf(true)
  const { account, token } = await world.make('free')
  await use(account.id, 100_000 - 5)
  for (let count = 0; count < 5; count++) (await admitted(access, token.text, MORNING)).settle(200)
  expect(await ask(access, token.text, MORNING)).toMatchObject({ status: 429, message: 'Too Many Attempts.' })
  const later = await ask(access, token.text, MORNING + 1000)
  expect(later).toMatchObject({ status: 429, message: expect.stringContaining('Free plan') })
})

test('two servers see each other’s counts after the next write, and lose nothing together', async () => {
  const [one, two] = [accessOf(true), accessOf(true)]
  const { account, token } = await world.make('business')
  for (let count = 0; count < 30; count++) {
    const admission = await admitted(count % 3 === 0 ? one : two, token.text, MORNING)
    admission.settle(200)
    if (count % 4 === 0) await one.flush(MORNING)
    if (count % 5 === 0) await two.flush(MORNING)
  }
  await one.flush(MORNING)
  await two.flush(MORNING)
  expect(await world.store.usage(account.id, NOVEMBER.id)).toBe(30)
  const after = await admitted(two, token.text, MORNING + 1000)
  expect(parsed(headersOf(after)).limit['monthly']).toMatchObject({ r: 10_000_000 - 31 })
})

test('a write that failed, or whose answer was lost, is repeated and counts once', async () => {
  const access = accessOf(true)
  const { account, token } = await world.make('business')
  const real = Object.assign({}, world.store)
  for (const failure of ['before', 'after'] as const) {
    ;(await admitted(access, token.text, MORNING)).settle(200)
    world.store.addUsage = async (batch, nowMs) => {
      if (failure === 'after') await real.addUsage(batch, nowMs)
      throw new Error('connection lost')
    }
    await access.flush(MORNING)
    ;(await admitted(access, token.text, MORNING)).settle(200)
    Object.assign(world.store, real)
    await access.flush(MORNING)
    await access.flush(MORNING)
  }
  expect(events.filter((event) => event.kind === 'store-failed')).toHaveLength(2)
  expect(await world.store.usage(account.id, NOVEMBER.id)).toBe(4)
})

test('a server that starts without the store keeps the month open, and learns the count with its first write', async () => {
  const access = accessOf(true)
  const { account, token } = await world.make('free')
  await use(account.id, 100_000)
  const real = Object.assign({}, world.store)
  world.store.usage = () => Promise.reject(new Error('away'))
  ;(await admitted(access, token.text, MORNING)).settle(200)
  Object.assign(world.store, real)
  await access.flush(MORNING)
  expect(await ask(access, token.text, MORNING)).toMatchObject({ status: 429 })
})

/** A plan of so many requests a month and 50 a second, without headroom. */
const smallPlans = (requestsPerMonth: number) =>
  parsePlans(
    JSON.stringify({
      plans: [
        {
          id: 'small',
          name: 'Small',
          priceUsd: 0,
          requestsPerMonth,
          requestsPerSecond: 50,
          headroomPercent: 0,
          extras: [],
        },
      ],
    }),
    'plans of the test',
  )

describe('refusals', () => {
  /** The stored rows of an account: status → requests. */
  const stored = async (accountId: string): Promise<Record<string, number>> =>
    Object.fromEntries(
      (await world.store.usageByDay(accountId, '')).map(({ status, requests }) => [String(status), requests]),
    )

  test('are counted by day, key and status, but not in the month or the quota', async () => {
    const access = accessOf(true)
    const { account, token } = await world.make('free')
    const unverified = await world.make('free', { verified: false })
    // Free has five requests a second.
    for (let sent = 0; sent < 8; sent++) {
      const admission = await ask(access, token.text, MORNING)
      if (admission.kind === 'admitted') admission.settle(sent === 0 ? 404 : 200)
      expect(await ask(access, unverified.token.text, MORNING)).toMatchObject({ status: 403 })
    }
    await access.flush(MORNING)
    expect(await stored(account.id)).toEqual({ 200: 4, 404: 1, 429: 3 })
    expect(await world.store.usage(account.id, NOVEMBER.id)).toBe(5)
    // A flush writes even when it has only refusals.
    expect(await stored(unverified.account.id)).toEqual({ 403: 8 })
    expect(await world.store.usageByMonth(unverified.account.id)).toEqual([])
    await use(account.id, 99_995)
    await access.flush(MORNING)
    const full = accessOf(true)
    for (let sent = 0; sent < 3; sent++) {
      expect(await ask(full, token.text, MORNING + 5000)).toMatchObject({ status: 429 })
    }
    await full.flush(MORNING + 5000)
    expect(await stored(account.id)).toEqual({ 200: 4, 404: 1, 429: 6 })
    expect(await world.store.usage(account.id, NOVEMBER.id)).toBe(100_000)
  })

  test('a flood of them is one row of a batch and one row of the store', async () => {
    const { account, token } = await world.make('free')
    const rows: number[] = []
    const store = {
      ...world.store,
      addUsage: (batch: UsageBatch, nowMs: number) => {
        rows.push(batch.days?.length ?? 0)
        return world.store.addUsage(batch, nowMs)
      },
    }
    const access = new Access({ store, plans, resendUrl: '' })
    const admission = await ask(access, token.text, MORNING)
    if (admission.kind === 'admitted') admission.settle(200)
    for (let sent = 0; sent < 20_000; sent++) await ask(access, token.text, MORNING + (sent % 4))
    await access.flush(MORNING + 500)
    for (let sent = 0; sent < 20_000; sent++) await ask(access, token.text, MORNING + (sent % 4))
    await access.flush(MORNING + 900)
    // One of five is admitted but never answered. Those do not count as refusals.
    expect(rows).toEqual([2, 1])
    expect(await stored(account.id)).toEqual({ 200: 1, 429: 39_996 })
    // A flush writes nothing when there were no requests.
    await access.flush(MORNING + 1000)
    expect(rows).toHaveLength(2)
  })

  test('belong to the UTC day of the clock, also when it is set back', async () => {
    const access = accessOf(false)
    const { account, token } = await world.make('free')
    const midnight = Date.UTC(2026, 10, 21)
    for (const nowMs of [midnight - 1000, midnight, midnight - 500, midnight + 1000]) {
      const admission = await ask(access, token.text, nowMs)
      if (admission.kind !== 'admitted') throw new Error('refused')
      admission.settle(200)
    }
    await access.flush(midnight + 2000)
    const days = await world.store.usageByDay(account.id, '')
    expect(days.map(({ day, requests }) => [day, requests])).toEqual([
      ['2026-11-20', 2],
      ['2026-11-21', 2],
    ])
  })
})

describe('a fleet near the end of a month', () => {
  /** Servers that share limits and the account store. Each has its own connection. */
  async function fleet(requestsPerMonth: number, servers: number) {
    const stores = await Promise.all(
      Array.from({ length: servers }, () => openAccountStore(world.place, 'refuse')),
    )
    const burst = createMemoryBurst()
    const heard: AccessEvent[] = []
    const accesses = stores.map(
      (store) =>
        new Access({
          store,
          plans: smallPlans(requestsPerMonth),
          enforceMonthly: true,
          resendUrl: 'http://127.0.0.1/verify',
          onEvent: (event) => void heard.push(event),
          burst,
        }),
    )
    const flush = (nowMs: number) => Promise.all(accesses.map((access) => access.flush(nowMs)))
    return { accesses, heard, flush, close: () => Promise.all(stores.map((store) => store.close())) }
  }

  test.each([
    [55, 2],
    [130, 3],
    [1000, 2],
  ])(
    'a quota of %i over %i servers is served exactly, whichever servers get the requests',
    async (quota, servers) => {
      const { accesses, heard, flush, close } = await fleet(quota, servers)
      const { account, token } = await world.make('small')
      let [served, refused] = [0, 0]
      // All requests of a second come at its beginning, at once, to the servers in turn.
      for (let second = 0; second < quota / 50 + 3; second++) {
        const nowMs = MORNING + second * 1000
        const answers = await Promise.all(
          Array.from({ length: 60 }, (_, at) => {
            const access = accesses[at % servers]
            if (access === undefined) throw new Error('no server')
            return ask(access, token.text, nowMs)
          }),
        )
        for (const admission of answers) {
          if (admission.kind === 'admitted') {
            served++
            admission.settle(200)
          } else refused++
        }
        await flush(nowMs + 250)
      }
      expect(served).toBe(quota)
      expect(refused).toBeGreaterThan(0)
      await flush(MORNING + 100_000)
      expect(await world.store.usage(account.id, NOVEMBER.id)).toBe(quota)
      const told = heard.map((event) => (event.kind === 'quota-reached' ? event.percent : event.kind))
      expect(new Set(told)).toEqual(new Set([80, 100]))
      await close()
    },
  )

  test('a claimed request that does not count is given back', async () => {
    const { accesses, flush, close } = await fleet(10, 2)
    const { account, token } = await world.make('small')
    const [one, two] = accesses
    if (one === undefined || two === undefined) throw new Error('no server')
    for (let count = 0; count < 20; count++) {
      const nowMs = MORNING + count * 1000
      ;(await admitted(count % 2 === 0 ? one : two, token.text, nowMs)).settle(500)
      await flush(nowMs)
    }
    expect(await world.store.usage(account.id, NOVEMBER.id)).toBe(0)
    for (let count = 0; count < 10; count++) {
      ;(await admitted(count % 2 === 0 ? one : two, token.text, MORNING + 60_000)).settle(200)
    }
    for (const access of [one, two]) {
      expect(await ask(access, token.text, MORNING + 60_000)).toMatchObject({ status: 429 })
    }
    await close()
  })

  test('a clock that is set back and forward does not open a used-up month', async () => {
    const { accesses, flush, close } = await fleet(10, 1)
    const { account, token } = await world.make('small')
    const [access] = accesses
    if (access === undefined) throw new Error('no server')
    await use(account.id, 10, '2026-12')
    const december = NOVEMBER.end
    expect(await ask(access, token.text, december)).toMatchObject({ status: 429 })
    // The clock goes back a little, into November, which has room. The server still counts in December.
    for (const nowMs of [december - 1, december - 3_600_000, december + 1]) {
      expect(await ask(access, token.text, nowMs), `${nowMs}`).toMatchObject({ status: 429 })
    }
    // When the clock goes far back, the server believes it and counts in that month.
    ;(await admitted(access, token.text, MORNING)).settle(200)
    await flush(MORNING)
    expect(await ask(access, token.text, december + 2000)).toMatchObject({ status: 429 })
    expect(await world.store.usage(account.id, '2026-12')).toBe(10)
    expect(await world.store.usage(account.id, NOVEMBER.id)).toBe(1)
    await close()
  })
})
