// The name of a file says its project. `*.test.ts` needs neither a server nor the artifact of the whole world: `npm run check` runs it.
// `*.world.test.ts` needs that artifact: `npm test` adds it and `smoke`, the real thing once. `npm run test:all` adds `*.full.test.ts`, which
// takes minutes or more engines; those of `alone` measure or press a server and have the machine to themselves.
import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const full = ['test/**/*.full.test.ts']
const smoke = ['test/smoke/**/*.test.ts']
const mocked = ['test/**/*.mocked.test.ts']
const world = ['test/**/*.world.test.ts']
const worldMocked = ['test/**/*.mocked.world.test.ts']
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

/** Finds or builds the artifact of the whole world before the first test of a project: only for the projects that need it. */
const globalSetup = ['test/support/worlds/embedded.ts']

// CI reads a report as JSON from the file that the environment names.
const { TZREF_TEST_REPORT: outputFile } = process.env
const jsonReport: ['json', { outputFile: string }][] =
  outputFile === undefined ? [] : [['json', { outputFile }]]

export default defineConfig({
  test: {
    reporters: ['default', './test/support/left-out-reporter.ts', ...jsonReport],
    sequence: { sequencer: SlowFirst },
    projects: [
      {
        test: {
          ...fast,
          name: 'fast',
          include: ['test/**/*.test.ts'],
          exclude: [...full, ...smoke, ...mocked, ...world, 'test/**/*.long.test.ts'],
          // The files of a worker share their modules: to load them again for each file took a third of the time.
          isolate: false,
        },
      },
      // A file that puts other modules in the place of ours must have its modules for itself.
      { test: { ...fast, name: 'fast-mocked', include: mocked } },
      {
        test: { ...fast, name: 'world', include: world, exclude: worldMocked, globalSetup, isolate: false },
      },
      { test: { ...fast, name: 'world-mocked', include: worldMocked, globalSetup } },
      { test: { name: 'smoke', include: smoke, env, ...timeouts, maxWorkers, globalSetup } },
      {
        test: {
          name: 'full',
          globalSetup,
          include: full,
          exclude: alone,
          ...patient,
          maxWorkers,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'alone',
          globalSetup,
          include: alone,
          ...patient,
          maxWorkers: 1,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
})
