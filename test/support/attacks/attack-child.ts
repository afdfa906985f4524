// A separate process, so that its work does not delay measurements: strangers from many networks guess passwords until told to stop.
import { Agent, request } from 'node:http'
import { BELIEVED } from '../worlds/account-area.ts'

const [origin = '', networks = '', lanes = ''] = process.argv.slice(2)
const agent = new Agent({ keepAlive: true, maxSockets: Infinity })
const counts: Record<number, number> = {}
let sent = 0
const told = { isOver: false }

const guess = (number: number): Promise<number> =>
  new Promise((resolve) => {
    const network = number % Number(networks)
    const asked = request(
      `${origin}/account/sign-in`,
      {
        agent,
        method: 'POST',
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          cookie: BELIEVED.cookie,
          // Each network is a /48. Each of its guesses comes from another /64.
          'x-forwarded-for': `2001:db8:${network.toString(16)}:${(number % 65_536).toString(16)}::1`,
        },
      },
      (answer) => answer.on('end', () => resolve(answer.statusCode ?? 0)).resume(),
    )
    asked.on('error', () => resolve(0))
    const email = `guessed-${number}@example.org`
    asked.end(new URLSearchParams({ csrf: BELIEVED.csrf, email, password: 'seven quiet lamps' }).toString())
  })

async function lane(): Promise<void> {
  while (!told.isOver) {
    const status = await guess(sent++)
    counts[status] = (counts[status] ?? 0) + 1
  }
}

process.stdout.write('ready\n')
process.stdin.once('data', () => {
  const all = Array.from({ length: Number(lanes) }, lane)
  process.stdin.once('data', async () => {
    told.isOver = true
    await Promise.all(all)
    process.stdout.write(`${JSON.stringify(counts)}\n`)
    process.exit()
  })
})
