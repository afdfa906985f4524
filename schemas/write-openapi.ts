// `npm run openapi`: writes schemas/openapi.json and schemas/manifest.schema.json from their TypeBox schemas, for review in diffs.
import { writeFileSync } from 'node:fs'
import { manifestSchemaText } from './manifest.ts'
import { openapiText } from './openapi.ts'

writeFileSync(new URL('openapi.json', import.meta.url), openapiText())
writeFileSync(new URL('manifest.schema.json', import.meta.url), manifestSchemaText())
