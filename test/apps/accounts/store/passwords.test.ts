// Facts about passwords: which are allowed, how they are stored, and what happens with many checks at once.
import { scryptSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { AT_HAND, createPasswords, passwordFault } from '#apps/accounts/store/passwords.ts'

test('a password has from ten characters to 1,024 bytes, and is not a common one', () => {
  expect(passwordFault('a1b2c3d4e')).toMatch(/at least 10 characters/)
  expect(passwordFault('a1b2c3d4e5')).toBeNull()
  expect(passwordFault('äöüßäöüß€ñ')).toBeNull()
  expect(passwordFault('🔑🔒🔓🗝️🔐🚪')).toMatch(/at least 10/)
  expect(passwordFault('ab cd'.repeat(300))).toMatch(/at most 1024 bytes/)
  for (const common of [
    'password123',
    'PassWord123',
    'qwertyuiop',
    '1q2w3e4r5t',
    'aaaaaaaaaaaa',
    '121212121212',
  ]) {
    expect(passwordFault(common)).toMatch(/too common/)
  }
})

test('the store has salted scrypt hashes, as node computes them: never the password, never the same hash twice', async () => {
  const passwords = createPasswords()
  const kept = (await passwords.hash('correct horse', AT_HAND)) ?? ''
  const [, log2, r, p, salt = '', hash] = kept.split('$')
  const options = { N: 2 ** Number(log2), r: Number(r), p: Number(p), maxmem: 2 ** 30 }
  expect(scryptSync('correct horse', Buffer.from(salt, 'base64url'), 32, options).toString('base64url')).toBe(
    hash,
  )
  expect(options.N * options.r * 128).toBeGreaterThanOrEqual(2 ** 25)
  expect(await passwords.hash('correct horse', AT_HAND)).not.toBe(kept)
  expect(await passwords.matches('correct horse', kept, AT_HAND)).toBe('yes')
  expect(await passwords.matches('correct horsf', kept, AT_HAND)).toBe('no')
  // Typed as e and a combining accent, or as one letter.
  const accented = (await passwords.hash('caf\u00e9 au lait', AT_HAND)) ?? ''
  expect(await passwords.matches('cafe\u0301 au lait', accented, AT_HAND)).toBe('yes')
})

test('without an account the answer is no, after the same work', async () => {
  const passwords = createPasswords()
  const kept = await passwords.hash('correct horse', AT_HAND)
  const timed = async (stored: string | null): Promise<number> => {
    const began = process.cpuUsage()
    expect(await passwords.matches('wrong horse', stored, AT_HAND)).toBe('no')
    const { user, system } = process.cpuUsage(began)
    return user + system
  }
  const [known, unknown] = [await timed(kept), await timed(null)]
  expect(unknown / known).toBeGreaterThan(0.4)
  expect(unknown / known).toBeLessThan(2.5)
})

test('a few passwords are checked at once, some wait, the rest is refused; the event loop stays free', async () => {
  const passwords = createPasswords({ atOnce: 1, waiting: 3 })
  const kept = await passwords.hash('correct horse', AT_HAND)
  let ticks = 0
  const ticking = setInterval(() => ticks++, 5)
  const tries = Array.from({ length: 10 }, () => passwords.matches('wrong horse', kept, AT_HAND))
  const answers = await Promise.all(tries)
  clearInterval(ticking)
  expect(answers).toEqual([...Array<string>(4).fill('no'), ...Array<string>(6).fill('busy')])
  expect(ticks).toBeGreaterThan(10)
  expect(await passwords.matches('correct horse', kept, AT_HAND)).toBe('yes')
})

test('known visitors go before strangers, but one stranger follows three of them; a network has four places', async () => {
  const passwords = createPasswords({ atOnce: 1, waiting: 8, log2: 12 })
  const kept = await passwords.hash('correct horse', AT_HAND)
  const done: string[] = []
  const ask = async (name: string, isKnown: boolean, network = name): Promise<void> => {
    const answer = await passwords.matches('wrong horse', kept, { ...AT_HAND, isKnown, network })
    done.push(answer === 'busy' ? `${name} busy` : name)
  }
  const running = ask('first', false)
  const strangers = ['s1', 's2', 's3'].map((name) => ask(name, false))
  const known = ['k1', 'k2', 'k3', 'k4', 'k5'].map((name) => ask(name, true))
  await Promise.all([running, ...strangers, ...known])
  expect(done).toEqual(['first', 'k1', 'k2', 'k3', 's1', 'k4', 'k5', 's2', 's3'])
  done.length = 0
  const crowd = Array.from({ length: 8 }, () => ask('net', false, 'one network'))
  await Promise.all([...crowd, ask('other', false)])
  expect(done.filter((name) => name === 'net busy')).toHaveLength(3)
  expect(done).toContain('other')
  expect(passwords.isFull({ ...AT_HAND, isKnown: false, network: 'one network' })).toBe(false)
})

test('a client that disconnects gives its place back and makes no work: the next of its network follows', async () => {
  const passwords = createPasswords({ atOnce: 1, waiting: 8, log2: 12 })
  const kept = await passwords.hash('correct horse', AT_HAND)
  const leaving: (() => void)[] = []
  const asker = {
    isKnown: false,
    network: 'one network',
    onGone: (leave: () => void) => void leaving.push(leave),
  }
  const matches = () => passwords.matches('wrong horse', kept, asker)
  const [worked, ...waiting] = [1, 2, 3, 4, 5].map(matches)
  expect(await matches()).toBe('busy')
  expect(passwords.underWay()).toBe(5)
  for (const leave of leaving) leave()
  expect(passwords.underWay()).toBe(1)
  expect(await Promise.all(waiting)).toEqual(Array(4).fill('busy'))
  // A check whose turn has come is not taken out of the queue again.
  const last = matches()
  expect([await worked, await last]).toEqual(['no', 'no'])
  for (const leave of leaving) leave()
  expect(passwords.underWay()).toBe(0)
})
