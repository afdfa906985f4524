// `npm run openapi` also writes the types of the client, apps/library/wire.ts, from schemas/openapi.json.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '#open/program/root.ts'
import { wireTypes } from './wire-types.ts'

const file = join(ROOT, 'apps/library/wire.ts')
writeFileSync(
  file,
  await wireTypes(JSON.parse(readFileSync(join(ROOT, 'schemas/openapi.json'), 'utf8')), file),
)
