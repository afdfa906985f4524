import fs from 'node:fs'
import { parseGeoTzPieces } from './pipeline/parse/geo-tz-pieces.ts'
const d='node_modules/geo-tz/data/'
console.time('parse')
const r = parseGeoTzPieces(JSON.parse(fs.readFileSync(d+'timezones.geojson.index.json','utf8')), fs.readFileSync(d+'timezones.geojson.geo.dat'))
console.timeEnd('parse')
console.log(process.memoryUsage().rss/1e6, r.zones.length, r.findings.slice(0,20), r.findings.length)
let v=0, rr=0; for(const z of r.zones){ rr+=z.rings.length; for (const x of z.rings) v+=x.length/2}
console.log(rr, v)
