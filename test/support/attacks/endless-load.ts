// Requests to servers without pause until the servers have gone: a plan without limits, and the times of the answers.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { ServerProcess } from '../servers/server-process.ts'

const FREE = { id: 'free', name: 'Free', priceUsd: 0, headroomPercent: 0, extras: [] }
const PLANS = {
  plans: [
    { ...FREE, requestsPerMonth: 1, requestsPerSecond: 1 },
    { ...FREE, id: 'test', name: 'Test', requestsPerMonth: 1e12, requestsPerSecond: 1e6 },
  ],
}

/** Writes a plans file with a plan `test` that refuses nothing. Returns its path. */
export function writeEndlessPlans(folder: string): string {
  const path = join(folder, 'plans.json')
  writeFileSync(path, JSON.stringify(PLANS))
  return path
}

/** Asks in so many lanes until the server has gone. Returns the time of each counted answer. */
export async function askUntilGone(server: ServerProcess, token: string, lanes: number): Promise<number[]> {
  const arrived: number[] = []
  const lane = async (): Promise<void> => {
    for (;;) {
      const answer = await server
        .ask('/v1/timezones/Europe/Berlin', { authorization: `Bearer ${token}` })
        .catch(() => null)
      if (answer === null) return
      // A busy server may answer 503, which counts for nobody.
      if (answer.status === 503) continue
      expect(answer.status).toBe(200)
      arrived.push(Date.now())
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  return arrived
}
