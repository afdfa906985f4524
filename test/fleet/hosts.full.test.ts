// A fleet on several hosts, in the short form for CI; `npm run long -- hosts` is the long one.
import { describeHosts } from '../support/attacks/hosts-suite.ts'

describeHosts({ releases: ['2030a', '2030b'], awayMs: 1000, perSecond: 80, rehearsals: [] })
