// How many descriptors the system allows this process, and how many connections a server may have without taking the last ones.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { DESCRIPTORS_LEFT, LEAST_CONNECTIONS } from './admission/numbers.ts'

const LIMITS = '/proc/self/limits'
const OPEN = '/proc/self/fd'

/** The text of /proc/self/limits. Empty on a system without it. */
export const limitsText = (): string => (existsSync(LIMITS) ? readFileSync(LIMITS, 'latin1') : '')

/** How many descriptors a text of limits allows. Null: the text does not tell. */
export function mostDescriptors(limits: string): number | null {
  const [, soft = ''] = /^Max open files\s+(\d+)/m.exec(limits) ?? []
  return soft === '' ? null : Number(soft)
}

/** The connections that this process may have beside what it has open now. Null: the system does not tell, and nothing is limited. */
export function mostConnections(): number | null {
  const most = mostDescriptors(limitsText())
  if (most === null || !existsSync(OPEN)) return null
  return Math.max(LEAST_CONNECTIONS, most - readdirSync(OPEN).length - DESCRIPTORS_LEFT)
}
