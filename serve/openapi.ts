// /openapi.json as this server serves it: the checked-in description, with its own base URL.
import { readFileSync } from 'node:fs'

/** JSON text of the description, its `servers` naming `baseUrl`. */
export function openapiFor(baseUrl: string): string {
  const description: Record<string, unknown> = JSON.parse(
    readFileSync(new URL('../schemas/openapi.json', import.meta.url), 'utf8'),
  )
  return JSON.stringify({ ...description, servers: [{ url: baseUrl }] })
}
