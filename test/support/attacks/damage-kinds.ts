// Every kind of damage to an artifact: each column, header field, section and key, in several ways.
import { readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { HEADER, HEADER_BYTES } from '#core/artifact/boundaries-layout.ts'
import { CLOCKS_HEADER } from '#core/artifact/clocks.ts'
import { manifestText } from '#core/artifact/id.ts'
import { BOUNDARIES, CLOCKS, MANIFEST, NAMES, NOTICE, REFERENCE, SHAPES } from '#core/artifact/layout.ts'
import { SHAPES_HEADER } from '#core/artifact/shapes.ts'
import { openDatabase } from '#open/sqlite-driver.ts'
import { TABLES, type Column, type Table } from '#schemas/reference-tables.ts'
import type { Manifest } from '#schemas/manifest.ts'
import { stamp } from '#pipeline/write/reference-db.ts'
import { fix } from './damaged-artifact.ts'
import { seededRandom } from '../worlds/seeded-random.ts'

export interface DamageKind {
  /** `city.latitude: null`, `clocks.bin: zoneCount + 1`. */
  readonly name: string
  /** Damages the artifact in a directory. False: SQLite does not allow it, or nothing would change. */
  readonly apply: (directory: string) => boolean
}

/** All kinds. Each corrects every checksum, size, hash and the id afterwards, as an attacker would. */
export function damageKinds(): DamageKind[] {
  return [...rowKinds(), ...byteKinds(), ...manifestKinds(), ...fileKinds()].map(({ name, apply }) => ({
    name,
    apply: (directory) => {
      if (!apply(directory)) return false
      // A manifest without a release or without files has nothing to correct.
      const { tz, files }: Partial<Manifest> = JSON.parse(readFileSync(join(directory, MANIFEST), 'utf8'))
      if (typeof tz === 'string' && typeof files === 'object' && files !== null) fix(directory)
      return true
    },
  }))
}

/** The new value of a column: its name, and its SQL. */
const INTEGERS: readonly (readonly [string, (column: string) => string])[] = [
  ['one more', (column) => `${column} + 1`],
  ['negative', () => '-7'],
  ['huge', () => String(2 ** 40)],
  ['null', () => 'NULL'],
]
const TEXTS: readonly (readonly [string, (column: string) => string])[] = [
  ['empty', () => "''"],
  ['another word', () => "'Xyzzy'"],
  ['a space before it', (column) => `' ' || ${column}`],
  ['null', () => 'NULL'],
]

function rowKinds(): DamageKind[] {
  return Object.entries<Table>(TABLES).flatMap(([table, { columns, primaryKey }]) => {
    const key = primaryKey.join(', ')
    const size = `(SELECT count(*) FROM ${table})`
    /** The middle one of the rows that match. */
    const middle = (where: string): string =>
      `(${key}) IN (SELECT ${key} FROM ${table} WHERE ${where} ORDER BY ${key} LIMIT 1 OFFSET (SELECT count(*) / 2 FROM ${table} WHERE ${where}))`
    const ofColumns = Object.entries<Column>(columns).flatMap(([column, { type }]) => [
      ...(type === 'INTEGER' ? INTEGERS : TEXTS).map(([what, value]) => ({
        name: `${table}.${column}: ${what}`,
        apply: inDatabase(
          `UPDATE ${table} SET ${column} = ${value(column)} WHERE ${middle(`${column} IS NOT NULL`)}`,
        ),
      })),
      {
        name: `${table}.${column}: that of another row`,
        apply: inDatabase(
          `UPDATE ${table} SET ${column} = (SELECT o.${column} FROM ${table} AS o WHERE o.${column} IS NOT NULL AND o.${column} <> ${table}.${column} ORDER BY o.${column} DESC LIMIT 1) WHERE ${middle(`${column} IS NOT NULL`)}`,
        ),
      },
      {
        name: `${table}.${column}: something where null stands`,
        apply: inDatabase(
          `UPDATE ${table} SET ${column} = ${type === 'INTEGER' ? 1 : "'Xyzzy'"} WHERE ${middle(`${column} IS NULL`)}`,
        ),
      },
    ])
    const ofRows = [
      ['no first row', '0'],
      ['no row in the middle', `${size} / 2`],
      ['no last row', `${size} - 1`],
    ].map(([what = '', offset = '']) => ({
      name: `${table}: ${what}`,
      apply: inDatabase(
        `DELETE FROM ${table} WHERE (${key}) IN (SELECT ${key} FROM ${table} ORDER BY ${key} LIMIT 1 OFFSET ${offset})`,
      ),
    }))
    return [
      ...ofColumns,
      ...ofRows,
      { name: `${table}: no rows`, apply: inDatabase(`DELETE FROM ${table}`) },
      { name: `${table}: not there`, apply: inDatabase(`DROP TABLE ${table}`) },
    ]
  })
}

const inDatabase =
  (sql: string): DamageKind['apply'] =>
  (directory) => {
    const db = openDatabase(join(directory, REFERENCE))
    try {
      db.pragma('foreign_keys = OFF')
      // For a dropped table, `changes` does not count.
      return db.prepare(sql).run().changes > 0 || sql.startsWith('DROP')
    } catch {
      // The table itself forbids it: NOT NULL, UNIQUE, STRICT.
      return false
    } finally {
      db.close()
      stamp(join(directory, REFERENCE))
    }
  }

const NAMES_HEADER = {
  magic: 0,
  major: 8,
  minor: 10,
  language: 12,
  fileBytes: 20,
  nameCount: 24,
  meaningCount: 28,
  placeCount: 32,
  zoneCount: 36,
  standardCount: 40,
  countryCount: 44,
  nameBytes: 48,
  listBytes: 52,
}
const SQLITE_HEADER = {
  pageSize: 16,
  journal: 18,
  pages: 28,
  schemaFormat: 44,
  encoding: 56,
  version: 96,
}
const SECTION_WORDS = Object.fromEntries(
  Array.from({ length: 12 }, (_, word) => [
    `section ${word >> 1} ${word % 2 === 0 ? 'begin' : 'length'}`,
    HEADER.sections + 4 * word,
  ]),
)
const HEADERS: Readonly<Record<string, readonly [bytes: number, fields: Readonly<Record<string, number>>]>> =
  {
    [CLOCKS]: [32, CLOCKS_HEADER],
    [SHAPES]: [32, SHAPES_HEADER],
    [NAMES]: [56, NAMES_HEADER],
    [REFERENCE]: [100, SQLITE_HEADER],
    [BOUNDARIES]: [HEADER_BYTES, { ...HEADER, ...SECTION_WORDS }],
  }
/** Fields that are corrected afterwards. */
const MENDED = new Set(['bodyCrc32', 'headerCrc32', 'bodySha256', 'sections'])
/** The number of places in a file's body where a byte is changed. */
const BYTES = 24

function byteKinds(): DamageKind[] {
  return Object.entries(HEADERS).flatMap(([file, [headerBytes, fields]]) => {
    const inBytes = (what: string, change: (bytes: Buffer) => Buffer | undefined): DamageKind => ({
      name: `${file}: ${what}`,
      apply: (directory) => {
        const before = readFileSync(join(directory, file))
        const bytes = Buffer.from(before)
        const after = change(bytes) ?? bytes
        writeFileSync(join(directory, file), after)
        return !after.equals(before)
      },
    })
    const random = seededRandom(27)
    return [
      ...Object.entries(fields)
        .filter(([field]) => !MENDED.has(field))
        .flatMap(([field, at]) => [
          inBytes(
            `${field} + 1`,
            (bytes) => void bytes.writeUInt16LE((bytes.readUInt16LE(at) + 1) % 65536, at),
          ),
          inBytes(`${field} ffffffff`, (bytes) => void bytes.writeUInt32LE(2 ** 32 - 1, at)),
          inBytes(`${field} 0`, (bytes) => void bytes.writeUInt32LE(0, at)),
        ]),
      ...Array.from({ length: BYTES }, (_, i) => {
        const mask = 1 + Math.floor(random() * 255)
        return inBytes(`byte ${i} of ${BYTES} of the body`, (bytes) => {
          const at = headerBytes + Math.floor(((bytes.length - headerBytes) * (i + 0.5)) / BYTES)
          bytes[at] = (bytes[at] ?? 0) ^ mask
        })
      }),
      inBytes('half', (bytes) => bytes.subarray(0, bytes.length >> 1)),
      inBytes('one byte less', (bytes) => bytes.subarray(0, -1)),
      inBytes('one byte more', (bytes) => Buffer.concat([bytes, Buffer.of(0)])),
      inBytes('nothing in it', () => Buffer.alloc(0)),
      inBytes('nothing but zeros', (bytes) => bytes.fill(0)),
      inBytes('a body of zeros', (bytes) => void bytes.fill(0, headerBytes)),
      inBytes('a body of ones', (bytes) => void bytes.fill(255, headerBytes)),
      inBytes('a file twice as long', (bytes) => Buffer.concat([bytes, bytes])),
    ]
  })
}

const OTHERS: readonly (readonly [string, unknown])[] = [
  ['null', null],
  ['a number', 7],
  ['empty', ''],
  ['a list', []],
  ['an object', {}],
  ['another text', '2020-01-01'],
]

function manifestKinds(): DamageKind[] {
  const keys: (keyof Manifest)[] = [
    'format',
    'tz',
    'boundaries',
    'reference_date',
    'tzref',
    'sqlite',
    'sources',
    'counts',
    'transitions_sha256',
    'files',
  ]
  const inManifest = (what: string, change: (manifest: Record<string, unknown>) => void): DamageKind => ({
    name: `${MANIFEST}: ${what}`,
    apply: (directory) => {
      const path = join(directory, MANIFEST)
      const before = readFileSync(path, 'utf8')
      const manifest: Record<string, unknown> = JSON.parse(before)
      change(manifest)
      const after = `${JSON.stringify(manifest, null, 2)}\n`
      writeFileSync(path, after)
      return after !== before
    },
  })
  const inner = (key: string, name: string, value: unknown) =>
    inManifest(`${key}.${name} ${JSON.stringify(value)}`, (manifest) => {
      manifest[key] = Object.assign({}, manifest[key], { [name]: value })
    })
  return [
    ...keys.flatMap((key) => [
      ...OTHERS.map(([what, value]) => inManifest(`${key} ${what}`, (manifest) => (manifest[key] = value))),
      inManifest(`${key} not there`, (manifest) => delete manifest[key]),
    ]),
    inManifest('format of a later minor version', (manifest) => (manifest['format'] = '4.99')),
    inManifest('tz of another release', (manifest) => (manifest['tz'] = '2026b')),
    inManifest('boundaries of another release', (manifest) => (manifest['boundaries'] = 'corpus-2')),
    inManifest('reference_date a day later', (manifest) => (manifest['reference_date'] = '2026-01-02')),
    inManifest('reference_date that is not a day', (manifest) => (manifest['reference_date'] = '2026-13-45')),
    ...['zones', 'aliases', 'countries', 'cities', 'standards', 'names'].flatMap((name) => [
      inner('counts', name, 5),
      inner('counts', name, -1),
      inner('counts', name, null),
    ]),
    inner('counts', 'more', 5),
    inner('files', '../x', { size: 0, sha256: '0'.repeat(64) }),
    inner('files', 'x', { size: 0, sha256: '0'.repeat(64) }),
    inner('files', '', { size: 0, sha256: '0'.repeat(64) }),
    inner('files', 'manifest.json', { size: 0, sha256: '0'.repeat(64) }),
  ]
}

const FILES = [REFERENCE, CLOCKS, NAMES, BOUNDARIES, SHAPES, NOTICE]

function fileKinds(): DamageKind[] {
  const unlist = (directory: string, file: string): void => {
    const path = join(directory, MANIFEST)
    const manifest: Manifest = JSON.parse(readFileSync(path, 'utf8'))
    delete manifest.files[file]
    writeFileSync(path, manifestText(manifest))
  }
  return FILES.flatMap((file) => [
    {
      name: `${file}: not there and not listed`,
      apply: (directory) => {
        rmSync(join(directory, file))
        unlist(directory, file)
        return true
      },
    },
    {
      name: `${file}: there and not listed`,
      apply: (directory) => {
        unlist(directory, file)
        return true
      },
    },
    {
      name: `${file}: listed and not there`,
      apply: (directory) => {
        rmSync(join(directory, file))
        return true
      },
    },
    ...FILES.filter((other) => other > file).map((other): DamageKind => ({
      name: `${file}: swapped with ${other}`,
      apply: (directory) => {
        const [one, two] = [file, other].map((name) => readFileSync(join(directory, name)))
        if (one === undefined || two === undefined || !readdirSync(directory).includes(other)) return false
        writeFileSync(join(directory, file), two)
        writeFileSync(join(directory, other), one)
        return true
      },
    })),
  ])
}
