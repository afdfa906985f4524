// The trace that a request belongs to, as a proxy or a client says it (W3C Trace Context).

const TRACEPARENT = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(?=-|$)/
const FIRST_VERSION_LENGTH = 55

/** The trace's id, 32 lower-case hexadecimal digits; null where the field is absent or is not what the standard says. */
export function traceIdOf(traceparent: string | string[] | undefined): string | null {
  if (typeof traceparent !== 'string') return null
  // Later versions may say more behind it; the first says no more.
  if (traceparent.startsWith('00-') && traceparent.length !== FIRST_VERSION_LENGTH) return null
  return TRACEPARENT.exec(traceparent)?.[1] ?? null
}
