// Facts about the guard against floods of wrong tokens.
import { expect, test } from 'vitest'
import { createFloodGuard, networksOf, widestNetworkOf } from '#serve/admission/guard.ts'
import { MORNING } from '../../support/worlds/account-world.ts'

test('an address with too many refusals is slowed, it alone, until the window ends', () => {
  const guard = createFloodGuard(3)
  for (let count = 0; count < 3; count++) {
    expect(guard.isFlooding('192.0.2.1', MORNING)).toBe(false)
    guard.count('192.0.2.1', MORNING)
  }
  expect(guard.isFlooding('192.0.2.1', MORNING)).toBe(true)
  expect(guard.isFlooding('192.0.2.2', MORNING)).toBe(false)
  expect(guard.retryAfter(MORNING + 9001)).toBe(1)
  expect(guard.isFlooding('192.0.2.1', MORNING + 10_000)).toBe(false)
})

test('networks beyond the bound share one count: memory stays bounded, and none escapes the limit', () => {
  const guard = createFloodGuard(3, 2)
  for (const address of ['a', 'b', 'c', 'd', 'e']) guard.count(address, MORNING)
  expect(guard.isFlooding('f', MORNING)).toBe(true)
  expect(guard.isFlooding('a', MORNING)).toBe(false)
})

test('a /48 is slowed as one network, and slows no other, from however many of its addresses it sends', () => {
  const guard = createFloodGuard(100, 2)
  for (let sent = 0; sent < 300; sent++) guard.count(`2001:db8:9:${sent.toString(16)}::1`, MORNING)
  expect(guard.isFlooding('2001:db8:9:ffff::1', MORNING)).toBe(true)
  expect(guard.isFlooding('2001:db8:8::1', MORNING)).toBe(false)
  expect(guard.isFlooding('192.0.2.1', MORNING)).toBe(false)
})

test('an address is written in many ways: mapped into IPv6, long, short, with a zone of its link', () => {
  expect(networksOf('2001:db8:1:2:3:4:5:6')[0]).toBe('2001:db8:1:2')
  expect(networksOf('2001:db8:1:2::1')[0]).toBe('2001:db8:1:2')
  expect(networksOf('2001:0db8::1')[0]).toBe('2001:db8:0:0')
  expect(networksOf('fe80::1%eth0')[0]).toBe('fe80:0:0:0')
  expect(networksOf('::1')[0]).toBe('0:0:0:0')
  expect(networksOf('::FFFF:c000:0201')[0]).toBe('192.0.2.1')
  expect(networksOf('64:ff9b::192.0.2.1')[0]).toBe('64:ff9b:0:0')
})

test('a client belongs to its address and /24, or to its /64, /56 and /48', () => {
  expect(networksOf('192.0.2.77')).toEqual(['192.0.2.77', '192.0.2.0/24'])
  expect(networksOf('::ffff:192.0.2.77')).toEqual(['192.0.2.77', '192.0.2.0/24'])
  expect(networksOf('2001:db8:1:2fff:3::4')).toEqual([
    '2001:db8:1:2fff',
    '2001:db8:1:2f00/56',
    '2001:db8:1/48',
  ])
  // The first two share a /56 but not a /64. All three share the last network.
  const [one, two, three] = ['2001:db8:1:100::', '2001:db8:1:1ff::', '2001:db8:1:200::'].map(networksOf)
  expect(one?.[0]).not.toBe(two?.[0])
  expect(one?.[1]).toBe(two?.[1])
  expect(one?.[1]).not.toBe(three?.[1])
  expect(one?.[2]).toBe(three?.[2])
  expect(networksOf('unknown')).toEqual(['unknown'])
})

test('an IPv4 address pays for itself, an IPv6 client for its /48', () => {
  expect(widestNetworkOf('::ffff:192.0.2.77')).toBe('192.0.2.77')
  expect(widestNetworkOf('192.0.2.78')).toBe('192.0.2.78')
  // Neither a /64 nor a /56 makes another sender: whoever has one has thousands.
  const [one, ...others] = ['2001:db8:1:100::1', '2001:db8:1:1ff::1', '2001:db8:1:ffff::1'].map(
    widestNetworkOf,
  )
  for (const other of others) expect(other).toBe(one)
  expect(widestNetworkOf('2001:db8:2:100::1')).not.toBe(one)
})
