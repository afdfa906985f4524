// A process for tests to kill: people sign up, make and roll keys and leave, without end; each is said once it is reported as done.
import { openAccountStore } from '#serve/accounts/open-store.ts'

const [place = ''] = process.argv.slice(2)
const store = await openAccountStore(place, 'create')
const say = (line: string): void => void process.stdout.write(`${line}\n`)

/** One person's whole life, beside others'. */
async function live(lane: number): Promise<void> {
  for (let count = 0; ; count++) {
    const nowMs = count
    const email = `child-${process.pid}-${lane}-${count}@example.org`
    await store.signUp({ email, plan: 'free', password: 'scrypt$of it', nowMs })
    say(`account ${email}`)
    const account = await store.findAccount(email)
    if (account === null) throw new Error(email)
    const wanted = { accountId: account.id, name: 'key', expiresAtMs: null, nowMs, tell: true }
    const key = await store.createToken(wanted)
    say(`key ${key.text}`)
    await store.createSession(account.id, nowMs + 1000, nowMs)
    const rolled = await store.rollToken(key.id, account.id, nowMs, nowMs)
    say(`key ${rolled?.text ?? ''}`)
    if (count % 2 === 0) {
      await store.deleteAccount(account.id, nowMs)
      say(`deleted ${account.id}`)
    }
  }
}
await Promise.all([live(0), live(1)])
