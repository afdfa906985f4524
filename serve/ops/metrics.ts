// What Prometheus can ask of a server process: answers by route and status, their time, and Node's own figures.
import { AggregatorRegistry, collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

export interface Metrics {
  readonly registry: Registry
  /** Counts one answer; `seconds` is its time in this process. */
  readonly answered: (route: string, status: number, seconds: number) => void
  /** Which artifact is served, and whether the current one had to be refused. */
  readonly serves: (artifact: { readonly id: string; readonly tz: string }, isRefusing: boolean) => void
}

/** A registry of its own, so that several applications in one process do not share figures. */
export function createMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
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
  const artifact = new Gauge({
    name: 'tzref_artifact_info',
    help: '1 for the artifact being served.',
    labelNames: ['artifact', 'tz'],
    aggregator: 'max',
    registers: [registry],
  })
  const refused = new Gauge({
    name: 'tzref_artifact_refused',
    help: '1 while the current artifact is not good and an older one is served.',
    aggregator: 'max',
    registers: [registry],
  })
  return {
    registry,
    serves({ id, tz }, isRefusing) {
      artifact.reset()
      artifact.set({ artifact: id, tz }, 1)
      refused.set(isRefusing ? 1 : 0)
    },
    answered(route, status, time) {
      requests.inc({ route, status })
      seconds.observe({ route }, time)
    },
  }
}

/** What the port for operators prints: the figures of this process, or of several. */
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
 * In the first of several processes: the figures of those that answer, added up, and how many there are. `ask` gives what the
 * processes say of themselves; null for one that did not answer.
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
        help: 'Server processes, by whether they gave their figures in time; those of a silent one are missing here.',
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
