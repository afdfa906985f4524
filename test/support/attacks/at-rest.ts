// The end of every suite with a server under load: no request is under way, the server is ready, and it answers in time.
import { expect } from 'vitest'
import type { ServerProcess } from '../servers/server-process.ts'

/**
 * The server beside which memory is compared gets as many plain requests as there were attacks, and no more than this. Its memory was 180 to 206 MB
 * after 40,000 to 70,000, and 187 after two million.
 */
export const MOST_PLAIN = 300_000

/** Gauges that describe the server and not its work. All others must return to 0, also those that are added later. */
const STATES = [
  'tzref_build_info',
  'tzref_artifact_info',
  'tzref_artifact_reference_timestamp_seconds',
  'tzref_artifact_refused',
  'tzref_limits_exact',
  'tzref_newer_release',
  'tzref_newer_release_known',
  'tzref_release_pinned',
  'tzref_processes',
  'tzref_mails_waiting',
  'tzref_unknown_proxy',
  // The connection over which a test asks is one.
  'tzref_connections',
]
/** A busy machine may need so long to notice that its clients have gone. */
const REST_WITHIN_MS = 60_000
const ANSWER_WITHIN_SECONDS = 1

/** The gauges among printed metrics that are not at 0. */
function busyGauges(metrics: string): Record<string, number> {
  const gauges = [...metrics.matchAll(/^# TYPE (tzref_\w+) gauge$/gm)].map(([, name]) => name ?? '')
  const busy: Record<string, number> = {}
  for (const name of gauges) {
    if (STATES.includes(name)) continue
    const value = Number(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, 'm').exec(metrics)?.[1])
    if (value !== 0) busy[name] = value
  }
  const silent = Number(/^tzref_processes\{state="silent"\} (\d+)$/m.exec(metrics)?.[1] ?? 0)
  if (silent > 0) busy['processes that are silent'] = silent
  return busy
}

/** Fails when a server holds something of clients that have gone, is not ready, or does not answer in time. */
export async function expectAtRest(server: ServerProcess): Promise<void> {
  const figures = async (): Promise<string> => (await server.ask(`${server.opsOrigin}/metrics`)).body
  // A worker that is still starting gives no metrics.
  await expect.poll(figures, { timeout: REST_WITHIN_MS }).toContain('# TYPE tzref_requests_in_flight gauge')
  await expect.poll(async () => busyGauges(await figures()), { timeout: REST_WITHIN_MS }).toEqual({})
  await expect
    .poll(async () => (await server.ask(`${server.opsOrigin}/readyz`)).body, { timeout: REST_WITHIN_MS })
    .toMatch(/"status":"(?:ready|degraded)"/)
  // Others use the machine too, so one fast answer is enough. A server that stays slow has not recovered.
  const secondsOfAnswer = async (): Promise<number> => {
    const began = performance.now()
    const { status } = await server.ask('/time.json', { connection: 'close' })
    return status === 200 ? (performance.now() - began) / 1000 : Infinity
  }
  await expect.poll(secondsOfAnswer, { timeout: REST_WITHIN_MS }).toBeLessThan(ANSWER_WITHIN_SECONDS)
}
