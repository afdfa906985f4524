// A fleet on several hosts, in the long form: real releases where they are, more load, and everything away for a quarter of a minute.
import { describeHosts } from '../support/hosts-suite.ts'
import { hasRealReleases } from '../support/release-world.ts'

describeHosts({
  releases: hasRealReleases ? ['2026b', '2026c'] : ['2030a', '2030b'],
  awayMs: 15_000,
  perSecond: 200,
})
