// The first bytes of files that people bring where rows of text are expected → the name of the format, and how to make text of it.

interface Form {
  readonly name: string
  /** The first bytes, a character each. */
  readonly begins: string
  /** Bytes among the first ones that tell it from others that begin so. */
  readonly has?: string
  /** How its rows become text. */
  readonly advice: string
}

const UNPACK = 'unpack it first'
const FORMS: readonly Form[] = [
  { name: 'xlsx (Excel)', begins: 'PK\x03\x04', has: 'xl/', advice: 'save it as "CSV UTF-8"' },
  {
    name: 'KMZ',
    begins: 'PK\x03\x04',
    has: '.kml',
    advice: 'unzip it, and write its points as CSV or GeoJSON',
  },
  {
    name: 'KML',
    begins: '<',
    has: '<kml',
    advice: 'write its points as GPX, CSV or GeoJSON, as ogr2ogr and gpsbabel do',
  },
  { name: 'a zip archive', begins: 'PK\x03\x04', advice: UNPACK },
  { name: 'xls (Excel)', begins: '\xd0\xcf\x11\xe0', advice: 'save it as "CSV UTF-8"' },
  { name: 'Parquet', begins: 'PAR1', advice: 'write it as CSV, as DuckDB does' },
  { name: 'gzip', begins: '\x1f\x8b', advice: 'unpack it: gzip -dc FILE' },
  { name: 'zstd', begins: '\x28\xb5\x2f\xfd', advice: 'unpack it: zstd -dc FILE' },
  {
    name: 'JPEG',
    begins: '\xff\xd8\xff',
    advice: 'write its position as CSV: exiftool -csv -n -GPSLatitude -GPSLongitude',
  },
  { name: 'PNG', begins: '\x89PNG', advice: 'bring the numbers as text' },
  { name: 'PDF', begins: '%PDF', advice: 'bring the rows as text' },
  { name: 'SQLite (or GeoPackage)', begins: 'SQLite format 3', advice: 'write its rows as CSV' },
]
/** Far enough for the names of the first files of an archive. */
const HEAD = 8192

/** The format of a file that is no text, and what to do: `found gzip, expected rows of text: unpack it: gzip -dc FILE`. Null for text. */
export function notText(head: Uint8Array): string | null {
  const text = Buffer.from(head.buffer, head.byteOffset, Math.min(head.length, HEAD)).toString('latin1')
  const form = FORMS.find(
    ({ begins, has }) => text.startsWith(begins) && (has === undefined || text.includes(has)),
  )
  return form === undefined ? null : `found ${form.name}, expected rows of text: ${form.advice}`
}
