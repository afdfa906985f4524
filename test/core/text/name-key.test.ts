// Facts about the keys of names: spellings that mean the same have one key.
import { expect, test } from 'vitest'
import { nameKey, nameWords } from '#core/text/name-key.ts'

test.each([
  [['St. Petersburg', 'Saint Petersburg', 'saint-petersburg', 'ST PETERSBURG'], 'saintpetersburg'],
  [['Trinidad & Tobago', 'Trinidad and Tobago'], 'trinidadtobago'],
  [['São Paulo', 'sao  paulo', 'Sao-Paulo'], 'saopaulo'],
  [["N'Djamena", 'N’Djamena', 'NDjamena'], 'ndjamena'],
  [['Washington, D.C.', 'Washington DC'], 'washingtondc'],
  [['The Netherlands', 'netherlands'], 'netherlands'],
  [['Ħamrun', 'Hamrun'], 'hamrun'],
  [['Ft. Worth', 'Fort Worth'], 'fortworth'],
  [['St', 'st.'], 'st'],
  [['東京', '東京!'], '東京'],
  [['Αθήνα', 'αθηνα'], 'αθηνα'],
  [['أفريقيا', 'إفريقيا', 'افريقيا'], 'افريقيا'],
  [['!', '–'], ''],
])('%j have one key', (spellings, key) => {
  for (const spelling of spellings) expect(nameKey(spelling)).toBe(key)
})

test('words keep their order', () => expect(nameWords('Isle of Man')).toEqual(['isle', 'of', 'man']))
