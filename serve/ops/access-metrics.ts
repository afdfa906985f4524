// Prometheus metrics of accounts, limits and mails.
import { Counter, Gauge, type Registry } from 'prom-client'
import { addReadGauge } from './metrics.ts'

export interface AccessMetrics {
  /** The account store could not be asked, or usage could not be written. */
  readonly storeFailed: () => void
  /** Whether burst limits are exact over the fleet. Never called for a process that has its own limits by choice. */
  readonly limitsExact: (isExact: boolean) => void
  readonly mailed: (sent: number, failed: number) => void
  /** The number of mails that wait to be handed over. */
  readonly mailsWaiting: (count: number) => void
  /** Reports from now on how many passwords are being checked or wait for it. */
  readonly watchesPasswords: (underWay: () => number) => void
}

/** Adds the metrics to a registry. */
export function createAccessMetrics(registry: Registry): AccessMetrics {
  const failures = new Counter({
    name: 'tzref_account_store_failures_total',
    help: 'Failed queries of the account store and failed writes of usage.',
    registers: [registry],
  })
  const exact = new Gauge({
    name: 'tzref_limits_exact',
    help: '1: burst limits are exact over the fleet, or the process is alone. 0: the limits store does not answer.',
    // When one of several processes counts only its own requests, the fleet is inexact.
    aggregator: 'min',
    registers: [registry],
  })
  exact.set(1)
  const mails = new Counter({
    name: 'tzref_mails_total',
    help: 'Attempts to hand over a mail, by result.',
    labelNames: ['result'],
    registers: [registry],
  })
  // Created at 0, so that the first mail shows as an increase.
  for (const result of ['sent', 'failed']) mails.inc({ result }, 0)
  const waiting = new Gauge({
    name: 'tzref_mails_waiting',
    help: 'Mails of the account store that wait to be handed over, as asked a quarter of a minute ago at most.',
    // The servers of a fleet share the store: each of them sees the same mails.
    aggregator: 'max',
    registers: [registry],
  })
  return {
    watchesPasswords: (underWay) =>
      addReadGauge(
        registry,
        'tzref_passwords_under_way',
        'Passwords that are being checked or wait for it.',
        underWay,
      ),
    mailsWaiting: (count) => waiting.set(count),
    storeFailed: () => failures.inc(),
    limitsExact: (isExact) => exact.set(isExact ? 1 : 0),
    mailed(sent, failed) {
      if (sent > 0) mails.inc({ result: 'sent' }, sent)
      if (failed > 0) mails.inc({ result: 'failed' }, failed)
    },
  }
}
