// Two projects: `fast` is the tiny world and runs in `npm run check`; `full` needs built artifacts, engines or minutes.
import { defineConfig } from 'vitest/config'

const full = ['test/**/*.full.test.ts']

export default defineConfig({
  test: {
    projects: [
      {
        test: { name: 'fast', include: ['test/**/*.test.ts'], exclude: [...full, 'test/**/*.long.test.ts'] },
      },
      {
        test: {
          name: 'full',
          include: full,
          testTimeout: 300_000,
          hookTimeout: 300_000,
          fileParallelism: false,
        },
      },
    ],
  },
})
