// /openapi.json as this server serves it: the checked-in description with its own base URL.
import { readFileSync } from 'node:fs'
import { oncePer } from '#core/once-per.ts'
import { JSON_TYPE } from './http/problem.ts'
import type { Urls } from './urls.ts'

interface OpenapiDocument {
  readonly kind: 'document'
  readonly type: string
  readonly body: string
  /** Seconds for which it may be cached. */
  readonly maxAge: number
}

/** The description. Its `servers` names this server. Made once for each server. */
export const openapiDocument = oncePer(({ base }: Urls): OpenapiDocument => {
  const description: Record<string, unknown> = JSON.parse(
    readFileSync(new URL('../schemas/openapi.json', import.meta.url), 'utf8'),
  )
  const body = JSON.stringify({ ...description, servers: [{ url: base }] })
  return { kind: 'document', type: JSON_TYPE, body, maxAge: 3600 }
})
