// Five projects. `fast` and `fast-mocked` are what `npm run check` runs; `npm test` adds `smoke`, the real thing once; `npm run test:all` adds
// `full`, which takes minutes or more engines, and `alone`, which measures or presses a server and so has the machine to itself.
import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const full = ['test/**/*.full.test.ts']
const smoke = ['test/smoke/**/*.test.ts']
const mocked = ['test/**/*.mocked.test.ts']
/** Files that measure time or memory, or press a server; of `fleet` all but a few. */
const alone = [
  'test/core/artifact/boundaries-memory',
  'test/fleet/!(account-browser|account-factor-browser|account-killed|account-life|first-artifact|proxies|starting|store-stopped)',
  'test/property/requests',
  'test/serve/access/fleet-burst',
  'test/serve/ops/{swap-under-load,turns}',
].map((file) => `${file}.full.test.ts`)
/** Short files that take long. The runner begins with long files; without this list a core would wait for one of these at the end. */
const slow = [
  'smoke/smoke',
  'rehearsal/releases.mocked',
  'pipeline/rebuild.full',
  'pipeline/faults/killed.full',
  'pipeline/boundaries-build.full',
  'serve/ops/refused.full',
]
const isSlow = ({ moduleId }: TestSpecification): boolean =>
  slow.some((file) => moduleId.endsWith(`/test/${file}.test.ts`))
class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- a method of the runner's, not of an array
    const sorted = await super.sort(files)
    return sorted.toSorted((one, other) => Number(isSlow(other)) - Number(isSlow(one)))
  }
}
// No server of a test asks IANA's host which tz release is the latest.
const env = { TZREF_NO_UPDATE_CHECK: 'true' }
// One more than cores: a test often waits for a server, a browser, a program or a time.
const maxWorkers = availableParallelism() + 1
const timeouts = { testTimeout: 600_000, hookTimeout: 600_000 }
// Other work on the machine may make a page or a server slower than the second that a poll has by itself.
const patient = { env, ...timeouts, expect: { poll: { timeout: 30_000 } } }
// For a busy machine: none takes a third of it on a quiet one.
const fast = { env, testTimeout: 60_000, hookTimeout: 60_000, maxWorkers }

// CI reads a report as JSON from the file that the environment names.
const { TZREF_TEST_REPORT: outputFile } = process.env
const jsonReport: ['json', { outputFile: string }][] =
  outputFile === undefined ? [] : [['json', { outputFile }]]

export default defineConfig({
  test: {
    globalSetup: ['test/support/worlds/embedded.ts'],
    reporters: ['default', './test/support/left-out-reporter.ts', ...jsonReport],
    sequence: { sequencer: SlowFirst },
    projects: [
      {
        test: {
          ...fast,
          name: 'fast',
          include: ['test/**/*.test.ts'],
          exclude: [...full, ...smoke, ...mocked, 'test/**/*.long.test.ts'],
          // The files of a worker share their modules: to load them again for each file took a third of the time.
          isolate: false,
        },
      },
      // A file that puts other modules in the place of ours must have its modules for itself.
      { test: { ...fast, name: 'fast-mocked', include: mocked } },
      { test: { name: 'smoke', include: smoke, env, ...timeouts, maxWorkers } },
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
