// A separate process, so that its work does not delay measurements. It signs in with wrong passwords and prints how often each status came:
// `ORIGIN crowd PEOPLE`, each once and all at once; `ORIGIN guesses NETWORKS LANES`, strangers from many networks until told to stop.
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { BELIEVED } from '../worlds/account-area.ts'

const [origin = '', how = '', ...amounts] = process.argv.slice(2)
const [many = 0, lanes = 0] = amounts.map(Number)
const agent = new Agent({ keepAlive: how === 'guesses', maxSockets: Infinity })
const counts: Record<number, number> = {}

/** The status of one sign-in, 0 for none. */
const statusOf = (email: string, from: string, again = 0): Promise<number> =>
  new Promise((resolve) => {
    const asked = request(
      `${origin}/account/sign-in`,
      {
        agent,
        method: 'POST',
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          cookie: BELIEVED.cookie,
          'x-forwarded-for': from,
        },
      },
      (answer) => answer.on('end', () => resolve(answer.statusCode ?? 0)).resume(),
    )
    asked.on('error', () => resolve(again === 0 ? 0 : statusOf(email, from, again - 1)))
    asked.end(new URLSearchParams({ csrf: BELIEVED.csrf, email, password: 'seven quiet lamps' }).toString())
  })
const count = (status: number): void => void (counts[status] = (counts[status] ?? 0) + 1)

const people = (): Promise<void>[] =>
  Array.from({ length: many }, async (_, number) => {
    const from = `10.200.${Math.floor(number / 250)}.${number % 250}`
    // A busy machine may drop a connection. Browsers then open a new one, and so does this.
    count(await statusOf(`crowd-${number}@example.org`, from, 3))
  })

const run = { isOver: false, sent: 0 }
const strangers = (): Promise<void>[] =>
  Array.from({ length: lanes }, async () => {
    while (!run.isOver) {
      const number = run.sent++
      // Each network is a /48. Each of its guesses comes from another /64.
      const [network, part] = [number % many, number % 65_536].map((one) => one.toString(16))
      count(await statusOf(`guessed-${number}@example.org`, `2001:db8:${network}:${part}::1`))
    }
  })

process.stdout.write('ready\n')
await once(process.stdin, 'data')
const all = how === 'crowd' ? people() : strangers()
if (how === 'guesses') {
  await once(process.stdin, 'data')
  run.isOver = true
}
await Promise.all(all)
process.stdout.write(`${JSON.stringify(counts)}\n`, () => process.exit())
