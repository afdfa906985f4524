// Cached bodies: made once, compressed once, and dropped when nobody can ask for them again or when there are too many.
import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { isCompressed, openPrepared, type WantedBody } from '#serve/api/prepared.ts'
import { acceptsGzip } from '#serve/http/accept-encoding.ts'
import { inSlices } from '#serve/admission/slices.ts'

/** A body that counts how often it is made. */
function counted(bytes: number, letter = 'a') {
  let times = 0
  const make = (): Buffer => {
    times++
    return Buffer.alloc(bytes, letter)
  }
  return { make, times: () => times }
}

const wanted = (tag: string, make: WantedBody['make'], more: Partial<WantedBody> = {}): WantedBody => ({
  tag,
  make,
  now: 100,
  until: 200,
  isGzip: false,
  end: 'z"}}',
  ...more,
})

describe('the cache', () => {
  test('a body is made once for all who ask during and after that', async () => {
    const prepared = openPrepared(1000)
    let times = 0
    const make = async (): Promise<Buffer> => {
      times++
      await new Promise((resolve) => setImmediate(resolve))
      return Buffer.from('{"data":1')
    }
    const both = await Promise.all([prepared(wanted('t', make)), prepared(wanted('t', make))])
    expect(both.map((pieces) => Buffer.concat(pieces).toString())).toEqual(['{"data":1z"}}', '{"data":1z"}}'])
    expect(prepared(wanted('t', make))).not.toBeInstanceOf(Promise)
    expect(times).toBe(1)
  })

  test('in the next second, bodies that nobody can request any more are dropped', () => {
    const prepared = openPrepared(1000)
    const { make, times } = counted(10)
    void prepared(wanted('this second', make, { until: 101 }))
    void prepared(wanted('other', counted(10).make, { now: 101 }))
    void prepared(wanted('this second', make, { until: 101, now: 101 }))
    expect(times()).toBe(2)
  })

  test('the oldest body is dropped when there are too many bytes', () => {
    const prepared = openPrepared(100)
    const [first, second] = [counted(60), counted(60)]
    void prepared(wanted('first', first.make))
    void prepared(wanted('second', second.make))
    void prepared(wanted('second', second.make))
    void prepared(wanted('first', first.make))
    expect([first.times(), second.times()]).toEqual([2, 1])
  })

  test('a body that could not be made is tried again', async () => {
    const prepared = openPrepared(100)
    await expect(prepared(wanted('t', () => Promise.reject(new Error('no'))))).rejects.toThrow('no')
    const pieces = await prepared(wanted('t', () => Buffer.from('yes')))
    expect(Buffer.concat(pieces).toString()).toBe('yesz"}}')
  })
})

describe('compression', () => {
  test.each([
    ['at once', 20_000],
    ['in a thread', 200_000],
  ])('one gzip member with another end each time: %s', async (_, bytes) => {
    const prepared = openPrepared(2 ** 20)
    const { make, times } = counted(bytes)
    for (const end of ['one"}}', 'another"}}']) {
      const pieces = await prepared(wanted('t', make, { isGzip: true, end }))
      expect(isCompressed(pieces)).toBe(true)
      const member = Buffer.concat(pieces)
      expect(member.length).toBeLessThan(bytes / 10)
      expect(gunzipSync(member).toString()).toBe('a'.repeat(bytes) + end)
    }
    expect(times()).toBe(1)
  })

  test('a short body is not compressed', () => {
    const pieces = openPrepared(2 ** 20)(wanted('t', counted(8000).make, { isGzip: true }))
    if (pieces instanceof Promise) throw new Error('nothing to wait for')
    expect(isCompressed(pieces)).toBe(false)
  })

  test.each([
    ['gzip', true],
    ['br, GZIP ; q=0.5', true],
    ['x-gzip', true],
    ['*', true],
    ['br', false],
    ['', false],
    ['gzip;q=0', false],
    ['gzip;q=0.000, *', false],
    ['*;q=0', false],
    ['*;q=0, gzip', true],
    ['gzipped', false],
  ])('Accept-Encoding: %s', (list, takes) => {
    expect(acceptsGzip(list)).toBe(takes)
  })

  test('a client that names no encoding gets none', () => {
    expect(acceptsGzip(undefined)).toBe(false)
  })
})

test('work in slices lets the event loop run, and pieces of work alternate', async () => {
  const events: string[] = []
  function* work(name: string): Generator<undefined, string> {
    for (let slice = 0; slice < 3; slice++) {
      events.push(name)
      // A slice of work takes eight milliseconds.
      const end = performance.now() + 12
      while (performance.now() < end);
      yield
    }
    return name
  }
  let turns = 0
  const turn = (): void => {
    turns++
    if (events.length < 6) setImmediate(turn)
  }
  setImmediate(turn)
  expect(await Promise.all([inSlices(work('a')), inSlices(work('b'))])).toEqual(['a', 'b'])
  expect(events).toHaveLength(6)
  expect(events.indexOf('b')).toBeLessThan(events.lastIndexOf('a'))
  expect(turns).toBeGreaterThanOrEqual(4)
})

test('work that fails reports it, and the work after it is done', async () => {
  // oxlint-disable-next-line require-yield -- it fails before its first yield
  function* failing(): Generator<undefined, string> {
    throw new Error('no')
  }
  function* fine(): Generator<undefined, string> {
    yield
    return 'yes'
  }
  const [failed, done] = await Promise.allSettled([inSlices(failing()), inSlices(fine())])
  expect(failed).toMatchObject({ status: 'rejected', reason: { message: 'no' } })
  expect(done).toEqual({ status: 'fulfilled', value: 'yes' })
})
