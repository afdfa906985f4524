import fs from 'node:fs'
import { parseGeoTzPieces } from './pipeline/parse/geo-tz-pieces.ts'
import { uniqueEdges } from './pipeline/compile/edges.ts'
const d='node_modules/geo-tz/data/'
const r = parseGeoTzPieces(JSON.parse(fs.readFileSync(d+'timezones.geojson.index.json','utf8')), fs.readFileSync(d+'timezones.geojson.geo.dat'))
const e=uniqueEdges(r.zones); let st=99
const out:number[]=[]; for(let i=0;i<e.count;i+=4) out.push(e.ax[i]!,e.ay[i]!)
fs.writeFileSync('/tmp/edges.json', JSON.stringify(out))
