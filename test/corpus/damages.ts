// The damages of the corpus: for each a patch, and the codes of a full check.

import type { Step } from '../support/attacks/damaged-artifact.ts'

export interface Damage {
  readonly name: string
  readonly patch: readonly Step[]
  /** True when checksums, sizes, hashes and id are corrected afterwards. */
  readonly mended: boolean
  readonly codes: readonly string[]
}

const DUBLIN = "(SELECT id FROM zone WHERE iana = 'Europe/Dublin')"
const raw = (name: string, step: Step, ...codes: string[]): Damage => ({
  name,
  patch: [step],
  mended: false,
  codes,
})
const mended = (name: string, step: Step, ...codes: string[]): Damage => ({
  name,
  patch: [step],
  mended: true,
  codes,
})
const sql = (name: string, text: string, ...codes: string[]): Damage => mended(name, { sql: text }, ...codes)
const tiles = (name: string, offset: number, bytes: string, ...codes: string[]): Damage =>
  mended(name, { file: 'boundaries.tiles', offset, bytes }, ...codes)
const clocks = (name: string, offset: number, bytes: string, ...codes: string[]): Damage =>
  mended(name, { file: 'clocks.bin', offset, bytes }, ...codes)

const COUNTS = { zones: 34, aliases: 8, countries: 7, cities: 6, standards: 11 }

export const DAMAGES: readonly Damage[] = [
  raw('no manifest', { file: 'manifest.json', remove: true }, 'manifest-missing'),
  raw('a manifest cut off', { file: 'manifest.json', cut: 100 }, 'manifest-malformed'),
  raw('no NOTICE', { file: 'NOTICE', remove: true }, 'file-missing'),
  raw('a database cut off', { file: 'reference.sqlite', cut: 4096 }, 'file-size'),
  raw('a byte of NOTICE', { file: 'NOTICE', offset: 0, bytes: '42' }, 'file-hash'),
  mended('no NOTICE, and none listed', { file: 'NOTICE', cut: 0 }, 'notice-missing'),
  mended('another SQLite', { file: 'reference.sqlite', offset: 96, bytes: '002e5749' }, 'database-form'),
  mended(
    'a log beside the database',
    { file: 'reference.sqlite', offset: 18, bytes: '0202' },
    'database-malformed',
  ),
  sql(
    'a name that begins with a space',
    `UPDATE country SET name = ' Ireland' WHERE iso2 = 'IE'`,
    'text-form',
  ),
  sql(
    'a control character',
    `UPDATE city SET name = 'Dub' || char(7) || 'lin' WHERE slug = 'dublin'`,
    'text-control',
  ),
  sql(
    'an alias that is no name',
    `UPDATE zone_alias SET name = 'a b' WHERE name = 'Zulu'`,
    'alias-name',
    'clocks-differ',
  ),
  mended('names: another beginning', { file: 'names.bin', offset: 0, bytes: '00' }, 'names-malformed'),
  mended('names: another major', { file: 'names.bin', offset: 8, bytes: '09' }, 'names-version'),
  sql(
    'N2: a city of other people',
    `UPDATE city SET population = 7 WHERE slug = 'dublin'`,
    'names-malformed',
    'names-malformed',
  ),
  mended('shapes: another magic', { file: 'shapes.bin', offset: 0, bytes: '00' }, 'not-shapes'),
  mended('shapes: no level', { file: 'shapes.bin', offset: 16, bytes: '00000000' }, 'shapes-malformed'),
  mended(
    'shapes of another zone',
    { file: 'shapes.bin', find: 'Etc/UCT', replace: 'Etc/UCX' },
    'shapes-differ',
    'shapes-differ',
  ),
  raw('a file too many', { file: 'extra', add: '' }, 'file-unlisted'),
  raw('another day', { manifest: { reference_date: '2020-01-01' } }, 'id-mismatch'),
  raw('a format of another major', { manifest: { format: '9.0' } }, 'format-unknown'),
  raw('a format with a leading zero', { manifest: { format: '04.0' } }, 'manifest-malformed'),
  raw('counts that are a number', { manifest: { counts: 7 } }, 'manifest-malformed'),
  mended('a later minor version with a key that nobody knows', {
    manifest: { format: '4.9', more: { x: [1] } },
  }),
  mended('counts that are wrong', { manifest: { counts: { ...COUNTS, zones: 1 } } }, 'count'),
  mended('counts with one more', {
    manifest: { counts: { ...COUNTS, more: 3 } },
  }),
  mended('another sum of transitions', { manifest: { transitions_sha256: '0'.repeat(64) } }, 'transitions'),
  mended('no boundaries', { manifest: { boundaries: null } }, 'boundaries-pairing'),
  mended('boundaries of another name', { manifest: { boundaries: 'corpus-2' } }, 'boundaries-release'),
  sql('Z1: no local time type', `DELETE FROM local_time_type WHERE zone = ${DUBLIN}`, 'zone-malformed'),
  sql('Z1: no interval', `DELETE FROM interval WHERE zone = ${DUBLIN}`, 'zone-malformed'),
  sql(
    'Z2: a gap in the intervals',
    `DELETE FROM interval WHERE zone = ${DUBLIN} AND position = 3`,
    'zone-malformed',
  ),
  sql(
    'Z3: is_dst 2',
    `UPDATE local_time_type SET is_dst = 2 WHERE zone = ${DUBLIN} AND position = 0`,
    'zone-malformed',
  ),
  sql(
    'Z4: a first start',
    `UPDATE interval SET starts_at = -9999999999 WHERE zone = ${DUBLIN} AND position = 0`,
    'zone-malformed',
  ),
  sql(
    'Z4: a later interval without',
    `UPDATE interval SET starts_at = NULL WHERE zone = ${DUBLIN} AND position = 2`,
    'zone-malformed',
  ),
  sql(
    'Z5: type 99',
    `UPDATE interval SET type = 99 WHERE zone = ${DUBLIN} AND position = 4`,
    'zone-malformed',
  ),
  sql(
    'Z5: type −1',
    `UPDATE interval SET type = -1 WHERE zone = ${DUBLIN} AND position = 4`,
    'zone-malformed',
  ),
  sql(
    'Z5: a yearly change to type 99',
    `UPDATE yearly_change SET type = 99 WHERE zone = ${DUBLIN}`,
    'zone-malformed',
  ),
  sql('Z6: an unknown footer', `UPDATE zone SET footer = 'monthly' WHERE id = ${DUBLIN}`, 'zone-malformed'),
  sql(
    'Z7: a third yearly change',
    `INSERT INTO yearly_change VALUES (${DUBLIN}, 'winter', 0)`,
    'zone-malformed',
  ),
  sql(
    'Z7: yearly changes of a fixed zone',
    `INSERT INTO yearly_change VALUES ((SELECT id FROM zone WHERE iana = 'UTC'), 'standard', 0)`,
    'zone-malformed',
  ),
  sql(
    'Z8: a yearly footer without days',
    `UPDATE zone SET posix_tz = 'GMT0' WHERE id = ${DUBLIN}`,
    'zone-malformed',
  ),
  sql(
    'Z9: lines of an interval that is not there',
    `UPDATE interval_line SET interval = 999 WHERE zone = ${DUBLIN} AND interval = 2`,
    'zone-malformed',
  ),
  sql(
    'Z11: a name with a space',
    `UPDATE zone SET iana = 'Europe/Du blin' WHERE id = ${DUBLIN}`,
    'zone-id',
    'boundary-unknown',
  ),
  sql(
    'Z13: starts out of order',
    `UPDATE interval SET starts_at = 0 WHERE zone = ${DUBLIN} AND position = 1`,
    'zone-order',
  ),
  sql(
    'Z14: an interval like the one before',
    `UPDATE interval SET type = (SELECT type FROM interval WHERE zone = ${DUBLIN} AND position = 4) WHERE zone = ${DUBLIN} AND position = 5`,
    'zone-no-change',
    'zone-no-change',
  ),
  sql(
    'Z15: an interval without lines',
    `DELETE FROM interval_line WHERE zone = ${DUBLIN} AND interval = 2`,
    'zone-no-lines',
  ),
  sql(
    'Z16: an offset that is no sum',
    `UPDATE local_time_type SET utc_offset = utc_offset + 1 WHERE zone = ${DUBLIN} AND position = 0`,
    'type-sum',
  ),
  sql(
    'Z17: an offset of two days',
    `UPDATE local_time_type SET utc_offset = 172800, stdoff = 172800, save = 0 WHERE zone = ${DUBLIN} AND position = 0`,
    'type-offset',
  ),
  sql(
    'Z17: a SAVE of two days',
    `UPDATE local_time_type SET release_save = 172800 WHERE zone = ${DUBLIN} AND position = 0`,
    'type-release-save',
  ),
  sql(
    'Z18: SAVE without the flag',
    `UPDATE local_time_type SET save = 3600, stdoff = stdoff - 3600 WHERE zone = ${DUBLIN} AND position = 0`,
    'type-save',
  ),
  sql(
    'Z19: an abbreviation of two letters',
    `UPDATE local_time_type SET abbreviation = 'XY' WHERE zone = ${DUBLIN} AND position = 0`,
    'type-abbreviation',
  ),
  sql(
    'Z20: posix_tz unlike the types',
    `UPDATE zone SET posix_tz = 'GMT0BST,M3.5.0/1,M10.5.0' WHERE id = ${DUBLIN}`,
    'footer-text',
  ),
  sql(
    'Z20: posix_tz of a cycle',
    `UPDATE zone SET posix_tz = 'UTC0' WHERE iana = 'Etc/Cycle'`,
    'footer-text',
    'footer-text',
  ),
  sql(
    'Z21: changes the other way round',
    `UPDATE yearly_change SET type = (SELECT sum(type) FROM yearly_change WHERE zone = ${DUBLIN}) - type WHERE zone = ${DUBLIN}`,
    'footer-text',
    'footer-flag',
    'footer-flag',
  ),
  sql(
    'a transition an hour later',
    `UPDATE interval SET starts_at = starts_at + 3600 WHERE zone = ${DUBLIN} AND position = 5`,
    'transitions',
    'clocks-differ',
  ),
  sql(
    "another SAVE in the release's reading",
    `UPDATE local_time_type SET release_save = 1 WHERE zone = ${DUBLIN} AND position = 0`,
    'clocks-differ',
  ),
  sql(
    'an alias of another zone',
    `UPDATE zone_alias SET zone = ${DUBLIN} WHERE name = 'Zulu'`,
    'clocks-differ',
  ),
  sql('a table too many', 'CREATE TABLE more (id INTEGER)', 'database-schema'),
  sql('a view', 'CREATE VIEW more AS SELECT 1', 'database-schema'),
  sql(
    'a row that refers to nothing',
    `UPDATE zone_alias SET zone = 99 WHERE name = 'Zulu'`,
    'database-reference',
  ),
  raw('clocks: a byte of the body, not mended', { file: 'clocks.bin', offset: 40, bytes: 'ff' }, 'file-hash'),
  mended('clocks cut off', { file: 'clocks.bin', cut: 31 }, 'file-too-short'),
  clocks('clocks: another magic', 0, '00', 'not-clocks'),
  clocks('clocks: another major', 8, '07', 'format-unknown'),
  clocks('clocks: another length', 12, 'ff', 'file-size'),
  clocks('clocks: more zones than bytes', 16, 'ffffffff', 'clocks-malformed'),
  clocks('clocks: another release', 33, '3139', 'clocks-differ'),
  mended('boundaries cut off', { file: 'boundaries.tiles', cut: 127 }, 'file-too-short'),
  tiles('boundaries: another magic', 0, '00', 'not-boundaries'),
  tiles('boundaries: another major', 8, '07', 'format-unknown'),
  tiles('boundaries: another header length', 12, '40', 'header-damaged'),
  tiles('boundaries: another length', 16, 'ff', 'file-size'),
  tiles('boundaries: a grid of no size', 20, '00000000', 'node-out-of-range'),
  tiles('boundaries: a grid larger than the world', 20, '1f000000', 'node-out-of-range'),
  tiles('boundaries: more zones than listed', 24, 'ff000000', 'zone-out-of-range'),
  tiles('boundaries: fewer results than strips', 28, '18000000', 'result-out-of-range'),
  tiles('boundaries: a section past the end', 76, 'f8ffffff', 'section-out-of-range'),
  tiles('boundaries: a section in the header', 64, '08000000', 'section-out-of-range'),
  tiles('boundaries: a release that is no UTF-8', 128, 'ff', 'text-damaged'),
  mended(
    'boundaries: a zone that the tz release does not have',
    { file: 'boundaries.tiles', find: 'Etc/UCT', replace: 'Etc/UCX' },
    'boundary-unknown',
  ),
  sql('R2: a flag of 2', `UPDATE zone SET is_mainland = 2 WHERE id = ${DUBLIN}`, 'row-rule'),
  sql(
    'R3: a latitude beyond the pole',
    `UPDATE zone SET latitude = 999999999 WHERE id = ${DUBLIN}`,
    'row-rule',
  ),
  sql('R3: a latitude alone', `UPDATE zone SET longitude = NULL WHERE id = ${DUBLIN}`, 'row-rule'),
  sql('R4: a country of three letters', `UPDATE zone SET country = 'IRL' WHERE id = ${DUBLIN}`, 'row-rule'),
]
