// `tzref account show`: all that is stored of an account, for a person to read; `account export` prints the same as JSON.
import { exportAccount } from '../store/export.ts'
import type { Account } from '../store/accounts.ts'
import type { AccountStore } from '../store/store.ts'
import { columns } from './account-options.ts'

type Values = Readonly<Record<string, unknown>>

const isValues = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A value in a cell: `-` for none, yes and no, JSON for what has parts. */
function cell(value: unknown): string {
  if (value === null || value === undefined) return '-'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return typeof value === 'string' ? value : JSON.stringify(value)
}

const headOf = (name: string): string => name.toUpperCase().replaceAll('_', ' ')

/** A list as columns, below its name. */
function listed(name: string, rows: readonly Values[]): string {
  const [first] = rows
  if (first === undefined) return `${headOf(name)}: none\n`
  const names = Object.keys(first)
  return `${headOf(name)}\n${columns([names, ...rows.map((row) => names.map((column) => cell(row[column])))])}`
}

/** Days as months: the answers of each month by key and status. */
function byMonth(days: readonly Values[]): Values[] {
  const sums = new Map<string, { month: string; key: unknown; status: unknown; requests: number }>()
  for (const { day, key, status, requests } of days) {
    const month = String(day).slice(0, 7)
    const id = JSON.stringify([month, key, status])
    const sum = sums.get(id) ?? { month, key, status, requests: 0 }
    sums.set(id, { ...sum, requests: sum.requests + Number(requests) })
  }
  return [...sums.values()]
}

/** Whether a field has one value, not parts. */
const isFact = ([, part]: readonly [string, unknown]): boolean => typeof part !== 'object' || part === null

/** The parts of an export one below the other. A part that the export gets later is shown too. */
function partsOf(name: string, value: unknown): string[] {
  if (Array.isArray(value)) {
    const rows = value.filter(isValues)
    return [name === 'days' ? listed('answers', byMonth(rows)) : listed(name, rows)]
  }
  if (!isValues(value)) return [`${headOf(name)}: ${cell(value)}\n`]
  const entries = Object.entries(value)
  const facts = entries.filter(isFact).map(([fact, part]) => [fact, cell(part)])
  const parts = entries.filter((entry) => !isFact(entry)).flatMap(([part, of]) => partsOf(part, of))
  return facts.length === 0 ? parts : [`${headOf(name)}\n${columns(facts)}`, ...parts]
}

/** All that is stored of an account, as text. Of usage it has the months instead of the days. */
export async function accountText(store: AccountStore, account: Account, nowMs: number): Promise<string> {
  const parts = Object.entries(await exportAccount(store, account, nowMs))
  return parts.flatMap(([name, value]) => partsOf(name, value)).join('\n')
}
