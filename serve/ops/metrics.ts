// What Prometheus can ask of a server process: answers by route and status, their time, and Node's own figures.
import { AggregatorRegistry, collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client'

export interface Metrics {
  readonly registry: Registry
  /** Counts one answer; `seconds` is its time in this process. */
  readonly answered: (route: string, status: number, seconds: number) => void
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
  return {
    registry,
    answered(route, status, time) {
      requests.inc({ route, status })
      seconds.observe({ route }, time)
    },
  }
}

/** What the port for operators prints: the figures of this process, or of several. */
export interface Figures {
  readonly registry: { readonly contentType: string; readonly metrics: () => Promise<string> }
}

/** In the first of several processes: the figures of those that answer, added up. */
export function metricsOfWorkers(): Figures {
  const registry = new AggregatorRegistry()
  return { registry: { contentType: registry.contentType, metrics: () => registry.clusterMetrics() } }
}

/** In one of several processes: gives its figures to the first one, for as long as it runs. */
export function answerForMetrics(registry: Registry): { close: () => Promise<void> } {
  AggregatorRegistry.setRegistries(registry)
  // Made for its side effect: from now on it answers the first process's questions.
  void new AggregatorRegistry()
  return { close: () => Promise.resolve() }
}
