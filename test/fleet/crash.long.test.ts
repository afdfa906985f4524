// `kill -9`, a hundred times: two processes write usage to one SQLite file, die one after the other, and lose nothing older than a second.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '#open/sqlite-driver.ts'
import { monthAt } from '#open/access/month.ts'
import { openAccountStore } from '#apps/accounts/store/open-store.ts'
import { askUntilGone, writeEndlessPlans } from '../support/attacks/endless-load.ts'
import { releaseWorld } from '../support/worlds/release-world.ts'
import { type ServerProcess, startServerProcess } from '../support/servers/server-process.ts'

const KILLS = Number(process.env['TZREF_KILLS'] ?? 100)
/** Requests at a time to each process. */
const LANES = 4

/** One of the two processes. Only this one serves its account, so the account's usage in the store is what this process wrote. */
interface Side {
  readonly accountId: string
  readonly token: string
  server: ServerProcess
  answers: Promise<number[]>
  /** The usage in the store at this process's start. */
  written: number
}

test(`two processes on one file, killed ${KILLS} times, one after the other`, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tzref-crash-'))
  const world = releaseWorld()
  const sides: Side[] = []
  onTestFinished(async () => {
    for (const { server } of sides) await server.end('SIGKILL')
    world.remove()
    rmSync(folder, { recursive: true })
  })
  const artifact = world.build('2030a').directory
  const accounts = join(folder, 'accounts.sqlite')
  const flags = ['--accounts', accounts, '--plans', writeEndlessPlans(folder)]
  const store = await openAccountStore(accounts, 'create')
  const begin = async (token: string): Promise<Pick<Side, 'server' | 'answers'>> => {
    const server = await startServerProcess(artifact, flags)
    return { server, answers: askUntilGone(server, token, LANES) }
  }
  for (const email of ['a@example.org', 'b@example.org']) {
    const account = await store.createAccount({ email, plan: 'test', verified: true, nowMs: 0 })
    if (account === null) throw new Error(email)
    const token = await store.createToken({ accountId: account.id, name: 't', expiresAtMs: null, nowMs: 0 })
    sides.push({ accountId: account.id, token: token.text, written: 0, ...(await begin(token.text)) })
  }

  let [answers, lost, worst] = [0, 0, 0]
  for (let kill = 0; kill < KILLS; kill++) {
    const side = sides[kill % 2]
    if (side === undefined) throw new Error('there are two')
    await pause(1100 + (kill % 13) * 70)
    const killedAt = Date.now()
    await side.server.end('SIGKILL')
    const arrived = await side.answers
    const total = await store.usage(side.accountId, monthAt(killedAt).id)
    const written = total - side.written
    expect(written, `kill ${kill}`).toBeGreaterThanOrEqual(
      arrived.filter((at) => at <= killedAt - 1000).length,
    )
    // Never more than were answered, apart from those that were counted but did not reach their clients before the kill.
    expect(written, `kill ${kill}`).toBeLessThanOrEqual(arrived.length + LANES)
    answers += arrived.length
    lost += Math.max(0, arrived.length - written)
    const oldest = arrived[written]
    if (oldest !== undefined) worst = Math.max(worst, killedAt - oldest)
    side.written = total
    Object.assign(side, await begin(side.token))
  }
  for (const { server, answers: last } of sides) {
    await server.end('SIGKILL')
    await last
  }
  await store.close()
  const db = openDatabase(accounts)
  expect(db.pragma('integrity_check', { simple: true })).toBe('ok')
  db.close()
  process.stdout.write(
    `two on one file: ${KILLS} kills, ${answers} answers, ${lost} not in the count, the oldest of them ${worst} ms old\n`,
  )
  expect(answers).toBeGreaterThan(KILLS * 10)
})
