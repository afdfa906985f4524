// The soak in the short form for CI; `npm run long -- soak` takes an hour.
import { testSoak } from '../support/attacks/soak-suite.ts'

testSoak({
  releases: ['2030a', '2030b'],
  seconds: 16,
  warmUpSeconds: 6,
  swapEverySeconds: 2,
  perSecond: 80,
  mostTimesP99: null,
})
