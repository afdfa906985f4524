// Runs the server for `bench access`: one application in one process. Its access layer changes between rounds.
import { openArtifact } from '#open/artifact.ts'
import { Access } from '#serve/access/access.ts'
import { openFleetBurst } from '#serve/access/fleet-burst.ts'
import { readPlans } from '#open/access/plans.ts'
import { openAccountStore } from '#apps/accounts/store/open-store.ts'
import { createApp } from '#serve/app.ts'
import { openCatalogue } from '#serve/catalogue.ts'
import { nowMs } from '#open/program/clock.ts'
import { makeTokens } from './http-server.ts'

/** A message from the client's process: the layer to use from now on, or `end` to ask for the measurement since then. */
export type Question = { readonly use: string } | 'end'

export interface Ready {
  readonly kind: 'ready'
  readonly port: number
  /** Names of the access layers. */
  readonly layers: readonly string[]
  readonly tokens: readonly string[]
}

export interface Measured {
  readonly kind: 'measured'
  /** Microseconds of this process's processor time. */
  readonly cpu: number
}

/** Enough accounts for all requests to stay within the Business plan's 100 a second. */
const ACCOUNTS = 400

const [, , directory = '', accounts = '', redis = ''] = process.argv

/** Admits everyone at no cost. It shows the cost of a request without an access layer. */
const open: Pick<Access, 'admit'> = {
  admit: () => ({ kind: 'admitted', accountId: '', tokenId: '', requestsPerSecond: 1e6, settle: () => ({}) }),
}

async function listen(access: Pick<Access, 'admit'>): Promise<number> {
  const urls = { base: 'https://api.example.org/v1', web: 'https://example.org' }
  const catalogue = openCatalogue(openArtifact(directory), urls)
  const app = createApp({
    catalogue: () => catalogue,
    urls,
    access,
    nowMs,
    cors: true,
    trustedProxies: [],
    metrics: { answered: () => undefined },
    logger: undefined,
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const address = app.server.address()
  if (address === null || typeof address === 'string') throw new Error('not bound to a port')
  return address.port
}

const tokens = await makeTokens(accounts, ACCOUNTS, 'business')
const store = await openAccountStore(accounts, 'refuse')

const accessOf = async (limits: string | null, enforceMonthly: boolean): Promise<Access> => {
  const burst = limits === null ? undefined : await openFleetBurst({ address: limits })
  const access = new Access({
    store,
    plans: readPlans(),
    resendUrl: '',
    enforceMonthly,
    ...(burst === undefined ? {} : { burst }),
  })
  setInterval(() => void access.flush(nowMs()), 500)
  return access
}

const layers = new Map<string, Pick<Access, 'admit'>>([
  ['off', open],
  ['on', await accessOf(null, false)],
  ['monthly', await accessOf(null, true)],
])
if (redis !== '') layers.set('redis', await accessOf(redis, false))
let layer = open
const port = await listen({ admit: (request) => layer.admit(request) })
const say = (message: Ready | Measured): void => void process.send?.(message)
let began = process.cpuUsage()
process.on('message', (question: Question) => {
  if (question === 'end') {
    const { user, system } = process.cpuUsage(began)
    say({ kind: 'measured', cpu: user + system })
  } else {
    layer = layers.get(question.use) ?? open
    began = process.cpuUsage()
  }
})
process.on('disconnect', () => process.exit())
say({ kind: 'ready', port, layers: [...layers.keys()], tokens })
