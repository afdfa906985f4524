// /openapi.json and /openapi-3.0.json as this server serves them: the checked-in description with its own addresses.
import { readFileSync } from 'node:fs'
import { oncePer } from '#core/once-per.ts'
import { asOpenapi30 } from '#schemas/openapi-3.0.ts'
import { JSON_TYPE } from './http/problem.ts'
import type { Urls } from './urls.ts'

interface OpenapiDocument {
  readonly kind: 'document'
  readonly type: string
  readonly body: string
  /** Seconds for which it may be cached. */
  readonly maxAge: number
  readonly isForOtherOrigins: true
}

/** The description. Its `servers` names this server, and its contact is this site. Made once for each server. */
export const openapiDocument = oncePer((urls: Urls): OpenapiDocument => documentOf(descriptionOf(urls)))

/** The same in OpenAPI 3.0. */
export const openapi30Document = oncePer((urls: Urls): OpenapiDocument =>
  documentOf(asOpenapi30(descriptionOf(urls))),
)

function descriptionOf({ base, web }: Urls): Record<string, unknown> {
  const description = JSON.parse(readFileSync(new URL('../schemas/openapi.json', import.meta.url), 'utf8'))
  const { info } = description
  const contact = { ...info.contact, url: web }
  return { ...description, info: { ...info, contact }, servers: [{ url: base }] }
}

const documentOf = (description: object): OpenapiDocument => ({
  kind: 'document',
  type: JSON_TYPE,
  body: JSON.stringify(description),
  maxAge: 3600,
  // Editors in browsers load the description from another origin. It needs no token and holds no secret.
  isForOtherOrigins: true,
})
