// Metrics of answers, compared with the same metrics of Prometheus' own library.
import { Counter, Histogram, Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { addCounters, createMetrics, figuresOfSeveral } from '#serve/ops/metrics.ts'

/** Each time is a sum of a few powers of two, so that adding them in any order gives the same sum. Some are limits of buckets. */
const ANSWERS = [
  ['/timezones/{iana}', 200, 2 ** -13],
  ['/timezones/{iana}', 200, 0.5],
  ['/timezones/{iana}', 404, 2 ** -10],
  ['/lookup', 200, 2 ** -5],
  ['/lookup', 200, 7],
  ['(none)', 404, 1],
] as const

/** The library's lines for the same answers, and our lines about them. */
async function compare(turns: number) {
  const ours = createMetrics()
  const registry = new Registry()
  const requests = new Counter({
    name: 'tzref_requests_total',
    help: 'Answers by route and status.',
    labelNames: ['route', 'status'],
    registers: [registry],
  })
  const seconds = new Histogram({
    name: 'tzref_request_seconds',
    help: 'Time from the request line to the end of the answer, by route.',
    labelNames: ['route'],
    buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1],
    registers: [registry],
  })
  for (let turn = 0; turn < turns; turn++) {
    for (const [route, status, time] of ANSWERS) {
      ours.answered(route, status, time)
      requests.inc({ route, status })
      seconds.observe({ route }, time)
    }
    // Reading the metrics must not change them.
    await ours.registry.metrics()
  }
  return { ours, registry }
}

const about = (text: string): string[] =>
  text.split('\n').filter((line) => /tzref_request(?:_seconds|s_total)/.test(line))

/** Prometheus reads labels in any order. */
const normal = (lines: readonly string[]): string[] =>
  lines
    .map((line) =>
      line.replace(/\{(.*)\}/, (_, labels: string) => `{${labels.split(',').toSorted().join(',')}}`),
    )
    .toSorted()

test('answers are counted by route and status and timed by route, as the library would do it', async () => {
  const { ours, registry } = await compare(3)
  const lines = about(await ours.registry.metrics())
  expect(lines.length).toBeGreaterThan(40)
  expect(normal(lines)).toEqual(normal(about(await registry.metrics())))
})

test('the metrics of several processes are added up, of silent and ended ones only what grows', async () => {
  const { ours } = await compare(2)
  const { registry } = await compare(8)
  const beyond = { unread: 0, waiting: 0, work: 3, connections: 0, memory: 0 }
  ours.watches(
    () => ({
      requests: 1,
      waiting: 0,
      long: 0,
      hasUnknownProxy: false,
      beyond,
      workMs: 1500,
      unreadBytes: 0,
      connections: 1,
    }),
    () => false,
  )
  const own = await ours.registry.getMetricsAsJSON()
  const ended = addCounters(addCounters([], own), [])
  const figures = { answering: [own, own], silent: [own], ended }
  const text = await figuresOfSeveral(() => Promise.resolve(figures)).print()
  expect(normal(about(text))).toEqual(normal(about(await registry.metrics())))
  expect(text).toContain('tzref_beyond_share_total{cost="work"} 12\n')
  expect(text).toContain('tzref_requests_in_flight 2\n')
  expect(text).toContain('tzref_processes{state="silent"} 1\n')
})
