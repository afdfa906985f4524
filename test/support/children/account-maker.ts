// A process for tests to kill: makes accounts and tokens without end, and reports each one after its transaction.
import { openAccountStore } from '#apps/accounts/store/open-store.ts'

const [place = ''] = process.argv.slice(2)
const store = await openAccountStore(place, 'create')
for (let count = 0; ; count++) {
  const email = `made-${process.pid}-${count}@example.org`
  const nowMs = count
  const account = await store.createAccount({ email, plan: 'free', verified: true, nowMs })
  if (account === null) throw new Error(email)
  const token = await store.createToken({ accountId: account.id, name: 'made', expiresAtMs: null, nowMs })
  process.stdout.write(`${account.id} ${token.text}\n`)
}
