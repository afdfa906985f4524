// Prometheus metrics of a server process: answers by route and status, their time, and Node's own metrics.
import {
  AggregatorRegistry,
  type Aggregator,
  collectDefaultMetrics,
  Counter,
  Gauge,
  Histogram,
  Registry,
} from 'prom-client'
import type { Manifest } from '#schemas/manifest.ts'
import type { SenderFigures } from '../admission/senders.ts'
import packageJson from '../../package.json' with { type: 'json' }

/** Counts of the server's work. */
export interface Work extends SenderFigures {
  /** Exchanges that are open. */
  readonly requests: number
  /** Requests in the line. */
  readonly waiting: number
  /** Long answers that are being made or wait to be read. */
  readonly long: number
  readonly hasUnknownProxy: boolean
}

/** The gauges of the current work: name, help and value. */
const WORK: readonly (readonly [name: string, help: string, valueOf: (work: Work) => number])[] = [
  [
    'tzref_requests_in_flight',
    'Requests that are being answered, also those whose answer waits to be read.',
    ({ requests }) => requests,
  ],
  ['tzref_requests_waiting', 'Requests that wait for their turn.', ({ waiting }) => waiting],
  ['tzref_long_answers', 'Long answers that are being made or wait to be read.', ({ long }) => long],
  [
    'tzref_unread_bytes',
    'Bytes of answers that wait in memory for their clients to read them.',
    ({ unreadBytes }) => unreadBytes,
  ],
  ['tzref_connections', 'Open connections.', ({ connections }) => connections],
  [
    'tzref_unknown_proxy',
    '1 if requests came from a proxy that --trust-proxy does not name: its clients cannot be told apart.',
    ({ hasUnknownProxy }) => Number(hasUnknownProxy),
  ],
]

/** Node gauges that have the name of a counter. The same values exist by kind, without `_total`. */
const MISNAMED = ['handles', 'requests', 'resources'].map((what) => `nodejs_active_${what}_total`)

const BUCKETS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1]

/** Makes metrics of a registry. `together` says what several processes report: their sum, the least or the largest value. */
export const metricsOf = (registry: Registry) => ({
  counter: <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Counter({ name, help, labelNames, registers: [registry] }),
  gauge: <Label extends string>(name: string, help: string, together: Aggregator, ...labelNames: Label[]) =>
    new Gauge({ name, help, labelNames, aggregator: together, registers: [registry] }),
  /** A gauge whose value is asked for whenever the metrics are read. */
  readGauge: (name: string, help: string, valueOf: () => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(valueOf())
      },
    }),
})

/** Has its own registry, so that several applications in one process do not share metrics. */
export function createMetrics() {
  const registry = new Registry()
  const { counter, gauge, readGauge } = metricsOf(registry)
  collectDefaultMetrics({ register: registry })
  for (const name of MISNAMED) registry.removeSingleMetric(name)
  const requests = counter('tzref_requests_total', 'Answers by route and status.', 'route', 'status')
  const seconds = new Histogram({
    name: 'tzref_request_seconds',
    help: 'Time from the request line to the end of the answer, by route.',
    labelNames: ['route'],
    buckets: BUCKETS,
    registers: [registry],
  })
  gauge('tzref_build_info', '1 for the software that is running.', 'max', 'version', 'node').set(
    { version: packageJson.version, node: process.versions.node },
    1,
  )
  const artifact = gauge(
    'tzref_artifact_info',
    '1 for the artifact being served.',
    'max',
    'artifact',
    'tz',
    'boundaries',
  )
  const released = gauge(
    'tzref_artifact_reference_timestamp_seconds',
    'The day of the tz release being served, as Unix time.',
    'min',
  )
  const refused = gauge(
    'tzref_artifact_refused',
    '1 while the current artifact is not good and an older one is served.',
    'max',
  )
  const swaps = counter(
    'tzref_artifact_swaps_total',
    'How often another artifact replaced the one being served, counted by each worker.',
  )
  let servedId: string | null = null
  return {
    registry,
    /** Reports which artifact is served, and whether the current one had to be refused. */
    serves(
      { id, tz, boundaries, reference_date }: Pick<Manifest, 'id' | 'tz' | 'boundaries' | 'reference_date'>,
      isRefusing: boolean,
    ): void {
      artifact.reset()
      artifact.set({ artifact: id, tz, boundaries: boundaries ?? '' }, 1)
      released.set(Date.parse(reference_date) / 1000)
      refused.set(isRefusing ? 1 : 0)
      if (servedId !== null && servedId !== id) swaps.inc()
      servedId = id
    },
    /** Asks for the work whenever the metrics are read. */
    watches(workNow: () => Work, isRefusing: () => boolean): void {
      for (const [name, help, valueOf] of WORK) readGauge(name, help, () => valueOf(workNow()))
      readGauge(
        'tzref_refusing',
        '1 while senders within their share have been refused for ten seconds: there is more work than this process can do.',
        () => Number(isRefusing()),
      )
      registry.registerMetric(
        new Counter({
          name: 'tzref_beyond_share_total',
          help: 'Requests refused and connections cut because their sender was beyond its share, by what it had too much of.',
          labelNames: ['cost'],
          registers: [],
          collect() {
            this.reset()
            for (const [cost, count] of Object.entries(workNow().beyond)) this.inc({ cost }, count)
          },
        }),
      )
      registry.registerMetric(
        new Counter({
          name: 'tzref_work_seconds_total',
          help: 'Work of this thread that was counted for senders.',
          registers: [],
          collect() {
            this.reset()
            this.inc(workNow().workMs / 1000)
          },
        }),
      )
    },
    /** Counts one answer. `time` is its seconds in this process. */
    answered(route: string, status: number, time: number): void {
      requests.inc({ route, status })
      seconds.observe({ route }, time)
    },
  }
}

/** The text that the operators' port prints: the metrics of this process, or of several. */
export interface Figures {
  /** Media type of the text. */
  readonly type: string
  readonly print: () => Promise<string>
}

export const figuresOf = (registry: Registry): Figures => ({
  type: registry.contentType,
  print: () => registry.metrics(),
})

/** The metrics of several processes, each as its registry gives them. */
export interface FiguresOfEach {
  readonly answering: readonly (readonly object[])[]
  /** The last that is known of those that did not answer in time. */
  readonly silent: readonly (readonly object[])[]
  /** The counters of those that have ended, added up. */
  readonly ended: readonly object[]
}

/** Adds up what only grows: the counters and histograms. A sum without those of a silent or ended process would fall. */
export const addCounters = (...figures: (readonly object[])[]): readonly object[] =>
  AggregatorRegistry.aggregate(figures)
    .getMetricsAsArray()
    .filter(({ type }) => /counter|histogram/.test(String(type)))

/** In the first of several processes: adds up the metrics of the workers, and counts those that answer. */
export function figuresOfSeveral(ask: () => Promise<FiguresOfEach>): Figures {
  return {
    type: new Registry().contentType,
    async print() {
      const { answering, silent, ended } = await ask()
      const own = new Registry()
      const processes = metricsOf(own).gauge(
        'tzref_processes',
        'Server processes, by whether they gave their metrics in time; of a silent one only the last counters are here.',
        'sum',
        'state',
      )
      processes.set({ state: 'answering' }, answering.length)
      processes.set({ state: 'silent' }, silent.length)
      const sum = AggregatorRegistry.aggregate([...answering, [...addCounters(ended, ...silent)]])
      return `${await own.metrics()}${await sum.metrics()}`
    },
  }
}
