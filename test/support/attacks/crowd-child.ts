// A separate process, so that its work does not delay measurements: many people sign in at once; it prints the answers.
import { Agent, request } from 'node:http'
import { BELIEVED } from '../worlds/account-area.ts'

const [origin = '', people = ''] = process.argv.slice(2)
const agent = new Agent({ maxSockets: Infinity })

const signIn = (number: number, again = 3): Promise<number> =>
  new Promise((resolve) => {
    const email = `crowd-${number}@example.org`
    const asked = request(
      `${origin}/account/sign-in`,
      {
        agent,
        method: 'POST',
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          cookie: BELIEVED.cookie,
          'x-forwarded-for': `10.200.${Math.floor(number / 250)}.${number % 250}`,
        },
      },
      (answer) => answer.on('end', () => resolve(answer.statusCode ?? 0)).resume(),
    )
    // A busy machine may drop a connection. Browsers then open a new one, and so does this.
    asked.on('error', () => resolve(again === 0 ? 0 : signIn(number, again - 1)))
    asked.end(new URLSearchParams({ csrf: BELIEVED.csrf, email, password: 'seven quiet lamps' }).toString())
  })

process.stdout.write('ready\n')
process.stdin.once('data', async () => {
  const answers = await Promise.all(Array.from({ length: Number(people) }, (_, number) => signIn(number)))
  const counts: Record<number, number> = {}
  for (const status of answers) counts[status] = (counts[status] ?? 0) + 1
  process.stdout.write(`${JSON.stringify(counts)}\n`)
  process.exit()
})
