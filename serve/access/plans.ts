// Plans are data: reads plans.json, checks every field of it, and finds a plan by its id.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { CommandError } from '#cli/command-error.ts'

/** What an account may ask for. */
export interface Plan {
  readonly id: string
  /** As written in messages and mails. */
  readonly name: string
  /** Per month, plus taxes. */
  readonly priceUsd: number
  readonly requestsPerMonth: number
  readonly requestsPerSecond: number
  /** Served above the month's quota, as a share of it. 0: the plan stops at its quota. */
  readonly headroomPercent: number
  readonly extras: readonly string[]
}

/** Every plan by its id, in the order of the file. */
export type Plans = ReadonlyMap<string, Plan>

/** The plans of the interface, which come with tzref. */
export const DEFAULT_PLANS_PATH = fileURLToPath(new URL('plans.json', import.meta.url))

type Check = { expected: string; holds: (value: unknown) => boolean }

const isInteger = (value: unknown, min: number, max: number): boolean =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= min && value <= max

// The names go into header fields, mails and messages: printable ASCII without quotes needs no escaping in any of them.
const CHECKS: Record<keyof Plan, Check> = {
  id: {
    expected: 'lower-case letters, digits and hyphens, at most 32',
    holds: (value) => typeof value === 'string' && /^[a-z][a-z0-9-]{0,31}$/.test(value),
  },
  name: {
    expected: 'letters, digits, spaces and hyphens, at most 64',
    holds: (value) => typeof value === 'string' && /^[A-Za-z][A-Za-z0-9 -]{0,63}$/.test(value),
  },
  priceUsd: {
    expected: 'a number, 0 or more',
    holds: (value) => typeof value === 'number' && Number.isFinite(value) && value >= 0,
  },
  requestsPerMonth: {
    expected: 'an integer from 1 to 1000000000000',
    holds: (value) => isInteger(value, 1, 1e12),
  },
  requestsPerSecond: {
    expected: 'an integer from 1 to 1000000',
    holds: (value) => isInteger(value, 1, 1e6),
  },
  headroomPercent: {
    expected: 'an integer from 0 to 100',
    holds: (value) => isInteger(value, 0, 100),
  },
  extras: {
    expected: 'an array of strings',
    holds: (value) => Array.isArray(value) && value.every((item) => typeof item === 'string'),
  },
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isPlan = (row: unknown): row is Plan =>
  isRecord(row) && Object.entries(CHECKS).every(([field, check]) => check.holds(row[field]))

/** The plans in a JSON text. Throws a CommandError that names the place, what was found and what was expected. */
export function parsePlans(text: string, path: string): Plans {
  const fault = (where: string, found: unknown, expected: string): CommandError =>
    new CommandError(
      `${path}: ${where}: found ${found === undefined ? 'nothing' : JSON.stringify(found)}, expected ${expected}`,
      1,
    )
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch (error) {
    throw new CommandError(`${path}: not JSON (${String(error)}), expected {"plans": [...]}`, 1)
  }
  const rows = isRecord(parsed) ? parsed['plans'] : undefined
  if (!Array.isArray(rows) || rows.length === 0) throw fault('plans', rows, 'an array of at least one plan')
  const plans = new Map<string, Plan>()
  for (const [index, row] of rows.entries()) {
    const where = `plans[${index}]`
    if (!isRecord(row)) throw fault(where, row, 'an object')
    for (const [field, check] of Object.entries(CHECKS)) {
      if (!check.holds(row[field])) throw fault(`${where}.${field}`, row[field], check.expected)
    }
    const unknown = Object.keys(row).find((key) => !(key in CHECKS))
    if (unknown !== undefined) throw fault(where, unknown, `only ${Object.keys(CHECKS).join(', ')}`)
    if (!isPlan(row)) throw fault(where, row, 'a plan')
    if (plans.has(row.id)) throw fault(`${where}.id`, row.id, 'an id that no earlier plan has')
    plans.set(row.id, row)
  }
  return plans
}

/** Reads and checks a plans file; without a path, the plans of the interface. */
export function readPlans(path: string = DEFAULT_PLANS_PATH): Plans {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    throw new CommandError(`${path}: cannot be read (${String(error)}), expected a plans file`, 1)
  }
  return parsePlans(text, path)
}

/** The most requests of one month that are served: the quota and its headroom. */
export function servedPerMonth(plan: Plan): number {
  return plan.requestsPerMonth + Math.floor((plan.requestsPerMonth * plan.headroomPercent) / 100)
}
