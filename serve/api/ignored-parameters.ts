// Names of query parameters that a path does not have: they are ignored, and the answer says so.
import { MOST_PARAMETERS } from '../admission/numbers.ts'
import { decodeText } from '../http/request-text.ts'

/** Most names that are reported, and most characters of each: together less than proxies take as header fields. */
const [MOST, LONGEST] = [10, 100]

/** The names, percent-encoded and separated by commas; of a long one only the beginning. Null when all are known. */
export function ignoredParameters(rawQuery: string, known: ReadonlySet<string>): string | null {
  let ignored: Set<string> | null = null
  for (let [from, seen] = [0, 0]; from < rawQuery.length && seen < MOST_PARAMETERS; seen++) {
    const ampersand = rawQuery.indexOf('&', from)
    const to = ampersand < 0 ? rawQuery.length : ampersand
    const equals = rawQuery.indexOf('=', from)
    const raw = rawQuery.slice(from, equals < 0 || equals > to ? to : equals)
    from = to + 1
    if (raw === '' || known.has(raw)) continue
    const name = decodeText(raw.replaceAll('+', ' '))
    // A known name with brackets is refused, not ignored.
    if (name === null || known.has(name) || known.has(name.split('[', 1)[0] ?? '')) continue
    ignored ??= new Set()
    ignored.add(beginningOf(encodeURIComponent(name)))
    if (ignored.size === MOST) break
  }
  return ignored === null ? null : [...ignored].join(', ')
}

/** A long name ends in three dots, and never within the escape of a byte. */
const beginningOf = (encoded: string): string =>
  encoded.length <= LONGEST ? encoded : `${encoded.slice(0, LONGEST - 3).replace(/%.?$/, '')}...`
