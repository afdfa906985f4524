import fs from 'node:fs'
import { parseGeoTzPieces } from './pipeline/parse/geo-tz-pieces.ts'
import { boundaryBytes } from './pipeline/write/boundaries.ts'
import { openBoundaries } from './core/artifact/boundaries.ts'
const d=process.argv[2]??'node_modules/geo-tz/data/'
console.time('all')
const r = parseGeoTzPieces(JSON.parse(fs.readFileSync(d+'timezones.geojson.index.json','utf8')), fs.readFileSync(d+'timezones.geojson.geo.dat'))
const maxEdges=Number(process.argv[3]??16), topShift=Number(process.argv[4]??20)
const w=boundaryBytes('geo-tz-8.1.9', r.zones, {maxEdges, topShift})
console.timeEnd('all')
console.log(w.tiles, w.bytes.length/1e6)
fs.writeFileSync(`/tmp/b-${maxEdges}-${topShift}.tiles`, w.bytes)
console.time('verify'); openBoundaries(w.bytes).verify(); console.timeEnd('verify')
