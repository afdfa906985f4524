// Facts about pictures: they are drawn once, by one thread, in turns, with an end to the line; and a thread that dies costs one picture.
import { EventEmitter } from 'node:events'
import type { Worker } from 'node:worker_threads'
import { afterEach, expect, test } from 'vitest'
import { evenFrame } from '#apps/site/pictures/drawing.ts'
import { createSite } from '#apps/site/frame/site.ts'
import { pagesMeant } from '#apps/site/pages/search-page.ts'
import { type Drawing, type Drawn, NotDrawnError, Pictures } from '#apps/site/pictures/pictures.ts'
import { SITE_ROUTES } from '#apps/site/routes.ts'
import { openService } from '../../support/worlds/service.ts'

/** A thread of the test: it says nothing until it is told to. */
class Thread extends EventEmitter {
  readonly given: Drawing[] = []
  isEnded = false
  postMessage(drawing: Drawing): void {
    this.given.push(drawing)
  }
  /** Says that the picture in work is ready. */
  draw(body: string | Uint8Array = 'drawn', ms = 7): void {
    this.emit('message', { body, ms })
  }
  terminate(): Promise<number> {
    this.isEnded = true
    return Promise.resolve(0)
  }
  ref(): void {}
  unref(): void {}
}

let threads: Thread[] = []
afterEach(() => (threads = []))

function pictures(more: { waitMs?: number; withinMs?: number; idleMs?: number } = {}) {
  const start = (): Worker => {
    const thread = new Thread()
    threads.push(thread)
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- all that the pictures use of a worker
    return thread as unknown as Worker
  }
  const made = new Pictures({ start, ...more })
  return {
    made,
    drawn: made.drawn.bind(made),
    waiting: () => made.waiting(),
    bytes: () => made.bytes(),
  }
}

const drawing = (start: string, directory = '/dist/a'): Drawing => ({
  kind: 'drawing',
  directory,
  frame: evenFrame(0, 0, 1, 1, 1),
  tints: '',
  start,
  end: '',
})
const only = (): Thread => {
  const [thread, ...others] = threads
  if (thread === undefined || others.length > 0) throw new Error(`${threads.length} threads`)
  return thread
}
const startOf = (one: Drawing | undefined): string => one?.start ?? ''
const bodyOf = (drawn: Drawn | null): string | undefined => drawn?.answer.body.map(String).join('')

test('a picture that is asked for twice at once is drawn once, and later not again', async () => {
  const { drawn } = pictures()
  const both = [drawn(drawing('a'), 'one'), drawn(drawing('a'), 'other')]
  only().draw('A')
  const [first, second] = await Promise.all(both)
  expect([bodyOf(first ?? null), bodyOf(second ?? null)]).toEqual(['A', 'A'])
  // The work is that of the sender who asked first.
  expect([first?.ms, second?.ms]).toEqual([7, 0])
  expect(await drawn(drawing('a'), 'one')).toEqual({ answer: first?.answer, ms: 0 })
  expect(only().given).toHaveLength(1)
})

test('another artifact has another picture', async () => {
  const { drawn } = pictures()
  const old = drawn(drawing('a'), 'one')
  only().draw('old')
  await old
  const next = drawn(drawing('a', '/dist/b'), 'one')
  only().draw('new')
  expect(bodyOf(await next)).toBe('new')
})

test('senders take turns: who asks for one picture waits for one of each other sender', async () => {
  const { drawn } = pictures()
  const many = Array.from({ length: 40 }, (_, index) => drawn(drawing(`many ${index}`), 'many'))
  const one = drawn(drawing('one'), 'one')
  for (let count = 0; count < 3; count++) only().draw()
  expect(bodyOf(await one)).toBe('drawn')
  expect(only().given.map(startOf).indexOf('one')).toBeLessThanOrEqual(2)
  while (only().given.length < 41) only().draw()
  only().draw()
  await Promise.all(many)
})

test('the line has an end: the pictures beyond it are refused, and first those of the sender with the most', async () => {
  const { drawn, waiting } = pictures()
  const refused = new Map<string, number>()
  const all: Promise<void>[] = []
  const ask = (sender: string, index: number): void => {
    const counted = async (): Promise<void> => {
      const found = await drawn(drawing(`${sender} ${index}`), sender)
      if (found === null) refused.set(sender, (refused.get(sender) ?? 0) + 1)
    }
    all.push(counted())
  }
  for (let sender = 0; sender < 10; sender++)
    for (let index = 0; index < 100; index++) ask(`greedy ${sender}`, index)
  for (let index = 0; index < 20; index++) ask('modest', index)
  expect(waiting()).toBe(256)
  while (waiting() > 0) only().draw()
  only().draw()
  await Promise.all(all)
  expect(refused.get('modest')).toBeUndefined()
  expect([...refused.values()].reduce((sum, one) => sum + one, 0)).toBe(1020 - 257)
  // Even when each sender has one.
  for (let sender = 0; sender < 300; sender++) ask(`sender ${sender}`, 1)
  expect(waiting()).toBe(256)
  while (waiting() > 0) only().draw()
  only().draw()
})

test.each(['exit', 'error'])(
  'a thread that dies (%s) costs the picture in work, and the others are drawn by a new one',
  async (event) => {
    const { drawn } = pictures()
    const lost = drawn(drawing('lost'), 'one')
    const kept = drawn(drawing('kept'), 'one')
    threads[0]?.emit(event, event === 'exit' ? 1 : new Error('out of memory'))
    await expect(lost).rejects.toThrow(event === 'exit' ? /ended with code 1/ : /out of memory/)
    await expect(lost).rejects.toThrow(NotDrawnError)
    expect(threads).toHaveLength(2)
    threads[1]?.draw('new')
    expect(bodyOf(await kept)).toBe('new')
    // The lost one can be asked for again.
    const again = drawn(drawing('lost'), 'one')
    threads[1]?.draw('found')
    expect(bodyOf(await again)).toBe('found')
  },
)

test('a thread that says nothing is ended in time, and the next picture is drawn by another', async () => {
  const { drawn } = pictures({ withinMs: 20 })
  const slow = drawn(drawing('slow'), 'one')
  await expect(slow).rejects.toThrow('a picture was not drawn within 20 ms')
  await expect(slow).rejects.toThrow(NotDrawnError)
  expect(threads[0]?.isEnded).toBe(true)
  const next = drawn(drawing('next'), 'one')
  threads[1]?.draw()
  expect(bodyOf(await next)).toBe('drawn')
})

test('a request waits some time; then the picture is drawn and kept for the next one', async () => {
  const { drawn } = pictures({ waitMs: 20 })
  expect(await drawn(drawing('slow'), 'one')).toBe(null)
  expect(only().isEnded).toBe(false)
  only().draw('late')
  expect(bodyOf(await drawn(drawing('slow'), 'one'))).toBe('late')
  expect(only().given).toHaveLength(1)
})

test('a picture that the thread cannot draw is a fault of ours, and not one of the moment', async () => {
  const { drawn } = pictures()
  const damaged = drawn(drawing('damaged'), 'one')
  only().emit('message', { failure: 'damaged shapes' })
  await expect(damaged).rejects.toThrow('damaged shapes')
  await expect(damaged).rejects.not.toThrow(NotDrawnError)
})

test('a thread without work ends', async () => {
  const { drawn } = pictures({ idleMs: 20 })
  const made = drawn(drawing('a'), 'one')
  only().draw()
  await made
  await expect.poll(() => only().isEnded).toBe(true)
})

test('at most eight megabytes are kept; those that were used last stay', async () => {
  const { drawn, bytes } = pictures()
  for (let index = 0; index < 20; index++) {
    const made = drawn(drawing(`${index}`), 'one')
    only().draw(new Uint8Array(2 ** 20))
    await made
    expect(bytes()).toBeLessThanOrEqual(8 * 2 ** 20)
  }
  expect((await drawn(drawing('19'), 'one'))?.ms).toBe(0)
  const first = drawn(drawing('0'), 'one')
  only().draw()
  expect((await first)?.ms).toBe(7)
})

test.each([
  ['its thread does not begin', () => undefined, 503],
  ['its thread ends', (thread: Thread) => thread.emit('exit', 1), 503],
  ['its thread fails', (thread: Thread) => thread.emit('error', new Error('out of memory')), 503],
  ['its shapes are damaged', (thread: Thread) => thread.emit('message', { failure: 'damaged' }), 500],
  ['it is drawn', (thread: Thread) => thread.draw(), 200],
] as const)('the answer to who asks for a picture when %s', async (_, happens, status) => {
  const { app, close } = await openService(undefined, {
    openOtherPaths: (options) =>
      createSite(SITE_ROUTES, pagesMeant, options, pictures({ waitMs: 500, withinMs: 60_000 }).made),
  })
  const asked = app.inject({ url: '/world.svg', headers: { host: 'localhost' } })
  await expect.poll(() => threads[0]?.given.length).toBe(1)
  happens(only())
  const { statusCode, headers } = await asked
  await close()
  expect([statusCode, headers['retry-after']]).toEqual([status, status === 503 ? '2' : undefined])
})
