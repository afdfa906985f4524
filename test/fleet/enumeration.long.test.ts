// A server's answers and times do not show whether an address waits for verification.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { openDatabase } from '#open/sqlite-driver.ts'
import { openAccountStore } from '#apps/accounts/store/open-store.ts'
import { BELIEVED } from '../support/worlds/account-area.ts'
import { seededRandom } from '../support/worlds/seeded-random.ts'
import { startServerProcess } from '../support/servers/server-process.ts'
import { areaUnderCurve } from '../support/oracles/area-under-curve.ts'

const TRIES = 200

test(`${TRIES} addresses with a waiting account and ${TRIES} unknown ones: no answer and no time tells them apart`, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tzref-enumeration-'))
  const accounts = join(folder, 'accounts.sqlite')
  const store = await openAccountStore(accounts, 'create')
  for (let made = 0; made < TRIES; made++) {
    await store.createAccount({ email: `known-${made}@example.org`, plan: 'free', verified: false, nowMs: 0 })
  }
  await store.close()
  const flags = ['--accounts', accounts, '--trust-proxy', '127.0.0.1']
  const server = await startServerProcess(inject('embeddedArtifact'), flags)

  const times: Record<'known' | 'other', { own: number[]; next: number[] }> = {
    known: { own: [], next: [] },
    other: { own: [], next: [] },
  }
  const answers = new Set<string>()
  // In random order. If the two kinds took turns, a regular event in the server could slow one kind more often.
  const random = seededRandom(14)
  const turns = Array.from({ length: TRIES * 2 }, (_, turn) => ({ turn, at: random() })).toSorted(
    (a, b) => a.at - b.at,
  )
  for (const { turn } of turns) {
    const kind = turn % 2 === 0 ? 'known' : 'other'
    const number = Math.floor(turn / 2)
    const began = performance.now()
    const answer = await server.ask(
      '/account/verify',
      {
        'content-type': 'application/x-www-form-urlencoded',
        cookie: BELIEVED.cookie,
        // Each request comes from another network, as from a botnet. One address may send only ten in a minute.
        'x-forwarded-for': `10.${Math.floor(turn / 250)}.${turn % 250}.1`,
      },
      { method: 'POST', body: `csrf=${BELIEVED.csrf}&email=${kind}-${number}%40example.org` },
    )
    const answered = performance.now()
    await server.ask('/openapi.json')
    times[kind].own.push(answered - began)
    times[kind].next.push(performance.now() - answered)
    answers.add(`${answer.status} ${answer.body}`)
  }
  const own = areaUnderCurve(times.known.own, times.other.own)
  const next = areaUnderCurve(times.known.next, times.other.next)
  process.stdout.write(
    `known against unknown address: AUC ${own.toFixed(2)} by the answer's time, ${next.toFixed(2)} by the next one's\n`,
  )
  expect(answers.size).toBe(1)
  expect([...answers][0]).toMatch(/^202 /)
  for (const area of [own, next]) {
    expect(area).toBeGreaterThan(0.4)
    expect(area).toBeLessThan(0.6)
  }
  // The unverified accounts get their mails although the answers are the same.
  const db = openDatabase(accounts)
  // A request for another address is worked on too. It leaves the same row, but without an account.
  const mails = db.prepare('select count(*) from mail where account_id is not null').pluck()
  await expect.poll(() => mails.get(), { timeout: 120_000 }).toBe(TRIES)
  db.close()
  expect(server.stderr()).not.toContain('could not be handed')
  await server.end()
  rmSync(folder, { recursive: true })
})
