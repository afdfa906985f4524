// The end of a file's name says its ring. `*.test.ts` needs neither a server nor the artifact of the whole world: `npm run check`.
// `*.world.test.ts` needs one of them: `npm test` adds it, and `smoke`, the real thing once. `*.full.test.ts` takes seconds or more
// engines: .ci/run adds it. `*.long.test.ts` measures, presses a server, needs a browser or takes minutes: .ci/nightly.
import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const full = ['test/**/*.full.test.ts']
const long = ['test/**/*.long.test.ts']
const smoke = ['test/smoke/**/*.test.ts']
const world = ['test/**/*.world.test.ts']
const worldMocked = ['test/**/*.mocked.world.test.ts']
/** Short files that take long. The runner begins with long files; without this list a core would wait for one of these at the end. */
const slow = [
  'test/smoke/smoke.test.ts',
  'test/rehearsal/releases.full.test.ts',
  'test/pipeline/faults/killed.full.test.ts',
  'test/serve/alone.full.test.ts',
]
const isSlow = ({ moduleId }: TestSpecification): boolean =>
  slow.some((file) => moduleId.endsWith(`/${file}`))
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
// Other work on the machine may make a page or a server slower than the second that a poll has by itself.
const patient = { env, testTimeout: 600_000, hookTimeout: 600_000, expect: { poll: { timeout: 30_000 } } }
// For a busy machine: none takes a third of it on a quiet one.
const fast = { env, testTimeout: 60_000, hookTimeout: 60_000, maxWorkers }
// The files of a worker share their modules: to load them again for each file took a third of the time.
const shared = { ...fast, isolate: false }
/** Finds or builds the artifact of the whole world before the first test of a project: only for the projects that need it. */
const globalSetup = ['test/support/worlds/embedded.ts']

// CI reads a report as JSON from the file that the environment names. A part of the night may share the machine with itself.
const { TZREF_TEST_REPORT: outputFile, TZREF_LONG_WORKERS: longWorkers = '1' } = process.env
const jsonReport: ['json', { outputFile: string }][] =
  outputFile === undefined ? [] : [['json', { outputFile }]]

export default defineConfig({
  test: {
    reporters: ['default', './test/support/left-out-reporter.ts', ...jsonReport],
    sequence: { sequencer: SlowFirst },
    projects: [
      {
        test: {
          ...shared,
          name: 'fast',
          // The path that a test finds here is named by its error.
          provide: {
            embeddedArtifact: 'name a test that needs the artifact of the whole world *.world.test.ts',
          },
          include: ['test/**/*.test.ts'],
          exclude: [...full, ...smoke, ...world, ...long],
        },
      },
      { test: { ...shared, name: 'world', include: world, exclude: worldMocked, globalSetup } },
      // A file that puts other modules in the place of ours must have its modules for itself.
      { test: { ...fast, name: 'world-mocked', include: worldMocked, globalSetup } },
      { test: { ...patient, name: 'smoke', include: smoke, maxWorkers, globalSetup } },
      {
        test: {
          ...patient,
          name: 'full',
          provide: { takesAll: false },
          include: full,
          maxWorkers,
          globalSetup,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          ...patient,
          name: 'long',
          provide: { takesAll: true },
          include: long,
          testTimeout: 2_400_000,
          hookTimeout: 2_400_000,
          maxWorkers: Number(longWorkers),
          globalSetup,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
})
