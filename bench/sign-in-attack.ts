// The cost for an owner when strangers guess passwords: sign-ins of a known browser, alone and while many networks guess.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { getPriority, setPriority } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { ROOT } from '#open/program/root.ts'
import { openAccountStore } from '#apps/accounts/store/open-store.ts'
import { AT_HAND, createPasswords } from '#apps/accounts/store/passwords.ts'
import { type Ask, csrfIn, visitor } from '../test/support/worlds/account-area.ts'
import { startServerProcess } from '../test/support/servers/server-process.ts'

/** Sign-ins of owners in a period, one after the other. */
export interface OwnersSignIns {
  /** The number of attacking networks. 0: nobody attacks. */
  readonly networks: number
  readonly signIns: number
  /** How many sign-ins failed. */
  readonly refused: number
  readonly medianMs: number
  /** There are few sign-ins, so this is nearly the slowest one. */
  readonly p99Ms: number
  readonly slowestMs: number
  /** How many guesses got each status. */
  readonly guesses: Readonly<Record<string, number>>
}

const PASSWORD = 'seven quiet lamps by night'
const LANES = 64
const CHILD = join(ROOT, 'test/support/attacks/sign-ins-child.ts')
const EVERY_MS = 100

/** Measures so many seconds for each number of networks, on a server over an artifact, with accounts in a new file in a folder. */
export async function ownersBeside(
  artifact: string,
  folder: string,
  numbers: readonly number[],
  seconds: number,
): Promise<OwnersSignIns[]> {
  const accounts = join(folder, 'owners.sqlite')
  const store = await openAccountStore(accounts, 'create')
  const password = await createPasswords().hash(PASSWORD, AT_HAND)
  // Enough owners, so that none reaches the limit of a known browser: ten in ten minutes.
  const count = Math.ceil((numbers.length * seconds * 1000) / EVERY_MS / 8) + 1
  for (let made = 0; made < count; made++) {
    const email = `owner-${made}@example.org`
    await store.createAccount({ email, plan: 'free', verified: true, password: password ?? '', nowMs: 0 })
  }
  const devices: string[] = []
  for (const { id } of await store.accounts()) devices.push(await store.noteDevice(id, null, 0, Date.now()))
  const emails = (await store.accounts()).map(({ email }) => email)
  await store.close()
  const flags = ['--accounts', accounts, '--trust-proxy', '127.0.0.1', '--mail-folder', join(folder, 'm')]
  const server = await startServerProcess(artifact, flags)
  const ask: Ask = (method, path, headers, body) =>
    server.ask(path, { ...headers, 'x-forwarded-for': '198.51.100.7' }, { method, body })
  let signedIn = 0
  /** One owner signs in with a browser that did so before. The time is only that of the form. */
  async function signIn(): Promise<{ ms: number; isIn: boolean }> {
    const number = signedIn++ % emails.length
    const browser = visitor(ask)
    browser.cookies.set('tzref_device', devices[number] ?? '')
    const csrf = csrfIn(await browser.open('/account/sign-in'))
    const began = performance.now()
    const answer = await browser.post('/account/sign-in', {
      csrf,
      email: emails[number] ?? '',
      password: PASSWORD,
    })
    return { ms: performance.now() - began, isIn: answer.status === 303 }
  }
  async function measure(networks: number): Promise<OwnersSignIns> {
    const child =
      networks === 0
        ? null
        : spawn(
            process.execPath,
            ['--import', 'tsx', CHILD, server.origin, 'guesses', `${networks}`, `${LANES}`],
            {
              stdio: ['pipe', 'pipe', 'inherit'],
            },
          )
    try {
      if (child !== null) {
        await once(child.stdout, 'data')
        setPriority(child.pid ?? 0, Math.min(19, getPriority() + 5))
        child.stdin.write('go\n')
        await pause(1000)
      }
      const done: { ms: number; isIn: boolean }[] = []
      for (
        const until = performance.now() + seconds * 1000;
        performance.now() < until;
        await pause(EVERY_MS)
      ) {
        done.push(await signIn())
      }
      let guesses: Record<string, number> = {}
      if (child !== null) {
        const told = once(child.stdout, 'data')
        child.stdin.write('stop\n')
        guesses = JSON.parse(String((await told)[0]))
      }
      const times = done.map(({ ms }) => ms).toSorted((one, other) => one - other)
      const at = (share: number): number =>
        times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
      const refused = done.filter(({ isIn }) => !isIn).length
      const [medianMs, p99Ms, slowestMs] = [at(0.5), at(0.99), at(1)]
      return { networks, signIns: done.length, refused, medianMs, p99Ms, slowestMs, guesses }
    } finally {
      child?.kill()
    }
  }
  try {
    const results: OwnersSignIns[] = []
    for (const networks of numbers) results.push(await measure(networks))
    return results
  } finally {
    await server.end()
  }
}
