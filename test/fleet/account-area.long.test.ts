// The account area on real servers: two processes on PostgreSQL with Redis, and a crowd that signs in.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, describe, expect, inject, test } from 'vitest'
import { crowdBeside, type Stream } from '../support/attacks/sign-in-crowd.ts'
import type { ServerProcess } from '../support/servers/server-process.ts'
import { headingOf, type Shown, visitor } from '../support/worlds/account-area.ts'
import { canFleet, linkTo, twoProcesses } from '../support/worlds/served-area.ts'

const PASSWORD = 'seven quiet lamps by night'
const folder = mkdtempSync(join(tmpdir(), 'tzref-area-'))
afterAll(() => rmSync(folder, { recursive: true }))

const keyIn = ({ body }: Shown): string => /tzr_\w{36}/.exec(body)?.[0] ?? ''
const statusOf = async (server: ServerProcess, key: string): Promise<number> =>
  (await server.ask('/v1/timezones/UTC', { authorization: `Bearer ${key}` })).status

describe.skipIf(!canFleet)('two processes, PostgreSQL and Redis', () => {
  test('each knows what the other did: mail, session, key, revocation, sign-out, limits', async () => {
    const served = await twoProcesses()
    const { origin, servers } = served
    const email = 'ann@example.org'
    // One browser. Its requests go to both servers in turn.
    const browser = visitor(served.ask)
    expect(headingOf(await browser.send('/account/sign-up', { email }))).toBe('Check your e-mail')
    const link = await linkTo(served, email, 'Choose a password for your account')
    expect(headingOf(await browser.send(link.slice(origin.length), { password: PASSWORD }))).toBe(
      'Your account',
    )
    expect(headingOf(await browser.send('/account/sign-in', { email, password: PASSWORD }))).toBe(
      'Your account',
    )
    const key = keyIn(await browser.send('/account/keys', { do: 'create', name: 'both', expires: 'never' }))
    for (const server of servers) expect(await statusOf(server, key)).toBe(200)
    await expect
      .poll(async () => (await browser.open('/account')).body.replace(/\s+/g, ' '), { timeout: 60_000 })
      .toContain('<strong>2</strong> of 100,000 requests')
    const id = /id="(tok_\w{12})"/.exec((await browser.open('/account/keys')).body)?.[1] ?? ''
    await browser.send('/account/keys', { do: 'revoke', key: id })
    for (const server of servers) {
      await expect.poll(() => statusOf(server, key), { timeout: 60_000 }).toBe(401)
    }
    await browser.send('/account/settings', { do: 'sessions' })
    for (const count of [1, 2]) {
      expect(headingOf(await browser.open('/account')), `${count}`).toBe('Sign in')
    }
    // Both servers together allow ten guesses in ten minutes. The test waits if such a period is about to end. On a busy machine Redis may
    // be late, and a server then counts some guesses for itself. Two servers that never ask Redis would allow all of these.
    const left = 600_000 - (Date.now() % 600_000)
    if (left < 60_000) await pause(left + 1000)
    const statuses: number[] = []
    for (let guess = 0; guess < 18; guess++) {
      const fields = { email: 'guessed@example.org', password: 'wrong one' }
      statuses.push((await browser.send('/account/sign-in', fields)).status)
    }
    expect(statuses.slice(0, 10)).toEqual(Array<number>(10).fill(422))
    expect(statuses.at(-1)).toBe(429)
    await served.end()
  })
})

describe('one server, one file', () => {
  test('a thousand people sign in at once: each gets an answer, and the API keeps answering', async () => {
    const { before, beside, crowd, crowdMs } = await crowdBeside(inject('embeddedArtifact'), folder, 1000)
    const said = (stream: Stream): string =>
      `p50 ${stream.p50.toFixed(1)} ms, p99 ${stream.p99.toFixed(1)} ms`
    process.stdout.write(
      `a thousand sign-ins at once, ${JSON.stringify(crowd)}, in ${crowdMs.toFixed(0)} ms; /v1 before: ${said(before)}; beside them: ${said(beside)}\n`,
    )
    const { 422: refused = 0, 503: turnedAway = 0 } = crowd
    expect(refused + turnedAway).toBe(1000)
    expect(refused).toBeGreaterThan(0)
    // A busy machine's server may sometimes answer 503. A request never waits until the crowd has finished.
    expect(beside.refused).toBeLessThan(beside.answers / 4)
    expect(beside.p50).toBeLessThan(crowdMs / 4)
  })
})
