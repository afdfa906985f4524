// Settlements that the boundaries and the text of the tz release put into different zones: all of them, and those at a point.
import type { NamedPlace } from '../artifact/names.ts'
import { distanceKm } from '../geo/distance.ts'
import type { Reference } from './reference-data.ts'

/** A settlement with two zones, as plain data: other threads get it too. */
export interface Disagreement {
  /** The id of the place in the file of names. */
  readonly id: number
  readonly name: string
  /** "Jackpot, Nevada". The name alone where nothing tells it from others. */
  readonly fullName: string
  /** ISO 3166-1 alpha-2. */
  readonly country: string
  /** Degrees. */
  readonly lat: number
  /** Degrees. */
  readonly lon: number
  /** The zone by the boundaries, which look-ups give. */
  readonly zone: string
  /** The zone by the text of the tz release. */
  readonly zoneOfText: string
  /** The sentence of the text. */
  readonly sentence: string
  /** Where it says so. */
  readonly source: string
}

/** A settlement is at a point that is not farther, if the boundaries have both in one zone. */
export const NEAR_KM = 2
/** The same in degrees of latitude, and a little more. */
const NEAR_DEGREES = 0.02

/** Reads the settlements of an artifact, by id. None if an earlier version of the format does not say them. */
export function readDisagreements(reference: Pick<Reference, 'rows'>): Disagreement[] {
  const rows = reference.rows('disagreement')
  if (rows.length === 0) return []
  const ids = new Map(reference.rows('zone').map(({ id, iana }) => [id, iana]))
  return rows.map(({ id, name, region, country, latitude, longitude, sentence, source, ...row }) => ({
    id,
    name,
    fullName: region === null ? name : `${name}, ${region}`,
    country,
    lat: latitude / 1e6,
    lon: longitude / 1e6,
    zone: ids.get(row.zone) ?? '',
    zoneOfText: ids.get(row.zone_of_text) ?? '',
    sentence,
    source,
  }))
}

/** The settlements at a point in degrees that the boundaries have in a zone. */
export const disagreementsAt = (
  all: readonly Disagreement[],
  zone: string,
  point: { readonly lat: number; readonly lon: number },
): Disagreement[] =>
  all.filter(
    (one) =>
      Math.abs(one.lat - point.lat) < NEAR_DEGREES && one.zone === zone && distanceKm(one, point) <= NEAR_KM,
  )

/** The settlement that a place of the file of names is. Undefined for every other place. */
export const disagreementOf = (
  all: readonly Disagreement[],
  { kind, id }: Pick<NamedPlace, 'kind' | 'id'>,
): Disagreement | undefined => (kind === 'division' ? undefined : all.find((one) => one.id === id))

/** Which source says a zone of such a settlement. */
export const saidBy = (disagreement: Disagreement, zone: string): string =>
  zone === disagreement.zone ? 'the boundaries' : 'the text of the tz release'
