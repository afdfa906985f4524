// Facts about scrypt's threads: they give way to the thread that answers, are used again, and survive errors.
import { scryptSync } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { getPriority } from 'node:os'
import { expect, test } from 'vitest'
import { createScrypt } from '#apps/accounts/store/scrypt.ts'

const SALT = Buffer.from('salt of a test')
const CHEAP = { N: 2 ** 10, r: 8, p: 1 }

/** The niceness of every thread of this process. */
const niceness = (): number[] =>
  readdirSync('/proc/self/task').map((id) => {
    const stat = readFileSync(`/proc/self/task/${id}/stat`, 'utf8')
    // The name may hold spaces, so it is cut off. The rest begins with the third field of proc(5). Niceness is the nineteenth.
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16])
  })

test('it derives the same keys as node; an error is reported, and the next password is derived', async () => {
  const scrypt = createScrypt(0)
  const node = scryptSync('word', SALT, 32, CHEAP)
  expect(Buffer.from(await scrypt('word', SALT, 32, CHEAP))).toEqual(node)
  await expect(scrypt('word', SALT, 32, { ...CHEAP, N: 3 })).rejects.toThrow(/scrypt/i)
  expect(Buffer.from(await scrypt('word', SALT, 32, CHEAP))).toEqual(node)
})

test.skipIf(process.platform !== 'linux')(
  'only its thread has lower priority, and one thread serves one password after the other',
  async () => {
    const own = getPriority(0)
    const below = Math.min(19, own + 3)
    const before = niceness().filter((nice) => nice === below).length
    const scrypt = createScrypt(3)
    for (let count = 0; count < 3; count++) await scrypt('word', SALT, 32, CHEAP)
    expect(niceness().filter((nice) => nice === below).length - before).toBe(1)
    expect(getPriority(0)).toBe(own)
  },
)
