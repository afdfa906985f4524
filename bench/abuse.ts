// What each kind of abuse by one sender does to honest callers of another address: at the bare port, behind nginx and Caddy, and behind a proxy that nobody named.
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { DIST } from '#open/program/root.ts'
import { KINDS } from '../test/support/attacks/sender-kinds.ts'
import { runDrawn, type Run } from '../test/support/attacks/senders-drawn.ts'
import { bound } from '../test/support/servers/bound-process.ts'
import { freePort } from '../test/support/servers/free-port.ts'
import { hasNginx, startNginx } from '../test/support/servers/nginx.ts'
import { makeTokens, startServer } from './http-server.ts'
import { WORST_OF_ACCOUNT, WORST_OF_API, WORST_OF_SITE } from './worst-requests.ts'

/** Debian's, or the one that TZREF_CADDY names. */
const CADDY = process.env['TZREF_CADDY'] ?? '/usr/bin/caddy'
const RUNS = 3
const RUN_MS = 1500

/** The port that is asked, and how it ends. */
interface Front {
  readonly port: number
  readonly end: () => Promise<void>
}

/** Where callers ask, the flags of the server behind it, and what is started in front. */
interface Place {
  readonly name: string
  readonly flags: readonly string[]
  readonly start: ((serverPort: number) => Promise<Front>) | null
}

/** Caddy with the two lines that its manual has for a proxy, on the loopback only. */
async function startCaddy(serverPort: number): Promise<Front> {
  const port = await freePort()
  const caddy: ChildProcess = spawn(...bound(CADDY, ['run', '--adapter', 'caddyfile', '--config', '-']), {
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  caddy.stdin?.end(`{
  admin off
}
http://:${port} {
  bind 127.0.0.1
  reverse_proxy 127.0.0.1:${serverPort}
}
`)
  const isUp = (): Promise<boolean> =>
    fetch(`http://127.0.0.1:${port}/`).then(
      ({ ok }) => ok,
      () => false,
    )
  for (let tries = 0; !(await isUp()); tries++) {
    if (tries === 100) throw new Error(`${CADDY} gives no answer`)
    await pause(100)
  }
  const ended = new Promise<void>((resolve) => caddy.once('exit', () => resolve()))
  return { port, end: () => (caddy.kill(), ended) }
}

const paths = [
  ...Object.values(WORST_OF_API).map(({ path }) => `/v1${path(0)}`),
  ...[WORST_OF_SITE, WORST_OF_ACCOUNT].flatMap((table) => Object.values(table).map(({ path }) => path(0))),
]

/** The middle of the runs by a figure of their waits, in whole milliseconds. */
const middle = (runs: readonly Run[], figure: (waits: Run['waits'][number]) => number): string =>
  (
    runs.flatMap(({ waits }) => waits.map((one) => figure(one))).toSorted((one, other) => one - other)[
      runs.length >> 1
    ] ?? Number.NaN
  ).toFixed(0)

/**
 * Prints a table in the form of Markdown: for each kind above its numbers the 99th percentile beside a control, the longest wait, and refusals.
 * With a name (`Caddy`) only what is behind that.
 */
export async function benchAbuse(only?: string, dist: string = DIST): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'tzref-abuse-'))
  /** A proxy is at 127.0.0.1. The sender and the honest callers have other addresses of the loopback. */
  const named = ['--trust-proxy', '127.0.0.1']
  const nginx =
    (name: string) =>
    async (port: number): Promise<Front> => {
      mkdirSync(join(folder, name))
      return startNginx(`http://127.0.0.1:${port}`, join(folder, name))
    }
  const all: Place[] = [{ name: 'the bare port', flags: [], start: null }]
  if (hasNginx()) {
    all.push({ name: 'the shipped nginx', flags: named, start: nginx('named') })
    all.push({ name: 'a proxy that nobody named', flags: [], start: nginx('unnamed') })
  }
  if (existsSync(CADDY)) all.push({ name: 'Caddy', flags: named, start: startCaddy })
  const fronts = all.filter(({ name }) => only === undefined || name === only)
  const rows = new Map(Object.keys(KINDS).map((kind) => [kind, `| ${kind} |`]))
  try {
    for (const { name, flags, start } of fronts) {
      const accounts = join(folder, `${name}.sqlite`)
      const owners = await makeTokens(accounts, 1, 'business')
      const server = await startServer(dist, accounts, join(folder, `${name}.log`), flags)
      const front = await start?.(server.port)
      try {
        for (const kind of rows.keys()) {
          const runs: Run[] = []
          while (runs.length < RUNS)
            runs.push(
              await runDrawn(
                { port: front?.port ?? server.port, opsPort: server.opsPort, pid: server.pids[0] ?? 0 },
                { kind, size: 2, sender: 'one address' },
                { owners, tokens: [], paths, ms: RUN_MS },
              ),
            )
          const refused = runs.reduce((sum, run) => sum + run.refused.length, 0)
          const calls = runs.reduce((sum, run) => sum + run.calls, 0)
          const cell = `${middle(runs, (waits) => waits.p99)} (${middle(runs, (waits) => waits.control)}), ${Math.max(...runs.flatMap(({ waits }) => waits.map(({ longest }) => longest))).toFixed(0)}${refused === 0 ? '' : `, ${refused} of ${calls} refused`}`
          rows.set(kind, `${rows.get(kind)} ${cell} |`)
          console.error(`${name}: ${kind}: ${cell}`)
        }
      } finally {
        await front?.end()
        server.end()
      }
    }
    console.log(
      `| sender | ${fronts.map(({ name }) => name).join(' | ')} |\n| --- |${' --- |'.repeat(fronts.length)}`,
    )
    for (const row of rows.values()) console.log(row)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
