// Settlements that the boundaries and the text of the tz release put into different zones, and places in a dispute: all doors say so, and the
// text of the release says what the table says.
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { NEAR_KM } from '#core/ask/disagreements.ts'
import { answerAtDegrees } from '#core/ask/look-up.ts'
import { pointAnswer, namedBoundaries } from '#apps/cli/point-lines.ts'
import { distanceKm } from '#core/geo/distance.ts'
import { microdegrees } from '#core/geo/microdegrees.ts'
import { openArtifact } from '#open/artifact.ts'
import { openTzref } from '#apps/library/tzref.ts'
import { DISAGREEMENTS, DISPUTES } from '#pipeline/curated/columns.ts'
import { DISAGREEMENTS as REPORT } from '#pipeline/export/disagreements.ts'
import { encodeTable } from '#core/artifact/json-table.ts'
import { TABLES, type Row, type TableName } from '#schemas/reference-tables.ts'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { seededRandom } from '../../support/worlds/seeded-random.ts'
import { openService, type Service } from '../../support/worlds/service.ts'
import { tarballFiles, WITHOUT_TARBALLS } from '../../support/worlds/tz-releases.ts'
import { meaningOf, named } from '../../support/worlds/tokens.ts'

const directory = inject('embeddedArtifact')
const artifact = openArtifact(directory)
let service: Service
beforeAll(async () => {
  service = await openService()
})
afterAll(async () => {
  artifact.close()
  await service.close()
})

const page = async (path: string, query: Record<string, string>, of = service): Promise<string> => {
  const { body } = await of.app.inject({
    url: `${path}?${new URLSearchParams(query).toString()}`,
    headers: { host: 'localhost' },
  })
  return body
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&amp;', '&')
    .replaceAll('&#39;', "'")
    .replace(/\s+/g, ' ')
}

/** A name that means the settlement and nothing else. */
const nameOf = ({ place, division }: (typeof DISAGREEMENTS)[number]): string => {
  const region = artifact.rows('disagreement').find(({ name }) => name === place)?.region
  const country = { CA: 'Canada', US: 'United States', GL: 'Greenland' }[division.slice(0, 2)]
  return [place, region, country].filter((part) => part != null).join(', ')
}

test('the artifact has every row', () => {
  const zones = new Map(artifact.rows('zone').map(({ id, iana }) => [id, iana]))
  const rows = artifact.rows('disagreement').map((row) => ({
    place: row.name,
    lat: row.latitude / 1e6,
    lon: row.longitude / 1e6,
    polygons: zones.get(row.zone),
    text: zones.get(row.zone_of_text),
    line: row.sentence,
    source: row.source,
  }))
  const byPlace = (a: { place: string }, b: { place: string }): number => (a.place < b.place ? -1 : 1)
  expect(rows.toSorted(byPlace)).toEqual(
    DISAGREEMENTS.map(({ place, lat, lon, polygons, text, line, source }) => ({
      place,
      lat,
      lon,
      polygons,
      text,
      line,
      source,
    })).toSorted(byPlace),
  )
  expect(rows.length).toBeGreaterThan(15)
})

describe.each(DISAGREEMENTS)('$place', (row) => {
  const { place, lat, lon, polygons, text, line } = row

  test('/convert asks, with both zones, from and to', async () => {
    const questions: [from: string, to: string][] = [[nameOf(row), 'UTC']]
    // A much larger place has the bare name: Warren in Michigan.
    const isAlone = place !== 'Warren'
    expect(meaningOf(place, service.catalogue.almanac)?.kind).toBe(isAlone ? 'many' : 'one')
    if (isAlone) questions.push([place, 'UTC'], ['UTC', place])
    for (const [from, to] of questions) {
      const { status, body } = await service.ask(`/convert?${new URLSearchParams({ from, to }).toString()}`)
      expect([status, body.candidates.map(({ iana }: { iana: string }) => iana)]).toEqual([
        300,
        expect.arrayContaining([polygons, text]),
      ])
      for (const [who, zone] of [
        ['the boundaries', polygons],
        ['the text of the tz release', text],
      ])
        expect(body.message).toMatch(new RegExp(`${place}[^;]* by ${who}: ${zone}[;)]`))
    }
  })

  test('the pages of conversions, of points and of the search say who says what', async () => {
    const convert = await page('/convert', { from: nameOf(row), to: 'UTC' })
    const question = await page('/search', { q: nameOf(row) })
    for (const words of [convert, question]) {
      expect(words).toContain('by the boundaries')
      expect(words).toContain('by the text of the tz release')
      for (const zone of [polygons, text]) expect(words).toContain(zone)
    }
    expect(convert).toContain(`The sources disagree about the time in ${nameOf(row)}. Choose one:`)
    expect(convert).toContain(line)
    const there = await page('/lookup', { lat: String(lat), lon: String(lon) })
    expect(there).toContain(
      `by the boundaries it is in ${polygons}, by the text of the tz release in ${text}`,
    )
    expect(there).toContain(line)
  })

  test('/lookup gives the zone of the boundaries, and nothing else', async () => {
    const { status, body } = await service.ask(`/lookup?lat=${lat}&lon=${lon}`)
    expect([status, body.data.timezone.iana, body.data.alternatives]).toEqual([200, polygons, []])
    expect(Object.keys(body.data)).toEqual(['query', 'kind', 'timezone', 'alternatives'])
  })
})

test('`tzref lookup --json` says it of points that are near and in the zone, and of no others', () => {
  const boundaries = artifact.boundaries()
  if (boundaries === null) throw new Error('no boundaries')
  const { almanac } = service.catalogue
  const opened = namedBoundaries(boundaries, almanac.zones, almanac.disagreements())
  const random = seededRandom(55)
  const told = [0, 0]
  for (const row of DISAGREEMENTS) {
    for (let i = 0; i < 200; i++) {
      const lat = row.lat + (random() - 0.5) * 0.06
      const lon = row.lon + ((random() - 0.5) * 0.06) / Math.cos((row.lat * Math.PI) / 180)
      const answer = pointAnswer(opened, microdegrees(lon), microdegrees(lat))
      const point = { lat: answer.latitude, lon: answer.longitude }
      const expected = DISAGREEMENTS.filter(
        (one) => distanceKm(one, point) <= NEAR_KM && one.polygons === answer.timezone,
      ).map(({ text }) => text)
      const found = (answer.disagreements ?? []).map(({ timezone }) => timezone)
      expect(found.toSorted()).toEqual(expected.toSorted())
      expect('disagreements' in answer).toBe(expected.length > 0)
      told[expected.length > 0 ? 1 : 0]!++
    }
  }
  expect(Math.min(...told)).toBeGreaterThan(500)
})

test('the library asks too', () => {
  const isTable = (name: string): name is TableName => name in TABLES
  const tz = openTzref((name) => {
    const table = name.replace(/\.json$/, '')
    return isTable(table)
      ? Buffer.from(encodeTable(table, artifact.rows(table), artifact.manifest.id))
      : readFileSync(join(directory, name))
  })
  const zones = (from: string) => {
    const found = tz.convert({ from, to: 'UTC', at: '2026-11-28T12:00' })
    return found.kind === 'choice' ? found.zones : found.kind
  }
  for (const row of DISAGREEMENTS)
    expect(zones(nameOf(row)), row.place).toEqual(expect.arrayContaining([row.polygons, row.text]))
  expect(zones('Gagra')).toEqual(['Asia/Tbilisi', 'Europe/Moscow'])
})

test('the page of a city says it too', async () => {
  const berlin = artifact.rows('city').find(({ slug }) => slug === 'berlin')
  const dublin = artifact.rows('zone').find(({ iana }) => iana === 'Europe/Dublin')
  if (berlin === undefined || dublin === undefined) throw new Error('Berlin and Dublin')
  const row = {
    id: berlin.id,
    name: berlin.name,
    region: null,
    country: berlin.country,
    latitude: berlin.latitude,
    longitude: berlin.longitude,
    zone: berlin.zone,
    zone_of_text: dublin.id,
    sentence: 'in Berlin clocks show the time of Dublin',
    source: 'a test',
  }
  const other = await openService(undefined, {}, (real) => ({
    ...real,
    rows: <Name extends TableName>(table: Name): readonly Row<Name>[] =>
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it is a row of that table
      table === 'disagreement' ? ([row] as unknown as readonly Row<Name>[]) : real.rows(table),
  }))
  const words = await page('/cities/berlin', {}, other)
  expect(words).toMatch(
    /The sources disagree about Berlin: by the boundaries it is in Europe\/Berlin, by the text of the tz release in Europe\/Dublin ?, where it is \d\d:\d\d/,
  )
  expect(words).toContain(row.sentence)
  expect(await page('/cities/hamburg', {}, other)).not.toContain('The sources disagree')
  await other.close()
})

const files = tarballFiles('2026c')
test.skipIf(files === null)(
  `each sentence stands in the release, above the Zone line that its row names${files === null ? `: ${WITHOUT_TARBALLS}` : ''}`,
  () => {
    /** Comments as running text; `@Zone NAME` stands for each Zone line. */
    const running = (text: string): string =>
      text
        .replaceAll(/^Zone[ \t]+(\S+).*$/gm, '@Zone $1 ')
        .replaceAll(/^#[ \t]*/gm, '')
        .replaceAll(/\s+/g, ' ')
    for (const { place, line, source } of DISAGREEMENTS) {
      const [, file = '', zone = ''] =
        /^tz release, file (\w+), comments above Zone (\S+)$/.exec(source) ?? []
      const text = running(files?.get(file) ?? '')
      const at = text.indexOf(line)
      expect(at, `${place}: ${line}`).toBeGreaterThan(0)
      expect(text.indexOf(`@Zone ${zone} `), `${place}: ${zone} in ${file}`).toBeGreaterThan(at)
    }
  },
)

test('the report for upstream has every settlement with both zones, offsets and the sentence', async () => {
  if (REPORT.to !== 'file') throw new Error('a file')
  const text = Array.from(await REPORT.write(artifact, {})).join('')
  for (const row of DISAGREEMENTS) {
    const [, part = ''] = text.split(`\n## ${nameOf(row)}\n`)
    const [own = ''] = part.split('\n## ')
    for (const what of [row.polygons, row.text, row.line, row.source, `${row.lat}, ${row.lon}`])
      expect(own, row.place).toContain(what)
  }
  expect(text).toContain('America/Denver (-07:00 in January, -06:00 in July 2027)')
  expect(text).toContain('Boundaries: geo-tz-8.1.9')
})

describe('in a dispute', () => {
  /** The overlaps whose order a row decides, and places there that are asked for by name. */
  const disputed = () => {
    const { almanac } = service.catalogue
    return almanac.cities().byName.flatMap((city) => {
      const found = answerAtDegrees(almanac.places(), city)
      const here = found === null ? [] : [found, ...found.alternatives].map(({ zone }) => zone.iana)
      const row = DISPUTES.find(({ first, second }) => here[0] === first && here.includes(second))
      return row === undefined ? [] : [{ city, row }]
    })
  }

  test('/convert asks about every city, its zone is the first of /lookup, and its page has the other one', async () => {
    const all = disputed()
    const countries = new Set(all.map(({ city }) => city.country.iso2))
    expect([...countries].toSorted()).toEqual(expect.arrayContaining(['CN', 'GE']))
    expect(all.length).toBeGreaterThan(30)
    for (const { city, row } of all) {
      expect(city.zone.iana, city.slug).toBe(row.first)
      // "Arele, Xinjiang, near Kokyar": what tells two cities of one division apart is for people, and is not read.
      const [name = ''] = city.fullName.split(', near ')
      const meaning = meaningOf(`${name}, ${city.country.name}`, service.catalogue.almanac)
      expect(meaning?.kind, city.slug).toBe('many')
      if (meaning !== null) expect(named(meaning)).toEqual(expect.arrayContaining([row.first, row.second]))
      const { body } = await service.ask(`/cities/${city.slug}`)
      expect(body.data.timezone.iana).toBe(row.first)
    }
    for (const { city, row } of all.filter((_, index) => index % 8 === 0))
      expect(await page(`/cities/${city.slug}`, {})).toContain(
        `Two times are used here. By ${row.second} it is`,
      )
  })

  test.each([
    'Sukhumi',
    'Sokhumi',
    'Gagra',
    'Gali',
    'Sukhumi, Georgia',
    'Gali, Georgia',
    'Sukhumi, Abkhazia',
  ])('%s is Moscow or Tbilisi', async (token) => {
    const { status, body } = await service.ask(
      `/convert?${new URLSearchParams({ from: token, to: 'UTC' }).toString()}`,
    )
    expect([status, body.candidates.map(({ iana }: { iana: string }) => iana).toSorted()]).toEqual([
      300,
      ['Asia/Tbilisi', 'Europe/Moscow'],
    ])
    const words = await page('/convert', { from: token, to: 'UTC' })
    expect(words).toContain(`Two times are used in ${token}. Choose one:`)
    expect(words).not.toMatch(new RegExp(`Another ${token}|another name`))
  })
})

// zdump of tz 2026c for America/Scoresbysund: -01 (EGT) in winter until 2024-03-31, -02 since.
test.each([
  ['2020-01-15T12:00', '-01:00'],
  ['2023-12-01T12:00', '-01:00'],
  ['2024-01-15T12:00', '-01:00'],
  ['2025-01-15T12:00', '-02:00'],
  ['2026-12-01T12:00', '-02:00'],
])('EGT at %s is %s', async (at, offset) => {
  const { body } = await service.ask(`/convert?from=EGT&to=UTC&at=${at}`)
  expect([body.data.from.iana, body.data.from.utc_offset]).toEqual(['America/Scoresbysund', offset])
})
