// /openapi.json as this server serves it: the checked-in description with its own base URL.
import { readFileSync } from 'node:fs'
import { JSON_TYPE } from './http/problem.ts'
import type { SiteDocument } from './site/page.ts'
import type { Urls } from './urls.ts'

const made = new Map<string, SiteDocument>()

/** The description. Its `servers` names this server. Made once for each base URL. */
export function openapiDocument({ base }: Urls): SiteDocument {
  let document = made.get(base)
  if (document === undefined) {
    const description: Record<string, unknown> = JSON.parse(
      readFileSync(new URL('../schemas/openapi.json', import.meta.url), 'utf8'),
    )
    const body = JSON.stringify({ ...description, servers: [{ url: base }] })
    document = { kind: 'document', type: JSON_TYPE, body, maxAge: 3600 }
    made.set(base, document)
  }
  return document
}
