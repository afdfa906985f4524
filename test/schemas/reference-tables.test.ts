// The single definition of reference.sqlite: its SQL makes the tables, and its statements write and read rows by name.
import type Database from 'better-sqlite3'
import { openDatabase } from '#open/sqlite-driver.ts'
import { expect, test } from 'vitest'
import { insertInto, referenceSql, select, TABLES, type Row } from '#schemas/reference-tables.ts'

const empty = (): Database.Database => {
  const db = openDatabase(':memory:')
  db.exec(referenceSql())
  return db
}

test('the SQL makes each table with its columns, types, nulls and keys', () => {
  const db = empty()
  for (const [name, { columns, primaryKey }] of Object.entries(TABLES)) {
    const found = db.prepare('SELECT name, type, "notnull", pk FROM pragma_table_info(?)').all(name)
    expect(found, name).toEqual(
      Object.entries(columns).map(([column, { type, nullable }]) => {
        const rank = primaryKey.indexOf(column) + 1
        const isRowid = rank > 0 && primaryKey.length === 1 && type === 'INTEGER'
        return { name: column, type, notnull: nullable || isRowid ? 0 : 1, pk: rank }
      }),
    )
  }
  expect(
    db.prepare("SELECT count(*) FROM pragma_table_list WHERE schema = 'main' AND strict").pluck().get(),
  ).toBe(Object.keys(TABLES).length)
})

test('each reference names a column of a table', () => {
  const db = empty()
  expect(db.pragma('foreign_key_check')).toEqual([])
  const references = Object.values(TABLES).flatMap(({ columns }) =>
    Object.values(columns).flatMap(({ refersTo }: { refersTo: string | null }) => refersTo ?? []),
  )
  expect(references.length).toBeGreaterThan(10)
  for (const reference of references) {
    const [table = '', column = ''] = reference.split('.')
    expect(db.prepare(`SELECT count(${column}) FROM ${table}`).pluck().get(), reference).toBe(0)
  }
})

test('a row is written and read by its column names', () => {
  const db = empty()
  const row: Row<'standard'> = {
    counterpart: null,
    slug: 'noon-time',
    name: 'Noon Time',
    is_dst: 1,
    utc_offset: 3600,
    code: 'NT',
    continent: 'Europe',
  }
  db.prepare(insertInto('standard')).run(row)
  expect(db.prepare(select('standard', ['is_dst', 'slug'], 'WHERE utc_offset = ?').sql).all(3600)).toEqual([
    { is_dst: 1, slug: 'noon-time' },
  ])
})
