// Prints at the end of a run what it left out: skipped tests, whose names or neighbours give the reason, and projects.
import type { Reporter, TestModule } from 'vitest/node'

/** The projects that `npm test` leaves out: what they are, and who runs them. */
const PROJECTS: Readonly<Record<string, string>> = {
  full: 'takes seconds a file, or more engines: npm run full',
  long: 'measures, presses, needs a browser or takes minutes: .ci/nightly',
}

/** Belongs in vitest's list of reporters, after the one that prints the results. */
export default class LeftOutReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const skipped = modules.flatMap((module) =>
      [...module.children.allTests('skipped')].map(
        ({ fullName }) => `${module.relativeModuleId}: ${fullName}`,
      ),
    )
    for (const name of skipped) process.stderr.write(`left out: ${name}\n`)
    const run = new Set(modules.map(({ project }) => project.name))
    if (!run.has('smoke')) return
    for (const [name, reason] of Object.entries(PROJECTS)) {
      if (!run.has(name)) process.stderr.write(`left out: project ${name}, which ${reason}\n`)
    }
  }
}
