// The soak in the long form: an hour, or TZREF_SOAK_SECONDS, with a swap every ten seconds.
import { vi } from 'vitest'
import { hasRealReleases } from '../support/worlds/release-world.ts'
import { testSoak } from '../support/attacks/soak-suite.ts'

const seconds = Number(process.env['TZREF_SOAK_SECONDS'] ?? 3600)
vi.setConfig({ testTimeout: (seconds + 600) * 1000 })

testSoak({
  releases: hasRealReleases ? ['2026b', '2026c'] : ['2030a', '2030b'],
  seconds,
  warmUpSeconds: Math.min(300, seconds / 5),
  swapEverySeconds: 10,
  perSecond: 90,
  mostTimesP99: 3,
})
