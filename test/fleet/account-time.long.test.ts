// What answers and their times show about an address: forms with a known address, or one that waits for its verification, and an unknown one,
// in random order, on a real server.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '#open/sqlite-driver.ts'
import { openAccountStore } from '#apps/accounts/store/open-store.ts'
import { AT_HAND, createPasswords } from '#apps/accounts/store/passwords.ts'
import { buildIn } from '../../bench/artifact.ts'
import { BELIEVED } from '../support/worlds/account-area.ts'
import { seededRandom } from '../support/worlds/seeded-random.ts'
import { type ServerProcess, startServerProcess } from '../support/servers/server-process.ts'

const TRIES = 300
/** Enough for a new address in each try: an address that is tried often gets 429. */
const KNOWN = TRIES * 3
const FORM = { 'content-type': 'application/x-www-form-urlencoded', cookie: BELIEVED.cookie }

const folder = mkdtempSync(join(tmpdir(), 'tzref-time-'))
const accounts = join(folder, 'accounts.sqlite')
let server: ServerProcess
beforeAll(async () => {
  const store = await openAccountStore(accounts, 'create')
  const password = (await createPasswords().hash('seven quiet lamps by night', AT_HAND)) ?? ''
  for (let made = 0; made < KNOWN; made++) {
    const rest = { plan: 'free', nowMs: 0 }
    await store.createAccount({ ...rest, email: `known-${made}@example.org`, verified: true, password })
    await store.createAccount({ ...rest, email: `waiting-${made}@example.org`, verified: false })
  }
  await store.close()
  server = await startServerProcess(await buildIn(folder), [
    '--no-update-check',
    '--accounts',
    accounts,
    '--trust-proxy',
    '127.0.0.1',
    '--mail-folder',
    join(folder, 'mails'),
  ])
})
afterAll(async () => {
  await server.end()
  rmSync(folder, { recursive: true })
})

/** The chance that a time of one list is above a time of the other. 0.5 means that the lists do not differ. */
function areaUnderCurve(one: readonly number[], other: readonly number[]): number {
  const above = one.flatMap((a) => other.map((b) => (a > b ? 1 : a === b ? 0.5 : 0)))
  return above.reduce<number>((sum, part) => sum + part, 0) / above.length
}

let senders = 0
/** How often an address that waits for its verification was sent. */
let waiting = 0
/** Sends a form, each time from another client address. `next`: the milliseconds of another request after it. */
async function send(
  path: string,
  email: string,
): Promise<{ answer: string; status: number; own: number; next: number }> {
  const sender = ++senders
  // Each address is in its own network.
  const from = `10.${Math.floor(sender / 250)}.${sender % 250}.1`
  const body = new URLSearchParams({ csrf: BELIEVED.csrf, email, password: 'not the right one' }).toString()
  const began = performance.now()
  const answer = await server.ask(path, { ...FORM, 'x-forwarded-for': from }, { method: 'POST', body })
  const answered = performance.now()
  await server.ask('/openapi.json')
  return {
    answer: answer.body.replaceAll(email, ''),
    status: answer.status,
    own: answered - began,
    next: performance.now() - answered,
  }
}

test.each([
  ['/account/sign-in', 422, 'known'],
  ['/account/sign-up', 202, 'known'],
  ['/account/forgot', 202, 'known'],
  ['/account/verify', 202, 'known'],
  ['/account/verify', 202, 'waiting'],
])('%s: neither time nor answer (%d) shows whether an address is %s', async (path, expected, known) => {
  // In random order. If the two kinds took turns, a regular event in the server could slow one kind more often.
  const random = seededRandom(14)
  let used = 0
  async function measure(): Promise<number[]> {
    const tries = Array.from({ length: TRIES }, (_, index) => ({ isKnown: index % 2 === 0, at: random() }))
    const times: Record<'own' | 'next', Record<'known' | 'other', number[]>> = {
      own: { known: [], other: [] },
      next: { known: [], other: [] },
    }
    const answers = new Set<string>()
    for (const { isKnown } of tries.toSorted((a, b) => a.at - b.at)) {
      const kind = isKnown ? 'known' : 'other'
      const name = isKnown ? known : 'other'
      if (name === 'waiting') waiting++
      const { answer, status, own, next } = await send(path, `${name}-${used++ % KNOWN}@example.org`)
      expect(status).toBe(expected)
      // The page of a form has texts that differ each time, always as long.
      answers.add(status === 202 ? answer : `${answer.length} characters`)
      times.own[kind].push(own)
      times.next[kind].push(next)
    }
    expect([...answers]).toHaveLength(1)
    return [times.own, times.next].map((of) => areaUnderCurve(of.known, of.other))
  }
  // A real leak shows in each of three measurements. A chance result does not.
  let areas = [1]
  const furthest = (): number => Math.max(...areas.map((area) => Math.abs(area - 0.5)))
  for (let again = 0; again < 3 && furthest() > 0.1; again++) {
    areas = await measure()
    process.stdout.write(
      `${path}, ${TRIES} tries, ${known} against unknown address: AUC ${areas.map((area) => area.toFixed(2)).join(' by its own time, ')} by the next one's\n`,
    )
  }
  expect(furthest()).toBeLessThanOrEqual(0.1)
})

test('the unverified accounts get their mails although the answers are the same', async () => {
  const db = openDatabase(accounts)
  // A request for another address is worked on too. It leaves the same row, but without an account.
  const mails = db
    .prepare(
      "select count(*) from mail where account_id in (select id from account where email like 'waiting-%')",
    )
    .pluck()
  await expect.poll(() => mails.get(), { timeout: 120_000 }).toBe(waiting)
  db.close()
  expect(server.stderr()).not.toContain('could not be handed')
})
