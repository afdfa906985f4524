// Runs one contender of `npm run bench -- http` in its own process: the floor, or a server that people write themselves.
//   http-peer.ts <bare | skilled | naive>
// Each answers GET /v1/timezones/<id>, /v1/lookup?lat=…&lon=… and /v1/cities/<slug>, without tokens, limits or a log.
import type { RequestListener, Server } from 'node:http'

const [, , contender = ''] = process.argv

/** The floor: node:http, with a body of 1.5 kB and twelve header fields from memory. Nothing can be cheaper. */
async function bare(): Promise<Server> {
  const { createServer } = await import('node:http')
  const body = JSON.stringify({ data: 'x'.repeat(1500 - 11) })
  const fields = ['content-type', 'application/json; charset=utf-8', 'content-length', `${body.length}`]
  while (fields.length < 24) fields.push(`x-field-${fields.length}`, 'a value of usual length')
  const listener: RequestListener = (_request, response) => {
    response.writeHead(200, fields)
    response.end(body)
  }
  return createServer(listener)
}

interface Clock {
  readonly datetime: string
  readonly utc_offset: string
}

/** City's name in a path → zone, from the package that people use. */
async function zonesOfCities(): Promise<Map<string, string>> {
  const { cityMapping } = await import('city-timezones')
  return new Map(
    cityMapping.map(({ city_ascii, timezone }) => [
      city_ascii.toLowerCase().replaceAll(/[^a-z]+/g, '-'),
      timezone,
    ]),
  )
}

/** Fastify, geo-tz held in memory, and one cached formatter for each zone. */
async function skilled(): Promise<Server> {
  const [{ default: Fastify }, { find, preCache }, cities] = await Promise.all([
    import('fastify'),
    import('geo-tz/all'),
    zonesOfCities(),
  ])
  preCache()
  const formats = new Map<string, Intl.DateTimeFormat>()
  const clockOf = (timeZone: string): Clock => {
    let format = formats.get(timeZone)
    if (format === undefined) {
      format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
      formats.set(timeZone, format)
    }
    const now = Math.floor(Date.now() / 1000) * 1000
    const datetime = format.format(now).replace(' ', 'T')
    const minutes = Math.round((Date.parse(`${datetime}Z`) - now) / 60_000)
    const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
    return {
      datetime,
      utc_offset: `${minutes < 0 ? '-' : '+'}${String(hours).padStart(2, '0')}:${String(rest).padStart(2, '0')}`,
    }
  }
  const app = Fastify()
  app.get<{ Params: { '*': string } }>('/v1/timezones/*', ({ params }) => ({
    iana: params['*'],
    ...clockOf(params['*']),
  }))
  app.get<{ Querystring: { lat: string; lon: string } }>('/v1/lookup', ({ query }) => {
    const [iana = 'UTC'] = find(Number(query.lat), Number(query.lon))
    return { iana, ...clockOf(iana) }
  })
  app.get<{ Params: { city: string } }>('/v1/cities/:city', ({ params }) => {
    const iana = cities.get(params.city) ?? 'UTC'
    return { city: params.city, iana, ...clockOf(iana) }
  })
  await app.ready()
  return app.server
}

/** Express, geo-tz and luxon, as their first pages show them. */
async function naive(): Promise<Server> {
  const [{ default: express }, { find }, { DateTime }, cities, { createServer }] = await Promise.all([
    import('express'),
    import('geo-tz'),
    import('luxon'),
    zonesOfCities(),
    import('node:http'),
  ])
  const clockOf = (iana: string) => {
    const now = DateTime.now().setZone(iana)
    return { iana, datetime: now.toISO(), utc_offset: now.toFormat('ZZ'), abbreviation: now.offsetNameShort }
  }
  const app = express()
  app.get('/v1/timezones/*id', ({ params }, response) => {
    response.json(clockOf(params.id?.join('/') ?? 'UTC'))
  })
  app.get('/v1/lookup', ({ query }, response) => {
    const [iana = 'UTC'] = find(Number(query['lat']), Number(query['lon']))
    response.json(clockOf(iana))
  })
  app.get('/v1/cities/:city', ({ params }, response) => {
    response.json({ city: params['city'], ...clockOf(cities.get(params['city'] ?? '') ?? 'UTC') })
  })
  return createServer(app)
}

const makers: Readonly<Record<string, () => Promise<Server>>> = { bare, skilled, naive }
const make = makers[contender]
if (make === undefined) throw new Error(`there is no contender "${contender}"`)
const server = await make()
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (address !== null && typeof address !== 'string') process.send?.(address.port)
})
process.on('disconnect', () => process.exit())
