// Prometheus metrics of a server process: answers by route and status, their time, and Node's own metrics.
import { AggregatorRegistry, collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { InFlight } from '../in-flight.ts'
import packageJson from '../../package.json' with { type: 'json' }

export interface Metrics {
  readonly registry: Registry
  /** Counts one answer. `seconds` is its time in this process. */
  readonly answered: (route: string, status: number, seconds: number) => void
  /** Reports which artifact is served, and whether the current one had to be refused. */
  readonly serves: (artifact: Served, isRefusing: boolean) => void
  /** Asks for the work under way whenever the metrics are read. */
  readonly watches: (inFlight: () => InFlight) => void
}

/** The parts of an artifact's manifest that the metrics show. */
interface Served {
  readonly id: string
  readonly tz: string
  readonly boundaries: string | null
  readonly reference_date: string
}

/** Node gauges that have the name of a counter. The same values exist by kind, without `_total`. */
const MISNAMED = [
  'nodejs_active_handles_total',
  'nodejs_active_requests_total',
  'nodejs_active_resources_total',
]

const BUCKETS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1]

/** Every status is below this. */
const MOST_STATUS = 600

/** The counts of one route, in simple arrays: they change with every request, and are read only every few seconds. */
interface Answers {
  /** Status → answers since the last read. */
  readonly byStatus: Uint32Array
  /** Answers up to each bound of BUCKETS, and beyond. */
  readonly byBucket: Float64Array
  seconds: number
}

const NAME = 'tzref_request_seconds'
const SECONDS = {
  name: NAME,
  help: 'Time from the request line to the end of the answer, by route.',
  labelNames: ['route'] as const,
  buckets: BUCKETS,
  registers: [],
}

type SecondsValues = Awaited<ReturnType<Histogram<'route'>['get']>>

/** A histogram whose values are counted elsewhere. */
class AnswerSeconds extends Histogram<'route'> {
  readonly #answers: ReadonlyMap<string, Answers>
  readonly #described = new Histogram(SECONDS)

  constructor(answers: ReadonlyMap<string, Answers>) {
    super(SECONDS)
    this.#answers = answers
  }

  override async get(): Promise<SecondsValues> {
    return { ...(await this.#described.get()), values: [...this.#answers].flatMap(valuesOf) }
  }

  /** The library calls this to print. */
  getForPromString(): Promise<SecondsValues> {
    return this.get()
  }
}

function valuesOf([route, { byBucket, seconds }]: readonly [string, Answers]): SecondsValues['values'] {
  let count = 0
  const buckets = [...byBucket].map((more, index) => ({
    metricName: `${NAME}_bucket`,
    labels: { route, le: BUCKETS[index] ?? '+Inf' },
    value: (count += more),
  }))
  return [
    ...buckets,
    { metricName: `${NAME}_sum`, labels: { route }, value: seconds },
    { metricName: `${NAME}_count`, labels: { route }, value: count },
  ]
}

/** Adds a gauge whose value is asked for whenever the metrics are read. */
export const addReadGauge = (registry: Registry, name: string, help: string, valueOf: () => number): void =>
  registry.registerMetric(
    new Gauge({
      name,
      help,
      registers: [],
      collect() {
        this.set(valueOf())
      },
    }),
  )

/** Has its own registry, so that several applications in one process do not share metrics. */
export function createMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  for (const name of MISNAMED) registry.removeSingleMetric(name)
  const answers = new Map<string, Answers>()
  const requests: Counter<'route' | 'status'> = new Counter({
    name: 'tzref_requests_total',
    help: 'Answers by route and status.',
    labelNames: ['route', 'status'],
    registers: [registry],
    collect() {
      for (const [route, { byStatus }] of answers) {
        for (const [status, count] of byStatus.entries())
          if (count > 0) requests.inc({ route, status }, count)
        byStatus.fill(0)
      }
    },
  })
  registry.registerMetric(new AnswerSeconds(answers))
  const build = new Gauge({
    name: 'tzref_build_info',
    help: '1 for the software that is running.',
    labelNames: ['version', 'node'],
    aggregator: 'max',
    registers: [registry],
  })
  build.set({ version: packageJson.version, node: process.versions.node }, 1)
  const artifact = new Gauge({
    name: 'tzref_artifact_info',
    help: '1 for the artifact being served.',
    labelNames: ['artifact', 'tz', 'boundaries'],
    aggregator: 'max',
    registers: [registry],
  })
  const released = new Gauge({
    name: 'tzref_artifact_reference_timestamp_seconds',
    help: 'The day of the tz release being served, as Unix time.',
    aggregator: 'min',
    registers: [registry],
  })
  const refused = new Gauge({
    name: 'tzref_artifact_refused',
    help: '1 while the current artifact is not good and an older one is served.',
    aggregator: 'max',
    registers: [registry],
  })
  const swaps = new Counter({
    name: 'tzref_artifact_swaps_total',
    help: 'How often another artifact replaced the one being served.',
    registers: [registry],
  })
  let servedId: string | null = null
  return {
    registry,
    serves({ id, tz, boundaries, reference_date }, isRefusing) {
      artifact.reset()
      artifact.set({ artifact: id, tz, boundaries: boundaries ?? '' }, 1)
      released.set(Date.parse(reference_date) / 1000)
      refused.set(isRefusing ? 1 : 0)
      if (servedId !== null && servedId !== id) swaps.inc()
      servedId = id
    },
    watches(inFlight) {
      const gauge = (name: string, help: string, of: (inFlight: InFlight) => number): void =>
        addReadGauge(registry, name, help, () => of(inFlight()))
      gauge(
        'tzref_requests_in_flight',
        'Requests that are being answered, also those whose answer waits to be read.',
        ({ requests: open }) => open,
      )
      gauge(
        'tzref_requests_waiting',
        'Requests that have arrived and wait until they are read.',
        ({ waiting }) => waiting,
      )
      gauge('tzref_long_answers', 'Long answers that are being made or wait to be read.', ({ long }) => long)
      gauge(
        'tzref_unread_bytes',
        'Bytes of answers that wait in memory for their clients to read them.',
        ({ bytes }) => bytes,
      )
      let counted = 0
      registry.registerMetric(
        new Counter({
          name: 'tzref_lane_requests_total',
          help: "Requests that the lane read and answered, without Node's parser and streams.",
          registers: [],
          collect() {
            const { byLane } = inFlight()
            this.inc(byLane - counted)
            counted = byLane
          },
        }),
      )
    },
    answered(route, status, seconds) {
      let counted = answers.get(route)
      if (counted === undefined) {
        counted = {
          byStatus: new Uint32Array(MOST_STATUS),
          byBucket: new Float64Array(BUCKETS.length + 1),
          seconds: 0,
        }
        answers.set(route, counted)
      }
      const { byStatus, byBucket } = counted
      byStatus[status] = (byStatus[status] ?? 0) + 1
      let bucket = 0
      while (seconds > (BUCKETS[bucket] ?? Infinity)) bucket++
      byBucket[bucket] = (byBucket[bucket] ?? 0) + 1
      counted.seconds += seconds
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

/**
 * In the first of several processes: adds up the metrics of the workers that answer, and counts them. `ask` gives the metrics of each
 * worker; null for one that did not answer.
 */
export function figuresOfSeveral(ask: () => Promise<readonly (readonly object[] | null)[]>): Figures {
  return {
    type: new Registry().contentType,
    async print() {
      const answers = await ask()
      const given = answers.filter((answer) => answer !== null)
      const own = new Registry()
      const processes = new Gauge({
        name: 'tzref_processes',
        help: 'Server processes, by whether they gave their metrics in time; those of a silent one are missing here.',
        labelNames: ['state'],
        registers: [own],
      })
      processes.set({ state: 'answering' }, given.length)
      processes.set({ state: 'silent' }, answers.length - given.length)
      const sum = given.length === 0 ? '' : await AggregatorRegistry.aggregate([...given]).metrics()
      return `${await own.metrics()}${sum}`
    },
  }
}
