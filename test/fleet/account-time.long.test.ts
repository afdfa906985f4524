// What response times show about an address: forms with a known and an unknown address, in random order, on a real server.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openAccountStore } from '#apps/accounts/store/open-store.ts'
import { AT_HAND, createPasswords } from '#apps/accounts/store/passwords.ts'
import { buildIn } from '../../bench/artifact.ts'
import { BELIEVED } from '../support/worlds/account-area.ts'
import { seededRandom } from '../support/worlds/seeded-random.ts'
import { type ServerProcess, startServerProcess } from '../support/servers/server-process.ts'
import { areaUnderCurve } from '../support/oracles/area-under-curve.ts'

const TRIES = 300
/** Enough for a new address in each try: an address that is tried often gets 429. */
const KNOWN = TRIES * 3
const FORM = { 'content-type': 'application/x-www-form-urlencoded', cookie: BELIEVED.cookie }

const folder = mkdtempSync(join(tmpdir(), 'tzref-time-'))
let server: ServerProcess
beforeAll(async () => {
  const accounts = join(folder, 'accounts.sqlite')
  const store = await openAccountStore(accounts, 'create')
  const password = (await createPasswords().hash('seven quiet lamps by night', AT_HAND)) ?? ''
  for (let made = 0; made < KNOWN; made++) {
    const email = `known-${made}@example.org`
    await store.createAccount({ email, plan: 'free', verified: true, password, nowMs: 0 })
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

let senders = 0
/** Sends a form, each time from another client address. */
async function send(path: string, email: string): Promise<{ status: number; length: number; ms: number }> {
  const sender = ++senders
  // Each address is in its own network.
  const from = `10.${Math.floor(sender / 250)}.${sender % 250}.1`
  const body = new URLSearchParams({ csrf: BELIEVED.csrf, email, password: 'not the right one' }).toString()
  const began = performance.now()
  const answer = await server.ask(path, { ...FORM, 'x-forwarded-for': from }, { method: 'POST', body })
  const ms = performance.now() - began
  return { status: answer.status, length: answer.body.replaceAll(email, '').length, ms }
}

test.each([
  ['/account/sign-in', 422],
  ['/account/sign-up', 202],
  ['/account/forgot', 202],
  ['/account/verify', 202],
])('%s: time, status and length do not show whether an address is known', async (path, expected) => {
  // In random order. If the two kinds took turns, a regular event in the server could slow one kind more often.
  const random = seededRandom(14)
  let used = 0
  async function measure(): Promise<number> {
    const tries = Array.from({ length: TRIES }, (_, index) => ({ isKnown: index % 2 === 0, at: random() }))
    const times: Record<'known' | 'other', number[]> = { known: [], other: [] }
    const lengths = new Set<number>()
    for (const { isKnown } of tries.toSorted((a, b) => a.at - b.at)) {
      const kind = isKnown ? 'known' : 'other'
      const { status, length, ms } = await send(path, `${kind}-${used++ % KNOWN}@example.org`)
      expect(status).toBe(expected)
      lengths.add(length)
      times[kind].push(ms)
    }
    expect([...lengths]).toHaveLength(1)
    return areaUnderCurve(times.known, times.other)
  }
  // A real leak shows in each of three measurements. A chance result does not.
  let area = 1
  for (let again = 0; again < 3 && Math.abs(area - 0.5) > 0.1; again++) {
    area = await measure()
    process.stdout.write(`${path}, ${TRIES} tries, known against unknown address: AUC ${area.toFixed(2)}\n`)
  }
  expect(Math.abs(area - 0.5)).toBeLessThanOrEqual(0.1)
})
