// What one sender costs is that sender's: attacks on every route by its dearest requests. Honest calls meanwhile are answered.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { buildIn } from '../../bench/artifact.ts'
import { WORST_OF_ACCOUNT, WORST_OF_API, WORST_OF_SITE } from '../../bench/worst-requests.ts'
import { testSenders } from '../support/attacks/senders-suite.ts'

const folder = mkdtempSync(join(tmpdir(), 'tzref-senders-artifact-'))
afterAll(() => rmSync(folder, { recursive: true }))

testSenders({
  artifact: () => buildIn(folder, { withoutBoundaries: false }),
  paths: [
    ...Object.values(WORST_OF_API).map(({ path }) => `/v1${path(0)}`),
    ...[WORST_OF_SITE, WORST_OF_ACCOUNT].flatMap((table) => Object.values(table).map(({ path }) => path(0))),
  ],
  connections: 12,
  seconds: 1,
  // An hour: TZREF_ABUSE_SECONDS=3600.
  together: Number(process.env['TZREF_ABUSE_SECONDS'] ?? 240),
})
