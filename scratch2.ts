import fs from 'node:fs'
import { parseGeoTzPieces } from './pipeline/parse/geo-tz-pieces.ts'
import { uniqueEdges } from './pipeline/compile/edges.ts'
import { compileQuadtree } from './pipeline/compile/quadtree.ts'
const d='node_modules/geo-tz/data/'
const r = parseGeoTzPieces(JSON.parse(fs.readFileSync(d+'timezones.geojson.index.json','utf8')), fs.readFileSync(d+'timezones.geojson.geo.dat'))
console.time('edges')
const e=uniqueEdges(r.zones)
console.timeEnd('edges'); console.log(e.count, e.sets.count)
for (const maxEdges of (process.argv[2]??'16').split(',').map(Number)) {
console.time('tree')
const t=compileQuadtree(e, 25, {maxEdges, topShift:Number(process.argv[3]??20)})
console.timeEnd('tree'); console.log(maxEdges, t.tiles, t.entries.length*4/1e6, t.words.length*2/1e6, t.tables.length*2/1e6, t.results.length, e.sets.count, 'MB', (t.entries.length*4+t.words.length*2)/1e6)
}
console.log(process.memoryUsage().rss/1e6)
