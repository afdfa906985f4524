// What one sender costs is that sender's: attacks on a route of each class of cost, by each kind of sender (short form).
import { inject } from 'vitest'
import { testSenders } from '../support/attacks/senders-suite.ts'

testSenders({
  artifact: () => inject('embeddedArtifact'),
  paths: [
    '/v1/timezones/UTC',
    '/v1/countries/us?include=cities&detail=full',
    '/sitemap/1.xml',
    '/preview/Europe/Berlin.png',
    '/cities?q=an',
    '/search?q=san',
    '/account/sign-in',
    '/nowhere',
  ],
  connections: 12,
  seconds: 1,
})
