// /openapi.json as this server serves it: the checked-in description with its own base URL.
import { readFileSync } from 'node:fs'
import { oncePer } from '#core/once-per.ts'
import { JSON_TYPE } from './http/problem.ts'
import type { SiteDocument } from '#site/frame/page.ts'
import type { Urls } from './urls.ts'

/** The description. Its `servers` names this server. Made once for each server. */
export const openapiDocument = oncePer(({ base }: Urls): SiteDocument => {
  const description: Record<string, unknown> = JSON.parse(
    readFileSync(new URL('../schemas/openapi.json', import.meta.url), 'utf8'),
  )
  const body = JSON.stringify({ ...description, servers: [{ url: base }] })
  // Editors in browsers load the description from another origin. It needs no token and holds no secret.
  return {
    kind: 'document',
    type: JSON_TYPE,
    body,
    maxAge: 3600,
    headers: { 'access-control-allow-origin': '*' },
  }
})
