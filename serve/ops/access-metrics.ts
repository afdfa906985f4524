// Prometheus metrics of accounts, limits and mails.
import type { Registry } from 'prom-client'
import { metricsOf } from './metrics.ts'

export type AccessMetrics = ReturnType<typeof createAccessMetrics>

/** Adds the metrics to a registry. */
export function createAccessMetrics(registry: Registry) {
  const { counter, gauge, readGauge } = metricsOf(registry)
  const failures = counter(
    'tzref_account_store_failures_total',
    'Failed queries of the account store and failed writes of usage.',
  )
  const exact = gauge(
    'tzref_limits_exact',
    '1: burst limits are exact over the fleet, or the process is alone. 0: the limits store does not answer.',
    // When one of several processes counts only its own requests, the fleet is inexact.
    'min',
  )
  exact.set(1)
  const mails = counter('tzref_mails_total', 'Attempts to hand over a mail, by result.', 'result')
  // Created at 0, so that the first mail shows as an increase.
  for (const result of ['sent', 'failed']) mails.inc({ result }, 0)
  const waiting = gauge(
    'tzref_mails_waiting',
    'Mails of the account store that wait to be handed over, as asked a quarter of a minute ago at most.',
    // The servers of a fleet share the store: each of them sees the same mails.
    'max',
  )
  return {
    /** The account store could not be asked, or usage could not be written. */
    storeFailed: () => failures.inc(),
    /** Whether burst limits are exact over the fleet. Never called for a process that has its own limits by choice. */
    limitsExact: (isExact: boolean) => exact.set(isExact ? 1 : 0),
    /** The number of mails that wait to be handed over. */
    mailsWaiting: (count: number) => waiting.set(count),
    /** Reports from now on how many passwords are being checked or wait for it. */
    watchesPasswords: (underWay: () => number) =>
      readGauge('tzref_passwords_under_way', 'Passwords that are being checked or wait for it.', underWay),
    mailed(sent: number, failed: number): void {
      if (sent > 0) mails.inc({ result: 'sent' }, sent)
      if (failed > 0) mails.inc({ result: 'failed' }, failed)
    },
  }
}
