// Facts about the cache in front of the account store.
import { expect, test } from 'vitest'
import { createCredentialCache, type Credential } from '#serve/access/credential-cache.ts'
import { MORNING } from '../../support/worlds/account-world.ts'

const credential: Credential = {
  tokenId: 'tok_1',
  accountId: 'acc_1',
  plan: 'free',
  verified: true,
  disabled: false,
  revoked: false,
  expiresAtMs: null,
}

function world(): {
  cache: ReturnType<typeof createCredentialCache>
  answers: Map<string, Credential>
  questions: string[]
  errors: unknown[]
  fail: { now: boolean }
} {
  const answers = new Map([['known', credential]])
  const questions: string[] = []
  const errors: unknown[] = []
  const fail = { now: false }
  const source = {
    async credential(digest: string): Promise<Credential | null> {
      questions.push(digest)
      if (fail.now) throw new Error('down')
      return answers.get(digest) ?? null
    },
  }
  const cache = createCredentialCache(source, (error) => errors.push(error), { known: 3, unknown: 3 })
  return { cache, answers, questions, errors, fail }
}

test('the store is asked once for a credential, which is then cached', async () => {
  const { cache, questions } = world()
  expect(cache.peek('known', MORNING)).toBeUndefined()
  const [first, second] = await Promise.all([cache.load('known', MORNING), cache.load('known', MORNING)])
  expect(first).toBe(second)
  expect(cache.peek('known', MORNING + 1999)).toEqual(credential)
  expect(questions).toEqual(['known'])
})

test('a busy credential is renewed after two seconds, and nobody waits', async () => {
  const { cache, answers, questions } = world()
  await cache.load('known', MORNING)
  answers.set('known', { ...credential, revoked: true })
  expect(cache.peek('known', MORNING + 2000)?.revoked).toBe(false)
  await Promise.resolve()
  await Promise.resolve()
  expect(questions).toHaveLength(2)
  expect(cache.peek('known', MORNING + 2001)?.revoked).toBe(true)
})

test('an answer that is four seconds old is never used, whatever the clock did', async () => {
  const { cache } = world()
  await cache.load('known', MORNING)
  expect(cache.peek('known', MORNING + 4000)).toBeUndefined()
  expect(cache.peek('known', MORNING - 1)).toBeUndefined()
})

test('an unknown token is cached as unknown for less than two seconds', async () => {
  const { cache, answers } = world()
  expect(await cache.load('new', MORNING)).toBeNull()
  expect(cache.peek('new', MORNING + 1999)).toBeNull()
  expect(cache.peek('new', MORNING + 2000)).toBeUndefined()
  answers.set('new', credential)
  expect(await cache.load('new', MORNING + 2000)).toEqual(credential)
  expect(cache.peek('new', MORNING + 2000)).toEqual(credential)
})

test('unknown tokens never replace known ones in the cache, and both are bounded', async () => {
  const { cache, answers } = world()
  await cache.load('known', MORNING)
  for (let count = 0; count < 10; count++) await cache.load(`unknown-${count}`, MORNING)
  expect(cache.peek('known', MORNING)).toEqual(credential)
  expect(cache.peek('unknown-0', MORNING)).toBeUndefined()
  expect(cache.peek('unknown-9', MORNING)).toBeNull()
  for (let count = 0; count < 3; count++) {
    answers.set(`more-${count}`, credential)
    await cache.load(`more-${count}`, MORNING)
  }
  expect(cache.peek('known', MORNING)).toBeUndefined()
})

test('without the store a known token stays valid for five minutes, and an unknown one is an error', async () => {
  const { cache, errors, fail } = world()
  await cache.load('known', MORNING)
  fail.now = true
  expect(cache.peek('known', MORNING + 3000)).toEqual(credential)
  await expect(cache.load('known', MORNING + 4000)).rejects.toThrow('down')
  expect(errors.length).toBeGreaterThan(0)
  expect(cache.lastKnown('known', MORNING + 299_999)).toEqual(credential)
  expect(cache.lastKnown('known', MORNING + 300_000)).toBeUndefined()
  expect(cache.lastKnown('other', MORNING)).toBeUndefined()
})
