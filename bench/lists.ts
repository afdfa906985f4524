// Compares the endpoints' full lists with JSON.stringify of the same objects, by CPU time of this process.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openArtifact } from '#open/artifact.ts'
import { epochSeconds, type EpochSeconds } from '#core/time/units.ts'
import { openCatalogue, type Catalogue } from '#serve/catalogue.ts'
import { listCities } from '#serve/api/endpoints/cities.ts'
import { listCountries } from '#serve/api/endpoints/countries.ts'
import type { EndpointHandler } from '#serve/api/endpoints/endpoint.ts'
import { listTimezones } from '#serve/api/endpoints/timezones.ts'
import { openPrepared } from '#serve/api/prepared.ts'
import { outgoing, type Made } from '#serve/api/reply.ts'
import type { Body } from '#serve/http/exchange.ts'
import { buildIn } from './artifact.ts'

/** The highest allowed cost of an answer with tag and envelope, as bytes, relative to JSON.stringify of the same objects. */
const MOST = 1.15
/** The highest allowed relative cost when the client already has the answer. */
const MOST_UNCHANGED = 0.1
const ROUNDS = 41
const BATCH = 20

interface List {
  readonly name: string
  readonly handler: EndpointHandler
  readonly query: string
}

const LISTS: readonly List[] = [
  { name: '/timezones, all in full', handler: listTimezones, query: 'per_page=500&detail=full' },
  { name: '/cities, 100 in full', handler: listCities, query: 'per_page=100&detail=full' },
  { name: '/countries, 100 in full', handler: listCountries, query: 'per_page=100&detail=full' },
]

const lengthOf = (body: Body): number =>
  typeof body === 'string' || 'length' in body ? body.length : body.bytes.length

/** Prints the CPU time of each list: of the peer, of the whole answer with its ETag, and of a 304. */
export async function benchLists(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'tzref-bench-'))
  try {
    const directory = await buildIn(folder)
    const artifact = openArtifact(directory)
    const catalogue = openCatalogue(artifact, {
      base: 'http://127.0.0.1:8080/v1',
      web: 'http://127.0.0.1:8080',
    })
    for (const list of LISTS) report(list, catalogue)
    artifact.close()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function report({ name, handler, query }: List, catalogue: Catalogue): void {
  let now = Date.UTC(2026, 10, 20, 12) / 1000
  // Each call is at another second, so nothing that holds for only one second can be cached.
  const tick = (): EpochSeconds => epochSeconds(now++)
  const prepared = openPrepared(2 ** 24)
  const answer = (at: EpochSeconds, isKept: boolean): Made => {
    const reply = handler({ catalogue, now: at, query, identifier: '' })
    const made = outgoing(reply, {
      now: at,
      catalogue,
      prepared,
      headers: isKept ? { 'if-none-match': '*' } : {},
    })
    if (made instanceof Promise || made.status !== (isKept ? 304 : 200)) throw new Error(`${name}: no answer`)
    return made
  }
  const { body } = answer(tick(), false)
  if (typeof body === 'string' || 'bytes' in body) throw new Error(`${name}: expected bytes`)
  const objects: unknown = JSON.parse(Buffer.concat(body).toString())

  const peers: number[] = []
  const ours: number[] = []
  const unchanged: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    peers.push(cpuOf(() => JSON.stringify(objects).length))
    ours.push(cpuOf(() => lengthOf(answer(tick(), false).body)))
    unchanged.push(cpuOf(() => lengthOf(answer(tick(), true).body)))
  }
  const [peer, our, kept] = [median(peers), median(ours), median(unchanged)]
  console.log(
    `${name}: JSON.stringify ${show(peer)}; as UTF-8 with ETag and envelope ${show(our)} (${(our / peer).toFixed(2)} times); unchanged ${show(kept)} (${(kept / peer).toFixed(3)} times)`,
  )
  const verdict = (what: string, ratio: number, most: number): void => {
    if (ratio <= most) return
    console.error(
      `bench lists: ${name}${what}: ${ratio.toFixed(2)} times the peer, at most ${most} are allowed`,
    )
    process.exitCode = 1
  }
  verdict('', our / peer, MOST)
  verdict(', unchanged', kept / peer, MOST_UNCHANGED)
}

/** Microseconds of CPU time for one call. */
function cpuOf(work: () => number): number {
  let sum = 0
  const start = process.cpuUsage()
  for (let index = 0; index < BATCH; index++) sum += work()
  const { user, system } = process.cpuUsage(start)
  if (sum < 0) throw new Error('nothing was made')
  return (user + system) / BATCH
}

const show = (microseconds: number): string => `${(microseconds / 1000).toFixed(2)} ms`

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[sorted.length >> 1] ?? 0
}
