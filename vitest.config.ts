// Two projects: `fast` is what `npm run check` runs; `full` needs engines, ports or minutes and runs in `npm test`.
import { defineConfig } from 'vitest/config'

const full = ['test/**/*.full.test.ts']
// No server of a test asks IANA's host which tz release is the latest.
const env = { TZREF_NO_UPDATE_CHECK: 'true' }
const globalSetup = ['test/support/embedded.ts']

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
        },
      },
      {
        test: {
          name: 'full',
          include: full,
          globalSetup,
          env,
          testTimeout: 300_000,
          hookTimeout: 300_000,
          fileParallelism: false,
        },
      },
    ],
  },
})
