// `npm run openapi`: writes schemas/openapi.json from the wire contract, for review in diffs.
import { writeFileSync } from 'node:fs'
import { openapiText } from './openapi.ts'

writeFileSync(new URL('openapi.json', import.meta.url), openapiText())
