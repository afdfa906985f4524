// What one sender costs is that sender's also in a fleet: two workers with Redis, and a server behind nginx.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, inject } from 'vitest'
import { leftOut } from '../support/left-out.ts'
import { hasNginx, startNginx } from '../support/servers/nginx.ts'
import { hasRedis, redisServer } from '../support/servers/redis.ts'
import { testSenders } from '../support/attacks/senders-suite.ts'

const form = {
  artifact: () => inject('embeddedArtifact'),
  // A public answer that all share, and one of an account.
  paths: ['/sitemap/1.xml', '/v1/countries/us?include=cities&detail=full'],
  connections: 12,
  seconds: 1,
}

if (!hasRedis()) leftOut('two workers with Redis', 'Debian\'s package "redis-server"')
describe.skipIf(!hasRedis())('two workers with Redis', () => {
  const redis = redisServer()
  beforeAll(() => redis.start())
  afterAll(() => redis.remove())
  testSenders({ ...form, flags: () => ['--workers', '2', '--limits', redis.address] })
})

if (!hasNginx()) leftOut('a server behind nginx', 'Debian\'s package "nginx-light", or root')
describe.skipIf(!hasNginx())('behind nginx', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tzref-nginx-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  testSenders({
    ...form,
    async front({ origin }) {
      const { port, end } = await startNginx(origin, folder)
      return { origin: `http://127.0.0.1:${port}`, end }
    },
  })
})
