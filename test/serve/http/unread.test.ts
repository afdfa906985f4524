// What waits to be read: counted once for the process where answers share it, each time for an account, and no longer than it waits.
import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { beginExchange, type Exchange } from '#serve/http/exchange.ts'
import { countUnread } from '#serve/http/unread.ts'

/** An exchange of an account whose response closes when it is told to. */
function exchangeOf(accountId: string): Exchange & { readonly close: () => void } {
  const request = new IncomingMessage(new Socket())
  const response = new ServerResponse(request)
  const exchange = beginExchange(request, response, countUnread(), 0)
  exchange.accountId = accountId
  return { ...exchange, close: () => void response.emit('close') }
}

const MB = 2 ** 20

test('answers that share their bytes are in memory once', () => {
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
  for (const exchange of exchanges.slice(1)) exchange.close()
  expect(unread.isFull()).toBe(true)
  exchanges[0]?.close()
  expect(unread.isFull()).toBe(false)
})

test('for its account an answer is counted whole, and no longer than it waits', () => {
  const unread = countUnread()
  const shared = Buffer.alloc(20 * MB)
  const exchanges = [exchangeOf('a'), exchangeOf('a'), exchangeOf('b')]
  for (const exchange of exchanges) unread.hold(exchange, shared.length, [shared])
  expect([unread.isFullFor('a'), unread.isFullFor('b')]).toEqual([true, false])
  exchanges[0]?.close()
  expect(unread.isFullFor('a')).toBe(false)
})

test('text is counted as often as it is sent', () => {
  const unread = countUnread()
  const exchanges = Array.from({ length: 4 }, () => exchangeOf('a'))
  for (const exchange of exchanges) unread.hold(exchange, 30 * MB, null)
  expect(unread.isFull()).toBe(true)
  for (const exchange of exchanges) exchange.close()
  expect(unread.isFull()).toBe(false)
})

test('long answers are counted from when they are asked for until their responses close, for all and for each account', () => {
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
  for (const { exchange } of first) exchange.close()
  expect(admitted(ofAccount('a', 101))).toBe(100)
  expect(admitted(ofAccount('d', 1))).toBe(0)
})
