// A few lines of tz source → the one zone they define.
import type { CompiledZone } from '#core/zone/compiled-zone.ts'
import { compileZones } from '#pipeline/compile/zones.ts'
import { parseTzSource } from '#pipeline/parse/tz-source.ts'

export function compileText(text: string): CompiledZone {
  const [zone] = compileZones(parseTzSource([{ name: 'test', text }]))
  if (zone === undefined) throw new Error('the text has no Zone')
  return zone
}
