// Facts about passwords: which are allowed, what is kept of one, and what happens when many are tried at once.
import { scryptSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { createPasswords, passwordFault } from '#serve/accounts/passwords.ts'

test('a password has ten characters to 1,024 bytes, and is none of those that are tried first', () => {
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
    expect(passwordFault(common)).toMatch(/first that others would try/)
  }
})

test('what is kept is salted scrypt, as node computes it, and neither the password nor twice the same', async () => {
  const passwords = createPasswords()
  const kept = (await passwords.hash('correct horse')) ?? ''
  const [, log2, r, p, salt = '', hash] = kept.split('$')
  const options = { N: 2 ** Number(log2), r: Number(r), p: Number(p), maxmem: 2 ** 30 }
  expect(scryptSync('correct horse', Buffer.from(salt, 'base64url'), 32, options).toString('base64url')).toBe(
    hash,
  )
  expect(options.N * options.r * 128).toBeGreaterThanOrEqual(2 ** 25)
  expect(await passwords.hash('correct horse')).not.toBe(kept)
  expect(await passwords.matches('correct horse', kept)).toBe('yes')
  expect(await passwords.matches('correct horsf', kept)).toBe('no')
  // Typed as e and a combining accent, or as one letter.
  const accented = (await passwords.hash('caf\u00e9 au lait')) ?? ''
  expect(await passwords.matches('cafe\u0301 au lait', accented)).toBe('yes')
})

test('without an account the answer is no, after as much work', async () => {
  const passwords = createPasswords()
  const kept = await passwords.hash('correct horse')
  const timed = async (stored: string | null): Promise<number> => {
    const began = process.cpuUsage()
    expect(await passwords.matches('wrong horse', stored)).toBe('no')
    const { user, system } = process.cpuUsage(began)
    return user + system
  }
  const [known, unknown] = [await timed(kept), await timed(null)]
  expect(unknown / known).toBeGreaterThan(0.4)
  expect(unknown / known).toBeLessThan(2.5)
})

test('few are worked on at once, some wait, the rest is told so; the loop goes on meanwhile', async () => {
  const passwords = createPasswords({ atOnce: 1, waiting: 3 })
  const kept = await passwords.hash('correct horse')
  let ticks = 0
  const ticking = setInterval(() => ticks++, 5)
  const tries = Array.from({ length: 10 }, () => passwords.matches('wrong horse', kept))
  const answers = await Promise.all(tries)
  clearInterval(ticking)
  expect(answers).toEqual([...Array<string>(4).fill('no'), ...Array<string>(6).fill('busy')])
  expect(ticks).toBeGreaterThan(10)
  expect(await passwords.matches('correct horse', kept)).toBe('yes')
})
