// Accept-Encoding: whether a client takes gzip.
import { MOST_CODINGS } from '../admission/numbers.ts'

/** Whether a list such as `br, gzip;q=0.5` takes gzip, by its name or by `*`. */
export function acceptsGzip(list: string | undefined): boolean {
  if (list === undefined) return false
  let ofAll = false
  for (const item of list.split(',', MOST_CODINGS)) {
    const [coding = '', ...parameters] = item.split(';').map((part) => part.trim().toLowerCase())
    const isTaken = !parameters.some((parameter) => /^q\s*=\s*0(\.0{0,3})?$/.test(parameter))
    if (coding === 'gzip' || coding === 'x-gzip') return isTaken
    if (coding === '*') ofAll = isTaken
  }
  return ofAll
}
