// Measures how the cost of an answer grows with the number of tokens, rows, targets and connections, and with the artifact's size.
import { fork } from 'node:child_process'
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ROOT } from '#open/program/root.ts'
import { openDatabase } from '#open/sqlite-driver.ts'
import { tokenDigest, TOKEN_PREFIX, withCheck } from '#open/access/token.ts'
import { openAccountStore } from '#apps/accounts/store/open-store.ts'
import { buildIn } from './artifact.ts'
import { measure, memoryOf } from './http-client.ts'
import { startServer } from './http-server.ts'

const ROUNDS = 3
const REQUESTS = 3000
const CONNECTIONS = 50
const TARGETS = [
  'Asia/Tokyo',
  'America/New_York',
  'Europe/Paris',
  'Asia/Kolkata',
  'Africa/Cairo',
  'America/Lima',
  'Australia/Sydney',
  'Pacific/Auckland',
  'America/Denver',
  'Europe/London',
]
/** A plan with a per-second limit that no account of this bench reaches. */
const PLANS = JSON.stringify({
  plans: [
    {
      id: 'growth',
      name: 'Growth',
      priceUsd: 0,
      requestsPerMonth: 1_000_000_000,
      requestsPerSecond: 1000,
      headroomPercent: 0,
      extras: [],
    },
  ],
})
const PICTURE = join(ROOT, 'docs/growth.svg')

/**
 * An amount of something, and the cost of an answer at that amount: processor time, divided by that of bare node:http in the same round.
 */
interface Point {
  readonly amount: number
  readonly times: number
}

interface Series {
  readonly name: string
  readonly points: Point[]
}

/** Makes accounts with one token each, directly as rows. Through the store, a hundred thousand would take a quarter of an hour. */
async function makeMany(path: string, count: number): Promise<string[]> {
  await (await openAccountStore(path, 'create')).close()
  const db = openDatabase(path)
  const account = db.prepare(
    `insert into account (id, email, verified, plan, disabled, created_at) values (?, ?, 1, 'growth', 0, 0)`,
  )
  const token = db.prepare(
    `insert into token (id, account_id, name, sha256, created_at) values (?, ?, 'growth', ?, 0)`,
  )
  const texts = Array.from({ length: count }, (_, n) => withCheck(TOKEN_PREFIX + `${n}`.padStart(30, '0')))
  db.transaction(() => {
    for (const [n, text] of texts.entries()) {
      account.run(`acc_${n}`, `growth-${n}@example.org`)
      token.run(`tok_${n}`, `acc_${n}`, tokenDigest(text))
    }
  })()
  db.close()
  return texts
}

const requestsOf = (path: string, tokens: readonly string[]): string[] =>
  tokens.map(
    (token) =>
      `GET /v1${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\nAccept-Encoding: gzip, br\r\n\r\n`,
  )

const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? Number.NaN

/** Opens connections that get one answer each and then stay open. */
async function idle(port: number, count: number, requests: readonly string[]): Promise<Socket[]> {
  const sockets: Socket[] = []
  for (let n = 0; n < count; n++) {
    sockets.push(
      await new Promise<Socket>((resolve, reject) => {
        const socket = connect(port, '127.0.0.1', () => socket.write(requests[n % requests.length] ?? ''))
        socket.once('data', () => resolve(socket))
        socket.once('error', reject)
      }),
    )
  }
  return sockets
}

/** `npm run bench -- growth [folder of artifacts]`. Without a folder, it builds the embedded release. Writes the picture. */
export async function benchGrowth(given: string | undefined): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'tzref-growth-'))
  const ends: (() => void)[] = [() => rmSync(folder, { recursive: true, force: true })]
  try {
    const dist = given ?? dirname(await buildIn(folder, { withoutBoundaries: false }))
    const accounts = join(folder, 'accounts.sqlite')
    const tokens = await makeMany(accounts, 100_000)
    const plans = join(folder, 'plans.json')
    writeFileSync(plans, PLANS)
    const server = await startServer(dist, accounts, join(folder, 'log'), ['--plans', plans])
    ends.push(server.end)
    const bare = fork(fileURLToPath(new URL('http-peer.ts', import.meta.url)), ['bare'], {
      execArgv: ['--import', 'tsx'],
    })
    ends.push(() => void bare.kill('SIGKILL'))
    const barePort = await new Promise<number>((resolve) =>
      bare.once('message', (port) => resolve(Number(port))),
    )

    const usual = tokens.slice(0, 1000)
    async function costOf(path: string, own: readonly string[]): Promise<number> {
      const all = requestsOf(path, own)
      const ratios: number[] = []
      for (let round = -1; round < ROUNDS; round++) {
        // Each round begins where the last one ended, so that the rounds use all the tokens.
        const from = ((round + 1) * REQUESTS) % all.length
        const requests = [...all.slice(from), ...all.slice(0, from)]
        const ask = { requests, count: REQUESTS, connections: CONNECTIONS, statuses: [200] }
        const floor = await measure({ ...ask, port: barePort, pids: [bare.pid ?? 0] })
        const ours = await measure({ ...ask, port: server.port, pids: server.pids })
        // The first round is only a warm-up.
        if (round >= 0) ratios.push(ours.cpu / floor.cpu)
      }
      return median(ratios)
    }
    async function series(
      name: string,
      amounts: readonly number[],
      at: (amount: number) => Promise<number>,
    ): Promise<Series> {
      const points: Point[] = []
      for (const amount of amounts) points.push({ amount, times: await at(amount) })
      console.log(
        `| ${name} | ${points.map(({ amount, times }) => `${amount}: ${times.toFixed(2)}`).join(' · ')} |`,
      )
      return { name, points }
    }

    console.log(
      '| more of … | amount: processor time of an answer, in times of bare node:http |\n| --- | --- |',
    )
    const zone = '/timezones/Asia/Tokyo'
    const [pid = 0] = server.pids
    /** Megabytes that the last set of open connections took, in addition to the server's memory before. */
    let more = Number.NaN
    const all = [
      await series('tokens in use', [100, 1000, 10_000, 100_000], (n) => costOf(zone, tokens.slice(0, n))),
      await series('rows of a list', [1, 10, 50, 100, 500], (n) => costOf(`/timezones?per_page=${n}`, usual)),
      await series('targets of a conversion', [1, 2, 5, 10], (n) =>
        costOf(`/convert?from=Europe/Berlin&to=${TARGETS.slice(0, n).join(',')}&at=2026-03-29T10:00`, usual),
      ),
      await series('open connections', [100, 1000, 10_000], async (n) => {
        const before = memoryOf(pid)
        const sockets = await idle(server.port, n, requestsOf(zone, usual))
        more = memoryOf(pid) - before
        const found = await costOf(zone, usual)
        for (const socket of sockets) socket.destroy()
        return found
      }),
    ]
    console.log(
      `\n10,000 open connections: ${more.toFixed(0)} MB more than the server had taken before; it holds ${memoryOf(pid).toFixed(0)} MB after all of this`,
    )
    const bytes = statSync(join(dist, 'current', 'boundaries.tiles')).size
    console.log(`boundaries: ${(bytes / 1e6).toFixed(0)} MB, held in memory once for each process`)
    writeFileSync(PICTURE, picture(all))
    console.log(`\n${PICTURE} is drawn anew`)
  } finally {
    for (const end of ends.toReversed()) end()
  }
}

const WIDTH = 640
const HEIGHT = 360
const [LEFT, TOP, RIGHT, BOTTOM] = [48, 16, 170, 40]

const at = (value: number): string => value.toFixed(1)

/** Cost against amount. Both axes are in powers of ten. */
function picture(all: readonly Series[]): string {
  const most = Math.max(10, ...all.flatMap(({ points }) => points.map(({ times }) => times)))
  const x = (amount: number): number => LEFT + ((WIDTH - LEFT - RIGHT) * Math.log10(amount)) / 5
  const decades = Math.ceil(Math.log10(most)) + 1
  const y = (times: number): number =>
    TOP + (HEIGHT - TOP - BOTTOM) * (1 - (Math.log10(Math.max(0.1, times)) + 1) / decades)
  const grid = [
    ...[1, 10, 100, 1000, 10_000, 100_000].map(
      (amount) =>
        `<path class="grid" d="M${at(x(amount))} ${TOP}V${HEIGHT - BOTTOM}"/><text x="${at(x(amount))}" y="${HEIGHT - BOTTOM + 18}" text-anchor="middle">${amount.toLocaleString('en')}</text>`,
    ),
    ...Array.from({ length: decades + 1 }, (_, n) => 10 ** (n - 1)).map(
      (times) =>
        `<path class="grid" d="M${LEFT} ${at(y(times))}H${WIDTH - RIGHT}"/><text x="${LEFT - 6}" y="${at(y(times) + 4)}" text-anchor="end">${times}×</text>`,
    ),
  ]
  const lines = all.map(({ name, points }, index) => {
    const last = points.at(-1)
    return `<path class="line l${index}" d="M${points.map(({ amount, times }) => `${at(x(amount))} ${at(y(times))}`).join('L')}"/><text class="t${index}" x="${at(x(last?.amount ?? 1) + 6)}" y="${at(y(last?.times ?? 1) + 4)}">${name}</text>`
  })
  const colours = ['#0b6bcb', '#b4540a', '#1f7a3d', '#7a3db8']
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="Processor time of an answer, in times of bare node:http, against tokens, connections, rows and targets">
<style>text{font:12px sans-serif;fill:#555}.grid{stroke:#bbb;stroke-width:.5}.line{fill:none;stroke-width:2}${colours.map((colour, n) => `.l${n}{stroke:${colour}}.t${n}{fill:${colour}}`).join('')}</style>
${grid.join('\n')}
${lines.join('\n')}
</svg>
`
}
