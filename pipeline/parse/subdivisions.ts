// Reads ISO 3166-2 into records: first and second divisions, with their local and English names.
import { fields, readJson, text, under } from './json.ts'
import { byNumber } from '#core/order.ts'
import { faultInFile } from '../source-error.ts'

/** A division of a country, or of another division. */
export interface Subdivision {
  /** The ISO 3166-2 code in lower case without its hyphen, as CLDR writes it: `gbsfk`. */
  readonly code: string
  readonly country: string
  /** The code of the division that contains it. Null for a first division. */
  readonly whole: string | null
  /** Names in Latin letters: its own name as ISO writes it, and the English one where CLDR has it. */
  readonly names: readonly string[]
}

const keyOf = (code: string): string => code.replace('-', '').toLowerCase()

/** Reads the table of the package iso-3166 (a JavaScript module) and CLDR's English names. Returns divisions before their parts. */
export function parseSubdivisions(module: Uint8Array, english: Uint8Array): Subdivision[] {
  const file = 'cldr-subdivisions-full/subdivisions/en/en.json'
  const inEnglish = new Map(
    fields(under(readJson(file, english), 'subdivisions', 'localeDisplayNames', 'subdivisions')).map(
      // CLDR adds a raised digit to tell equal names apart.
      ([code, name]) => [
        code,
        text(name)
          .replaceAll(/[¹²³⁴⁵⁶⁷⁸⁹]/gu, '')
          .trim(),
      ],
    ),
  )
  const rows = new TextDecoder().decode(module).matchAll(ROW)
  const found = Array.from(rows, ([, code = '', single, double, parent = '']): Subdivision => {
    const own = (single ?? double ?? '').replaceAll('\\', '')
    const key = keyOf(code)
    const translated = inEnglish.get(key)
    return {
      code: key,
      country: code.slice(0, 2),
      whole: parent.length === 2 ? null : keyOf(parent),
      names: translated === undefined ? [own] : [translated, own],
    }
  })
  if (found.length < 4000)
    throw faultInFile('source-shape', 'iso-3166/2.js', `${found.length} divisions, expected about 5,000`)
  const wholeOf = new Map(found.map(({ code, whole }) => [code, whole]))
  const depthOf = (code: string): number => {
    const whole = wholeOf.get(code) ?? null
    return whole === null ? 0 : 1 + depthOf(whole)
  }
  return found.toSorted(byNumber(({ code }) => depthOf(code)))
}

const ROW =
  /code: '([A-Z]{2}-\w+)',\s*name: (?:'((?:[^'\\]|\\.)*)'|"([^"]*)"),\s*parent: '([A-Z]{2}(?:-\w+)?)'/gu
