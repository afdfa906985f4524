// Starts the real server for benches over HTTP: `tzref serve` with accounts, limits, log and metrics, as an operator runs it.
import { spawn } from 'node:child_process'
import { openSync, readFileSync } from 'node:fs'
import { get } from 'node:http'
import { join } from 'node:path'
import { openAccountStore } from '#apps/accounts/store/open-store.ts'
import { nowMs } from '#open/program/clock.ts'
import { ROOT } from '#open/program/root.ts'
import { bound } from '../test/support/servers/bound-process.ts'
import { freePorts } from '../test/support/servers/free-port.ts'
import { MOST_LOOKS } from '../test/support/servers/loopback.ts'

export interface Server {
  readonly port: number
  /** The port for operators. */
  readonly opsPort: number
  /** The server's processes. Those that answer requests come last. */
  readonly pids: readonly number[]
  readonly end: () => void
}

/** Makes so many accounts on a plan, with one token each. Returns the texts of the tokens. */
export async function makeTokens(accounts: string, count: number, plan: string): Promise<string[]> {
  const store = await openAccountStore(accounts, 'create')
  const tokens: string[] = []
  for (let n = 0; n < count; n++) {
    const email = `${plan}-${n}@example.org`
    const account = await store.createAccount({ email, plan, verified: true, nowMs: nowMs() })
    if (account === null) throw new Error('the account store is not new')
    const wanted = { accountId: account.id, name: 'bench', expiresAtMs: null, nowMs: nowMs() }
    tokens.push((await store.createToken(wanted)).text)
  }
  await store.close()
  return tokens
}

const isReady = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    get({ host: '127.0.0.1', port, path: '/readyz' }, (response) => {
      response.resume()
      resolve(response.statusCode === 200)
    }).on('error', () => resolve(false))
  })

/** Starts the server over a folder of artifacts, and waits until it answers. Its log goes to a file. Its code is that of a checkout. */
export async function startServer(
  dist: string,
  accounts: string,
  log: string,
  flags: readonly string[] = [],
  nodeFlags: readonly string[] = [],
  root: string = ROOT,
): Promise<Server> {
  const [port, opsPort] = await freePorts()
  const settings = ['--dist', dist, '--accounts', accounts, '--port', `${port}`, '--ops-port', `${opsPort}`]
  // As `npm start` does.
  const node = ['--max-semi-space-size=4', ...nodeFlags, join(root, 'tzref.js')]
  const child = spawn(...bound(process.execPath, [...node, 'serve', ...settings, ...flags]), {
    stdio: ['ignore', 'ignore', openSync(log, 'w')],
  })
  for (let left = MOST_LOOKS; !(await isReady(opsPort)); left--) {
    if (left === 0 || child.exitCode !== null) {
      child.kill('SIGKILL')
      throw new Error(`the server does not start: ${readFileSync(log, 'utf8')}`)
    }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  const pid = child.pid ?? 0
  const workers = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim()
  return {
    port,
    opsPort,
    pids: [pid, ...(workers === '' ? [] : workers.split(' ').map(Number))],
    end: () => void child.kill('SIGKILL'),
  }
}
