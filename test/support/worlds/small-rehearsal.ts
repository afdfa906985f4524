// An invented tz release of the small world, with an edit. It compiles zones, standards and countries, and pairs zones with boundaries.
import { expect } from 'vitest'
import { epochSeconds, type EpochSeconds } from '#core/time/units.ts'
import type { CompiledZone } from '#core/zone/compiled-zone.ts'
import { typeAt } from '#core/zone/offset-at.ts'
import { settleFindings } from '#pipeline/findings.ts'
import { compileCountries } from '#pipeline/compile/countries.ts'
import { currentCldr } from '#pipeline/compile/current-cldr.ts'
import { joinMetazones } from '#pipeline/compile/metazones.ts'
import { unpairedIds } from '#pipeline/compile/pair-ids.ts'
import { compileRelease } from '#pipeline/compile/release.ts'
import { compileStandards, type Standard } from '#pipeline/compile/standards.ts'
import { outlyingZones } from '#pipeline/compile/zone-names.ts'
import type { Cldr } from '#pipeline/parse/cldr.ts'
import { readTzRelease } from '#pipeline/parse/tz-release.ts'
import { silent } from '#pipeline/report.ts'
import { comparedChanges, shownOffsets } from '../oracles/against-zic.ts'
import { SMALL_RELEASES } from './small-release.ts'
import { tinyCldr } from './tiny-reference.ts'
import { oracleOf } from '../oracles/zic-oracle.ts'

const NO_GENERIC = { generic: null, genericCode: null }
const METAZONES = {
  Nepal: { zone: 'Asia/Kathmandu', names: { standard: 'Nepal Time', daylight: null, ...NO_GENERIC } },
  Europe_Central: {
    zone: 'Europe/Berlin',
    names: {
      standard: 'Central European Standard Time',
      daylight: 'Central European Summer Time',
      ...NO_GENERIC,
    },
  },
}
const BOUNDARIES = [
  'Africa/Casablanca',
  'America/Edmonton',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Europe/Berlin',
  'Europe/Vienna',
]
const CODES = { AT: 'Austria', AU: 'Australia', CA: 'Canada', DE: 'Germany', MA: 'Morocco', NP: 'Nepal' }

/** The small world's CLDR: two metazones, and the countries of the release. Vienna has the names of Berlin. */
const cldr: Cldr = {
  ...tinyCldr,
  territories: new Map(
    Object.keys(CODES).map((code) => [code, { alpha3: `${code}X`, numeric: '000', population: 1 }]),
  ),
  containment: new Map([
    ['001', ['155']],
    ['155', Object.keys(CODES)],
  ]),
  groupings: new Map(),
  territoryNames: new Map(
    Object.entries(CODES).map(([code, name]) => [code, { name, short: null, all: [name] }]),
  ),
  zoneSpellings: [['Asia/Katmandu', 'Asia/Kathmandu'], ['Europe/Berlin'], ['Europe/Vienna']],
  metazonesByZone: new Map([
    ['Asia/Katmandu', [{ metazone: 'Nepal', from: null, to: null }]],
    ['Europe/Berlin', [{ metazone: 'Europe_Central', from: null, to: null }]],
    ['Europe/Vienna', [{ metazone: 'Europe_Central', from: null, to: null }]],
  ]),
  goldenZones: new Map([
    ['Nepal', 'Asia/Katmandu'],
    ['Europe_Central', 'Europe/Berlin'],
  ]),
  metazoneNames: new Map(Object.entries(METAZONES).map(([id, { names }]) => [id, names])),
  zoneNames: new Map(),
}

/** The differences from 2030b: its day, and new texts for texts that must be there. */
export interface Edit {
  readonly tz?: string
  readonly day?: string
  /** Texts in the source of zones, in any of its files. */
  readonly zi?: readonly (readonly [string, string])[]
  readonly zoneTab?: readonly (readonly [string, string])[]
  readonly iso?: readonly (readonly [string, string])[]
}

export interface Rehearsed {
  readonly zones: ReadonlyMap<string, CompiledZone>
  readonly aliases: ReadonlyMap<string, string>
  readonly standards: readonly Standard[]
  readonly countries: readonly { readonly iso2: string; readonly name: string }[]
  /** The source of all zones, as one text. */
  readonly source: string
  /** The name of a zone's standard at an instant. Null: it has none. */
  readonly nameAt: (zone: string, at: string) => string | null
}

const VIENNA = 'Zone Europe/Vienna 1:05:21 - LMT 1893 Apr\n  1:00 EU CE%sT\n'

/** Compiles a release. Throws the error with which a build would stop. */
export function rehearsed(edit: Edit): Rehearsed {
  const { tz = '2030c', day = '2030-07-08' } = edit
  const small: Readonly<Record<string, string>> = SMALL_RELEASES['2030b'].files
  const edits = { 'zone.tab': edit.zoneTab ?? [], 'iso3166.tab': edit.iso ?? [] }
  const all = Object.entries({
    ...small,
    version: `${tz}\n`,
    europe: `${small['europe'] ?? ''}${VIENNA}`,
    'zone.tab': `${small['zone.tab'] ?? ''}AT\t+4813+01620\tEurope/Vienna\n`,
    'iso3166.tab': `AT\tAustria\n${small['iso3166.tab'] ?? ''}`,
  })
  const wanted = new Set(edit.zi)
  const files = all.map(([name, content]): [string, string] => {
    let text: string = content
    const own = name === 'zone.tab' || name === 'iso3166.tab' ? edits[name] : (edit.zi ?? [])
    for (const change of own) {
      if (!text.includes(change[0])) continue
      text = text.replace(change[0], () => change[1])
      wanted.delete(change)
    }
    return [name, text]
  })
  expect([...wanted], 'what is edited is there').toEqual([])
  const release = readTzRelease(new Map(files))
  const tables = compileRelease(release)
  const listed = tables.zones.filter(({ isListed }) => isListed).map(({ compiled }) => compiled)
  const zones = new Map(listed.map((zone) => [zone.id, zone]))
  const identifiers = new Set([
    ...tables.zones.map(({ compiled }) => compiled.id),
    ...tables.zoneIdByAlias.keys(),
  ])
  const {
    cldr: current,
    zoneIdByMoved,
    findings: ofCldr,
  } = currentCldr({
    cldr,
    zonePlaces: release.zoneTab,
    zoneIdByAlias: tables.zoneIdByAlias,
    isIdentifier: (name) => identifiers.has(name),
  })
  const referenceDate = secondsOf(`${day}T00:00:00Z`)
  const { countries, findings: ofCountries } = compileCountries(
    current,
    release.iso3166.map(({ country }) => country),
  )
  const { metazones, findings: ofMetazones } = joinMetazones({
    cldr: current,
    zonePlaces: release.zoneTab,
    zones,
    isIdentifier: (name) => identifiers.has(name) || zoneIdByMoved.has(name),
    referenceDate,
  })
  const compiled = compileStandards({
    metazones,
    zones,
    zonePlaces: release.zoneTab,
    regionByCountry: new Map(countries.map(({ iso2, region }) => [iso2, region])),
    referenceDate,
  })
  const paired = unpairedIds([...BOUNDARIES, 'Etc/UTC'], {
    listed: [...zones.keys()],
    unlisted: tables.zones.filter(({ isListed }) => !isListed).map(({ compiled: zone }) => zone.id),
    zoneIdByAlias: tables.zoneIdByAlias,
  })
  const { findings: ofMainland } = outlyingZones(release.zoneTab, new Map())
  // The curated tables are about the real world. Of their findings, only those about the small world count.
  const mainland = ofMainland.filter(({ about }) => about === 'Australia/Lord_Howe')
  const known = ofCountries.filter(({ about, code }) => code === 'country-missing' && about !== 'XK')
  settleFindings([...ofCldr, ...known, ...ofMetazones, ...compiled.findings, ...paired, ...mainland], silent)
  return {
    zones,
    aliases: tables.zoneIdByAlias,
    standards: compiled.standards,
    countries,
    source: files
      .filter(([name]) => !name.endsWith('.tab') && name !== 'version')
      .map(([, text]) => text)
      .join(''),
    nameAt(id, at) {
      const zone = zones.get(id) ?? expect.fail(`no zone ${id}`)
      const seconds = secondsOf(at)
      const type = zone.types.indexOf(typeAt(zone, seconds))
      const rows = (compiled.shownRows.get(id) ?? []).filter((row) => row.type === type)
      return rows.findLast(({ start }) => start === null || start <= seconds)?.name ?? null
    },
  }
}

const secondsOf = (at: string): EpochSeconds => epochSeconds(Date.parse(at) / 1000)

/** A zone's abbreviation and its offset in hours at an instant. */
export function clockAt({ zones }: Rehearsed, id: string, at: string): [string, number] {
  const { abbreviation, offset } = typeAt(zones.get(id) ?? expect.fail(`no zone ${id}`), secondsOf(at))
  return [abbreviation, offset / 3600]
}

/** Checks that zones equal those that zic makes from the source. */
export async function expectAsZic(
  { zones, source }: Pick<Rehearsed, 'zones' | 'source'>,
  ids: readonly string[],
): Promise<void> {
  const oracle = oracleOf(source)
  try {
    const theirs = await oracle.changesOf(ids)
    for (const id of ids)
      expect(shownOffsets(comparedChanges(zones.get(id) ?? expect.fail(id))), id).toEqual(
        shownOffsets(theirs.get(id) ?? []),
      )
  } finally {
    oracle.remove()
  }
}
