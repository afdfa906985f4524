// The library says of every zone what the interface says: its coordinates, its offsets, and the abbreviations that it uses within a year.
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { fileReference } from '#apps/library/file-reference.ts'
import { Tzref } from '#apps/library/answers.ts'
import { dataFiles } from '../../support/worlds/fetched-files.ts'
import { openService, type Service } from '../../support/worlds/interface-service.ts'

/** In standard time and in daylight saving time of each hemisphere, and beside a change of name. */
const MOMENTS = ['2026-01-15T12:00:00Z', '2026-07-15T12:00:00Z', '2026-10-25T00:59:59Z'].map((text) =>
  Date.parse(text),
)

let service: Service
let tz: Tzref
beforeAll(async () => {
  service = await openService()
  const files = dataFiles(inject('embeddedArtifact'))
  const read = (name: string): Uint8Array => files.get(`data/${name}`) ?? new Uint8Array()
  const manifest = JSON.parse(new TextDecoder().decode(read('manifest.json')))
  tz = new Tzref(
    manifest,
    fileReference(read, () => null),
  )
})
afterAll(() => service.close())

/** All rows of /timezones. */
async function rows(query: string): Promise<Row[]> {
  const { status, body } = await service.ask(`/timezones?per_page=500&${query}`)
  expect(status, query).toBe(200)
  return body.data
}

interface Row {
  readonly iana: string
  readonly coordinates: { readonly latitude: number | null; readonly longitude: number | null }
  readonly current: { readonly utc_offset_seconds: number; readonly abbreviation: string | null }
  readonly standard: { readonly utc_offset_seconds: number }
}

test('coordinates and offsets of every zone', async () => {
  for (const at of MOMENTS) {
    service.setNow(at / 1000)
    const expected = (await rows('detail=full')).map(({ iana, coordinates, current, standard }) => [
      iana,
      coordinates.latitude,
      coordinates.longitude,
      current.utc_offset_seconds,
      standard.utc_offset_seconds,
      current.abbreviation,
    ])
    const found = tz.zones().map(({ id, coordinates }) => {
      const { offset, standardOffset, abbreviation } = tz.stateOf(id, at)
      return [id, coordinates?.lat ?? null, coordinates?.lon ?? null, offset, standardOffset, abbreviation]
    })
    expect(found.length).toBeGreaterThan(400)
    expect(found).toEqual(expected)
  }
  expect(tz.zone('UTC').coordinates).toBeNull()
  expect(tz.zone('Asia/Kathmandu').coordinates).toEqual({
    lat: expect.closeTo(27.7, 1),
    lon: expect.closeTo(85.3, 1),
  })
})

test('the zones of every abbreviation', async () => {
  for (const at of MOMENTS) {
    service.setNow(at / 1000)
    const all = new Set(tz.zones().flatMap(({ id }) => tz.stateOf(id, at).abbreviation ?? []))
    expect(all.size).toBeGreaterThan(60)
    for (const abbreviation of [...all, 'EST', 'est', 'CEST', 'XQZ'])
      expect(
        tz.zonesUsing(abbreviation, at).map(({ id }) => id),
        abbreviation,
      ).toEqual((await rows(`abbreviation=${abbreviation}`)).map(({ iana }) => iana))
  }
})
