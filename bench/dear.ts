// Measures the most expensive requests: the processor time of each, and the share of a core for a Free token that asks for nothing else.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openArtifact } from '#open/artifact.ts'
import { epochSeconds, type EpochSeconds } from '#core/time/units.ts'
import { showAbbreviation } from '#serve/api/endpoints/abbreviations.ts'
import { listCities, showCity } from '#serve/api/endpoints/cities.ts'
import { showConversion } from '#serve/api/endpoints/convert.ts'
import { showCountry } from '#serve/api/endpoints/countries.ts'
import type { EndpointHandler } from '#serve/api/endpoints/endpoint.ts'
import { listTimezones, showTimezone } from '#serve/api/endpoints/timezones.ts'
import { openPrepared } from '#serve/api/prepared.ts'
import { outgoing } from '#serve/api/reply.ts'
import { openCatalogue, type Catalogue } from '#serve/catalogue.ts'
import { buildIn } from './artifact.ts'

/** Requests a second of the Free plan, and the share of a core that they may take. */
const FREE = 5
const MOST_PERCENT = 15
/** The most milliseconds that the first request of a local day may take. It happens once for all callers. */
const MOST_FIRST = 60
const ROUNDS = 15

interface DearCase {
  readonly name: string
  readonly handler: EndpointHandler
  readonly identifier?: string
  /** The queries. Each round takes the next one. */
  readonly queries: readonly string[]
  /** Seconds from one round to the next. */
  readonly step?: number
}

const TEN =
  'Asia/Tokyo,America/New_York,Europe/London,Australia/Sydney,Africa/Cairo,America/Sao_Paulo,Asia/Kolkata,Pacific/Auckland,Europe/Moscow,America/Chicago'
const UNKNOWN = Array.from({ length: 10 }, (_, index) => `Atlantsi${index}`).join(',')
const ALL = 'include=timezones,abbreviations,cities&detail=full'

const ASKED: readonly DearCase[] = [
  { name: 'US with all in full', handler: showCountry, identifier: 'us', queries: [ALL] },
  {
    name: 'US with all in full, first of a local day',
    handler: showCountry,
    identifier: 'us',
    queries: [ALL],
    step: 86_400,
  },
  { name: 'India with all in full', handler: showCountry, identifier: 'in', queries: [ALL] },
  { name: 'US with rows of cities', handler: showCountry, identifier: 'us', queries: ['include=cities'] },
  {
    name: 'cities, 100 in full',
    handler: listCities,
    queries: ['q=a&detail=full&per_page=100&sort=-offset', 'q=e&detail=full&per_page=100'],
  },
  { name: 'cities that there are none of', handler: listCities, queries: ['q=xqzjw', 'q=qqqqq'] },
  {
    name: 'all time zones in full',
    handler: listTimezones,
    queries: ['per_page=500&detail=full&sort=-display_name'],
  },
  {
    name: 'a standard with its zones in full',
    handler: showAbbreviation,
    identifier: 'central-european-time',
    queries: ['include=timezones,countries&detail=full'],
  },
  {
    name: 'ten conversions, centuries in turns',
    handler: showConversion,
    queries: ['1850', '2150', '1950', '2050'].map(
      (year) => `from=Europe/Berlin&to=${TEN}&at=${year}-06-01T00:00:00`,
    ),
  },
  {
    name: 'ten unknown names',
    handler: showConversion,
    queries: [`from=Europe/Berlin&to=${UNKNOWN}`, `from=UTC&to=${UNKNOWN.replaceAll('a', 'e')}`],
  },
  { name: 'an unknown city', handler: showCity, identifier: 'atlantsi-city-of-the-sea', queries: [''] },
  { name: 'an unknown zone', handler: showTimezone, identifier: 'Europe/Atlantsi', queries: [''] },
]

/** Prints one line for each request. */
export async function benchDear(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'tzref-bench-'))
  try {
    const artifact = openArtifact(await buildIn(folder))
    const catalogue = openCatalogue(artifact, {
      base: 'http://127.0.0.1:8080/v1',
      web: 'http://127.0.0.1:8080',
    })
    for (const asked of ASKED) await report(asked, catalogue)
    artifact.close()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function report(
  { name, handler, identifier = '', queries, step = 1 }: DearCase,
  catalogue: Catalogue,
): Promise<void> {
  const prepared = openPrepared(2 ** 24)
  let now = Date.UTC(2026, 10, 20, 12) / 1000
  const answer = async (at: EpochSeconds, query: string): Promise<void> => {
    const reply = handler({ catalogue, now: at, query, identifier })
    await outgoing(reply, { now: at, catalogue, prepared, headers: { 'accept-encoding': 'gzip' } })
  }
  const rounds: number[] = []
  for (let round = -queries.length; round < ROUNDS; round++) {
    const query = queries[(round + queries.length) % queries.length] ?? ''
    const before = process.cpuUsage()
    await answer(epochSeconds((now += step)), query)
    const { user, system } = process.cpuUsage(before)
    // The first round of each query is not counted, because later rounds reuse what it makes.
    if (round >= 0) rounds.push((user + system) / 1000)
  }
  const [median = 0] = rounds.toSorted((one, other) => one - other).slice(ROUNDS >> 1)
  const isFirst = step > 1
  const percent = (median * FREE) / 10
  console.log(
    `${name}: ${median.toFixed(2)} ms${isFirst ? '' : `, ${percent.toFixed(1)} % of a core for a Free token`}`,
  )
  if (isFirst ? median <= MOST_FIRST : percent <= MOST_PERCENT) return
  console.error(`bench dear: ${name}: at most ${isFirst ? `${MOST_FIRST} ms` : `${MOST_PERCENT} %`} allowed`)
  process.exitCode = 1
}
