// Each rule about rows is broken once in a real database, and the check names the rule, the table and the row.
import { cpSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, inject, test } from 'vitest'
import { openArtifact } from '#open/artifact.ts'
import { checkRows, RULE_NUMBERS } from '#open/verify/rows.ts'
import { take } from '../../support/attacks/damaged-artifact.ts'
import { someOf } from '../../support/how-many.ts'

const folder = mkdtempSync(join(tmpdir(), 'tzref-rows-'))
const good = inject('embeddedArtifact')
const directory = join(folder, 'damaged')
cpSync(good, directory, { recursive: true })
afterAll(() => rmSync(folder, { recursive: true }))

/** Corrects the size of the database in the manifest. This check does not look at the rest. */
function fitSize(): void {
  const path = join(directory, 'manifest.json')
  const manifest = JSON.parse(readFileSync(path, 'utf8'))
  manifest.files['reference.sqlite'].size = statSync(join(directory, 'reference.sqlite')).size
  writeFileSync(path, JSON.stringify(manifest))
}

/** The messages of the check after some SQL. */
function found(sql: string): string[] {
  cpSync(join(good, 'reference.sqlite'), join(directory, 'reference.sqlite'))
  take(directory, { sql })
  fitSize()
  const artifact = openArtifact(directory)
  try {
    return [...checkRows(artifact, null)].flatMap((finding) =>
      finding === undefined ? [] : `${finding.about} ${/\bR\d+/.exec(finding.message)?.[0]}`,
    )
  } finally {
    artifact.close()
  }
}

const BROKEN: readonly (readonly [rule: string, table: string, sql: string])[] = [
  ['R1', 'source_line', 'UPDATE source_line SET line = 0 WHERE id = 0'],
  ['R1', 'source_line', 'DELETE FROM source_line WHERE id = 7'],
  ['R2', 'zone', "UPDATE zone SET is_mainland = 3 WHERE iana = 'Europe/Paris'"],
  ['R3', 'zone', "UPDATE zone SET latitude = 999999999 WHERE iana = 'Europe/Paris'"],
  ['R3', 'zone', "UPDATE zone SET longitude = NULL WHERE iana = 'Europe/Paris'"],
  ['R4', 'zone', "UPDATE zone SET country = 'ZZ' WHERE iana = 'Europe/Paris'"],
  ['R5', 'zone', "UPDATE zone SET display_name = '' WHERE iana = 'Europe/Paris'"],
  ['R5', 'zone', "UPDATE zone SET display_name = 'Rome' WHERE iana = 'Europe/Paris'"],
  ['R6', 'zone_alias', "UPDATE zone_alias SET name = 'EUROPE/PARIS' WHERE name = 'Zulu'"],
  ['R7', 'zone_standard', 'UPDATE zone_standard SET position = 5 WHERE zone = 0 AND position = 0'],
  ['R7', 'zone_standard', 'UPDATE zone_standard SET type = 99 WHERE zone = 0 AND type = 1'],
  ['R7', 'zone_standard', 'DELETE FROM zone_standard WHERE zone = 9 AND type = 1'],
  [
    'R7',
    'zone_standard',
    "UPDATE zone_standard SET starts_at = 5 WHERE position = 0 AND zone = (SELECT id FROM zone WHERE iana = 'UTC')",
  ],
  [
    'R27',
    'zone_standard',
    "UPDATE zone_standard SET abbreviation = 'ABC' WHERE zone = (SELECT id FROM zone WHERE iana = 'Europe/Paris') AND type = 1 AND position = 0",
  ],
  ['R27', 'zone_standard', "UPDATE zone_standard SET abbreviation = NULL WHERE abbreviation = 'AZT'"],
  [
    'R27',
    'zone_standard',
    "UPDATE zone_standard SET abbreviation = 'WITA' WHERE name = 'Central Indonesia Time' AND zone = (SELECT id FROM zone WHERE iana = 'Asia/Dili')",
  ],
  [
    'R28',
    'zone_standard',
    "UPDATE zone_standard SET name = 'Greenwich Mean Time' WHERE zone = (SELECT id FROM zone WHERE iana = 'Africa/Dakar') AND name IS NULL AND type = (SELECT position FROM local_time_type AS t WHERE t.zone = zone_standard.zone AND abbreviation = '-01')",
  ],
  ['R8', 'zone_standard', "UPDATE zone_standard SET name = '' WHERE zone = 0 AND position = 0"],
  ['R9', 'standard', "UPDATE standard SET name = 'X' WHERE slug = 'japan-standard-time'"],
  ['R10', 'standard', "UPDATE standard SET utc_offset = 123456 WHERE slug = 'japan-standard-time'"],
  ['R10', 'standard', "UPDATE standard SET is_dst = 2 WHERE slug = 'syowa-time'"],
  ['R11', 'standard', "UPDATE standard SET code = '+09' WHERE slug = 'japan-standard-time'"],
  ['R11', 'standard', "UPDATE standard SET continent = 'Eurasia' WHERE slug = 'japan-standard-time'"],
  [
    'R12',
    'standard',
    "UPDATE standard SET counterpart = 'japan-standard-time' WHERE slug = 'alaska-standard-time'",
  ],
  ['R13', 'country', "UPDATE country SET iso3 = 'fra' WHERE iso2 = 'FR'"],
  ['R13', 'country', "UPDATE country SET numeric_code = '276' WHERE iso2 = 'FR'"],
  ['R14', 'country', "UPDATE country SET name = 'X' WHERE iso2 = 'FR'"],
  ['R15', 'country', "UPDATE country SET emoji = '🇩🇪' WHERE iso2 = 'FR'"],
  ['R16', 'country', "UPDATE country SET region = 'Asia' WHERE iso2 = 'FR'"],
  ['R16', 'country', "UPDATE country SET sub_region = NULL WHERE iso2 = 'FR'"],
  ['R17', 'country', "UPDATE country SET population = 0 WHERE iso2 = 'FR'"],
  ['R17', 'country', "UPDATE country SET weekend = '6,5' WHERE iso2 = 'FR'"],
  ['R18', 'country', "UPDATE country SET default_zone = 3 WHERE iso2 = 'FR'"],
  ['R19', 'country', "UPDATE country SET one_clock_since = 7 WHERE iso2 = 'ES'"],
  ['R20', 'dependency', "DELETE FROM dependency WHERE country = 'FR' AND position = 1"],
  ['R20', 'dependency', "UPDATE dependency SET territory = country WHERE country = 'FR' AND position = 0"],
  ['R21', 'city', 'UPDATE city SET id = 0 WHERE id = -53'],
  ['R22', 'city', "UPDATE city SET slug = 'Paris!' WHERE slug = 'paris'"],
  ['R22', 'city', "UPDATE city SET also = 'lyon' WHERE slug = 'paris'"],
  ['R23', 'city', "UPDATE city SET name = ' ' WHERE slug = 'paris'"],
  ['R24', 'city', "UPDATE city SET population = -5 WHERE slug = 'paris'"],
  ['R24', 'city', "UPDATE city SET is_capital = 1 WHERE slug = 'lyon'"],
  ['R29', 'zone_alias', "UPDATE zone_alias SET source_line = 0 WHERE name = 'Eire'"],
  [
    'R30',
    'interval_line',
    'UPDATE interval_line SET position = 9 WHERE zone = 5 AND interval = 1 AND position = 0',
  ],
  [
    'R30',
    'yearly_change_line',
    "UPDATE yearly_change_line SET position = -1 WHERE change = 'standard' AND position = 0",
  ],
  ['R31', 'yearly_change_line', "UPDATE yearly_change_line SET change = 'winter' WHERE change = 'standard'"],
  ['R31', 'yearly_change_line', "DELETE FROM yearly_change_line WHERE change = 'standard'"],
  ['R32', 'standard', "UPDATE zone_standard SET name = 'Gulf Time' WHERE name = 'Japan Standard Time'"],
  ['R32', 'standard', "UPDATE standard SET utc_offset = 0 WHERE slug = 'japan-standard-time'"],
  ['R32', 'standard', "DELETE FROM standard WHERE slug = 'japan-standard-time'"],
  ['R33', 'standard', "UPDATE standard SET code = 'XYZ' WHERE slug = 'japan-standard-time'"],
  ['R34', 'standard', "UPDATE standard SET continent = 'Africa' WHERE slug = 'japan-standard-time'"],
  [
    'R12',
    'standard',
    "UPDATE standard SET counterpart = 'alaska-daylight-time' WHERE slug = 'central-european-standard-time'",
  ],
  ['R16', 'country', "UPDATE country SET sub_region = 'Atlantis' WHERE iso2 = 'FR'"],
  ['R19', 'country', "UPDATE country SET one_clock_since = NULL WHERE iso2 = 'FR'"],
  ['R25', 'city', "UPDATE city SET latitude = 90000001 WHERE slug = 'paris'"],
  ['R35', 'disagreement', 'UPDATE disagreement SET id = 0 WHERE id = -1016'],
  ['R35', 'disagreement', 'UPDATE disagreement SET zone_of_text = zone WHERE id = -1016'],
  ['R35', 'disagreement', 'UPDATE disagreement SET longitude = 180000001 WHERE id = -1016'],
]

test('a built artifact keeps all rules', () => {
  expect(found('SELECT 1')).toEqual([])
})

test.each(someOf(BROKEN, 3))('%s of %s: %s', (rule, table, sql) => {
  expect(found(sql)).toContain(`reference.sqlite, ${table} ${rule}`)
})

test('every rule is broken above, except the one that asks the boundaries', () => {
  expect(RULE_NUMBERS.filter((rule) => !BROKEN.some(([one]) => one === rule))).toEqual(['R26'])
})
