// The trace id of a request, as a proxy or a client sends it (W3C Trace Context).

const TRACEPARENT = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(?=-|$)/
const FIRST_VERSION_LENGTH = 55

/** The trace's id: 32 lower-case hexadecimal digits. Null when the field is absent or breaks the standard. */
export function traceIdOf(traceparent: string | string[] | undefined): string | null {
  if (typeof traceparent !== 'string') return null
  // Later versions may append more fields; the first version may not.
  if (traceparent.startsWith('00-') && traceparent.length !== FIRST_VERSION_LENGTH) return null
  return TRACEPARENT.exec(traceparent)?.[1] ?? null
}
