// Names of query parameters that a path does not have: they play no part in its answer, and the client may not know.
import { decodeText } from '../http/request-text.ts'

/** Names told at most. */
const MOST = 10

/** The names, percent-encoded and separated by commas; null where all are known. */
export function ignoredParameters(rawQuery: string, known: ReadonlySet<string>): string | null {
  if (rawQuery === '') return null
  const ignored = new Set<string>()
  for (const pair of rawQuery.split('&')) {
    const equals = pair.indexOf('=')
    const raw = equals < 0 ? pair : pair.slice(0, equals)
    if (raw === '' || known.has(raw)) continue
    const name = decodeText(raw.replaceAll('+', ' '))
    // With brackets a known name is refused, not ignored.
    if (name === null || known.has(name) || known.has(name.split('[', 1)[0] ?? '')) continue
    ignored.add(encodeURIComponent(name))
    if (ignored.size === MOST) break
  }
  return ignored.size === 0 ? null : [...ignored].join(', ')
}
