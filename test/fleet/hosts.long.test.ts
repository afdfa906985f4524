// A fleet on several hosts, in the long form: real releases if they are there, more load, longer failures, and two possible next tz
// releases.
import { describeHosts } from '../support/attacks/hosts-suite.ts'
import { hasRealReleases } from '../support/worlds/release-world.ts'

describeHosts({
  releases: hasRealReleases ? ['2026b', '2026c'] : ['2030a', '2030b'],
  awayMs: 15_000,
  perSecond: 200,
  rehearsals: [
    {
      name: 'a decree changes a standard time',
      changes: [{ file: 'asia', from: /^(\s+5:45\s+-\s+%z)$/m, to: '$1\t2030 Aug 14\n\t\t\t5:30\t-\t%z' }],
    },
    {
      name: 'that zone is renamed, with Links behind it',
      changes: [
        { file: 'asia', from: /^Zone\s+Asia\/Kathmandu/m, to: 'Zone Asia/Pokhara' },
        {
          file: 'backward',
          from: /^Link\s+Asia\/Kathmandu\s+Asia\/Katmandu/m,
          to: 'Link Asia/Pokhara Asia/Kathmandu\nLink Asia/Pokhara Asia/Katmandu',
        },
        { file: 'zone.tab', from: /Asia\/Kathmandu/, to: 'Asia/Pokhara' },
      ],
    },
  ],
})
