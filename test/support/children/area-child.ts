// A process for tests to kill: people sign up, make and roll keys and leave, without end; it prints each action after the server reports it
// done.
import { openAccountStore } from '#apps/accounts/store/open-store.ts'

const [place = ''] = process.argv.slice(2)
const store = await openAccountStore(place, 'create')
const say = (line: string): void => void process.stdout.write(`${line}\n`)

/** The whole life of one person. Several run at the same time. */
async function live(lane: number): Promise<void> {
  for (let count = 0; ; count++) {
    const nowMs = count
    const email = `child-${process.pid}-${lane}-${count}@example.org`
    await store.queueAsked([{ kind: 'sign-up', email }], nowMs)
    say(`asked ${email}`)
    const wanted = { purpose: 'welcome', accountId: null, email, generation: 0, detail: null } as const
    const link = await store.createLink({ ...wanted, expiresAtMs: nowMs + 1000, nowMs })
    const made = await store.welcome(link, { password: 'scrypt$of it', plan: 'free', nowMs })
    if (made.kind !== 'welcome') throw new Error(`${email}: ${made.kind}`)
    const { account } = made
    say(`account ${email}`)
    const key = await store.createToken({
      accountId: account.id,
      name: 'key',
      expiresAtMs: null,
      nowMs,
      tell: true,
    })
    say(`key ${key.text}`)
    await store.createSession(account.id, nowMs + 1000, nowMs)
    const rolled = await store.rollToken(key.id, account, { goodUntilMs: nowMs, most: 100, nowMs })
    if (rolled === null || typeof rolled === 'string') throw new Error(`${email}: ${rolled}`)
    say(`key ${rolled.text}`)
    if (count % 2 === 0) {
      await store.deleteAccount(account.id, nowMs)
      say(`deleted ${account.id}`)
    }
  }
}
await Promise.all([live(0), live(1)])
