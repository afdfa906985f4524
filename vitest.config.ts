// Three projects: `fast` is what `npm run check` runs; `full` needs engines or minutes, and `alone` also a machine on which no other
// test runs, since it measures or presses a server. `npm test` runs them one after the other.
import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

const full = ['test/**/*.full.test.ts']
const alone = [
  'test/{fleet,serve,property}/**/*.full.test.ts',
  'test/core/artifact/boundaries-memory.full.test.ts',
  'test/pipeline/boundaries-build.full.test.ts',
]
// No server of a test asks IANA's host which tz release is the latest.
const env = { TZREF_NO_UPDATE_CHECK: 'true' }
const globalSetup = ['test/support/embedded.ts']
// By itself the runner leaves one core idle: on two cores that is half of the machine.
const maxWorkers = availableParallelism()
const patient = { globalSetup, env, testTimeout: 300_000, hookTimeout: 300_000 }

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'fast',
          include: ['test/**/*.test.ts'],
          exclude: [...full, 'test/**/*.long.test.ts'],
          globalSetup,
          env,
          testTimeout: 20_000,
          maxWorkers,
        },
      },
      {
        test: {
          name: 'full',
          include: full,
          exclude: alone,
          ...patient,
          maxWorkers,
          sequence: { groupOrder: 1 },
        },
      },
      { test: { name: 'alone', include: alone, ...patient, maxWorkers: 1, sequence: { groupOrder: 2 } } },
    ],
  },
})
