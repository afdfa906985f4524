// Reference tables as JSON: they read back as they were written, and wrong ones are refused.
import { describe, expect, inject, test } from 'vitest'
import { decodeTable, encodeTable, tableFile } from '#core/artifact/json-table.ts'
import { openArtifact } from '#open/artifact.ts'
import { TABLES, type TableName } from '#schemas/reference-tables.ts'

const artifact = openArtifact(inject('embeddedArtifact'))
const names = Object.keys(TABLES).filter((name): name is TableName => name in TABLES)

test.each(names)('%s comes back as it was written', (name) => {
  const rows = artifact.rows(name)
  expect(rows.length).toBeGreaterThan(0)
  expect(decodeTable(name, encodeTable(name, rows, 'an-id'))).toEqual(rows)
})

test('the text is the one in docs/formats/tables.md', () => {
  const rows = [
    { name: 'Africa/Asmera', zone: 15, source_line: 812 },
    { name: 'Africa/Timbuktu', zone: 0, source_line: 813 },
  ]
  expect(encodeTable('zone_alias', rows, '2026f-geo-tz-8.1.9-0123abcd')).toBe(
    '{"format":"1.0","table":"zone_alias","artifact":"2026f-geo-tz-8.1.9-0123abcd","rows":2,"columns":{"name":["Africa/Asmera","Africa/Timbuktu"],"zone":[15,0],"source_line":[812,813]}}\n',
  )
  expect(tableFile('zone_alias')).toBe('zone_alias.json')
})

describe('what is refused', () => {
  const good = encodeTable('zone_alias', [{ name: 'A', zone: 1, source_line: 2 }], 'an-id')
  test.each([
    ['no JSON', good.slice(0, -9), 'database-malformed'],
    ['no object', '[]', 'database-malformed'],
    ['another major', good.replace('"1.0"', '"2.0"'), 'format-unknown'],
    ['another table', good.replace('"zone_alias"', '"zone"'), 'database-malformed'],
    ['a column that is missing', good.replace('"zone":[1],', ''), 'database-malformed'],
    ['a column that is short', good.replace('"zone":[1]', '"zone":[]'), 'database-malformed'],
  ])('%s', (_, text, code) => {
    expect(() => decodeTable('zone_alias', text)).toThrow(expect.objectContaining({ code }))
  })

  test('but additions of a later minor version are accepted', () => {
    const later = good.replace('"1.0"', '"1.7","more":[]').replace('"zone":', '"colour":["red"],"zone":')
    expect(decodeTable('zone_alias', later)).toEqual([{ name: 'A', zone: 1, source_line: 2 }])
  })
})
