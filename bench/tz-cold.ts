// Does one cold run for `bench tz` in its own process: reads, parses and compiles one source file, and prints figures as JSON.
import { readFileSync } from 'node:fs'
import { performance } from 'node:perf_hooks'
import { compileZones } from '#pipeline/compile/zones.ts'
import { parseTzSource } from '#pipeline/parse/tz-source.ts'

const [, , path = ''] = process.argv

function once(): { milliseconds: number; zones: number; transitions: number } {
  const begin = performance.now()
  const zones = compileZones(parseTzSource([{ name: 'source', text: readFileSync(path, 'utf8') }]))
  const milliseconds = performance.now() - begin
  return {
    milliseconds,
    zones: zones.length,
    transitions: zones.reduce((sum, zone) => sum + zone.starts.length, 0),
  }
}

const cold = once()
let warm = cold
for (let i = 0; i < 20; i++) warm = once()
console.log(JSON.stringify({ ...cold, warmMilliseconds: warm.milliseconds }))
