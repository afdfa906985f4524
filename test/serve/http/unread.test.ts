// Unread answers: shared bytes count once for the process but each time for an account, and only while they wait.
import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { Exchange } from '#serve/http/exchange.ts'
import { NodeAnswer } from '#serve/http/node-answer.ts'
import { countUnread } from '#serve/http/unread.ts'

/** An exchange of an account, which ends when told to. */
function exchangeOf(accountId: string): Exchange {
  const request = new IncomingMessage(new Socket())
  const exchange = new Exchange(
    request,
    new NodeAnswer(new ServerResponse(request), countUnread(), () => false),
    0,
  )
  exchange.accountId = accountId
  return exchange
}

const MB = 2 ** 20

test('answers that share their bytes count once in memory', () => {
  const unread = countUnread()
  const shared = Buffer.alloc(30 * MB)
  const exchanges = Array.from({ length: 10 }, (_, index) => exchangeOf(`account ${index}`))
  for (const exchange of exchanges) {
    const end = Buffer.from('end')
    unread.hold(exchange, shared.length + end.length, [shared, end])
  }
  expect(unread.isFull()).toBe(false)
  const others = Array.from({ length: 3 }, (_, index) => exchangeOf(`other ${index}`))
  for (const exchange of others) unread.hold(exchange, 30 * MB, [Buffer.alloc(30 * MB)])
  expect(unread.isFull()).toBe(true)
  for (const exchange of exchanges.slice(1)) exchange.end()
  expect(unread.isFull()).toBe(true)
  exchanges[0]?.end()
  expect(unread.isFull()).toBe(false)
})

test('an answer counts in full for its account, and only while it waits', () => {
  const unread = countUnread()
  const shared = Buffer.alloc(20 * MB)
  const exchanges = [exchangeOf('a'), exchangeOf('a'), exchangeOf('b')]
  for (const exchange of exchanges) unread.hold(exchange, shared.length, [shared])
  expect([unread.isFullFor('a'), unread.isFullFor('b')]).toEqual([true, false])
  exchanges[0]?.end()
  expect(unread.isFullFor('a')).toBe(false)
})

test('text counts each time that it is sent', () => {
  const unread = countUnread()
  const exchanges = Array.from({ length: 4 }, () => exchangeOf('a'))
  for (const exchange of exchanges) unread.hold(exchange, 30 * MB, null)
  expect(unread.isFull()).toBe(true)
  for (const exchange of exchanges) exchange.end()
  expect(unread.isFull()).toBe(false)
})

test('long answers count from the request until they end, for all and for each account', () => {
  const unread = countUnread()
  const ofAccount = (account: string, count: number) =>
    Array.from({ length: count }, () => {
      const exchange = exchangeOf(account)
      return { exchange, isAdmitted: unread.admitsLong(exchange) }
    })
  const admitted = (tried: ReturnType<typeof ofAccount>) =>
    tried.filter(({ isAdmitted }) => isAdmitted).length
  const [first, second, third] = [ofAccount('a', 120), ofAccount('b', 100), ofAccount('c', 100)]
  expect([first, second, third].map(admitted)).toEqual([100, 100, 56])
  for (const { exchange } of first) exchange.end()
  expect(admitted(ofAccount('a', 101))).toBe(100)
  expect(admitted(ofAccount('d', 1))).toBe(0)
})

test('memory for an exchange that has already ended is given back at once', () => {
  const unread = countUnread()
  const exchange = exchangeOf('a')
  exchange.end()
  unread.hold(exchange, 30 * MB, null)
  expect(unread.admitsLong(exchange)).toBe(true)
  expect([unread.bytes(), unread.long(), unread.isFullFor('a')]).toEqual([0, 0, false])
})
