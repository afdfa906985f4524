// A server of /v1 alone over a file of tokens, whose credentials and usage are in memory. The test compiles it in a copy of some rooms.
import { readFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { startAlone } from '#serve/alone.ts'
import { Credentials } from './credentials.ts'

const [, , artifact = '', tokens = '', plans = '', port = '', opsPort = ''] = process.argv

const source = new Credentials()
for (const line of readFileSync(tokens, 'utf8').trim().split('\n')) {
  const [token = '', plan = '', state] = line.split(' ')
  source.add(token, plan, state === 'verified')
}

const [host, limits, updateUrl, artifactId] = ['127.0.0.1', null, null, basename(artifact)]
const limitsOf = { limits, plans, enforceMonthly: true, workers: 1, trustProxy: [], cors: true }
const at = { host, port: Number(port), opsPort: Number(opsPort), webUrl: 'https://example.org' }
await startAlone(
  { ...at, ...limitsOf, dist: dirname(artifact), artifact: artifactId, stopGrace: 0, updateUrl },
  source,
)
