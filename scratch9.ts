import fs from 'node:fs'
import { parseGeoTzPieces } from './pipeline/parse/geo-tz-pieces.ts'
import { openBoundariesFile } from './core/artifact/boundaries.ts'
import { zonesContaining, type Point } from './test/support/exact-zones.ts'
import { seededRandom } from './test/support/seeded-random.ts'
const d='node_modules/geo-tz/data/'
const r = parseGeoTzPieces(JSON.parse(fs.readFileSync(d+'timezones.geojson.index.json','utf8')), fs.readFileSync(d+'timezones.geojson.geo.dat'))
const b=openBoundariesFile(process.argv[2]!)
const rnd=seededRandom(7)
const sets: Record<string,Point[]>={uniform:[],vertices:[],tiles:[],edges:[]}
for(let i=0;i<300000;i++) sets['uniform']!.push({lon:Math.round(rnd()*360e6-180e6),lat:Math.round(Math.asin(2*rnd()-1)*180/Math.PI*1e6)})
const cl=(p:Point)=>({lon:Math.max(-180e6,Math.min(180e6,p.lon)),lat:Math.max(-90e6,Math.min(90e6,p.lat))})
for(const z of r.zones) for(let n=0;n<60;n++){ const ring=z.rings[Math.floor(rnd()*z.rings.length)]!; const k=Math.floor(rnd()*ring.length/2)*2; const k2=(k+2)%ring.length
 const vx=ring[k]!,vy=ring[k+1]!; const mx=Math.round((vx+ring[k2]!)/2),my=Math.round((vy+ring[k2+1]!)/2)
 for(const [x,y] of [[vx,vy],[mx,my]] as const) for(let dx=-1;dx<=1;dx++)for(let dy=-1;dy<=1;dy++) sets['vertices']!.push(cl({lon:x+dx,lat:y+dy}))
 for(let s=6;s<=20;s++){ const X=((vx+180e6)>>s<<s)-180e6,Y=((vy+90e6)>>s<<s)-90e6; sets['tiles']!.push(cl({lon:X,lat:Y}),cl({lon:X,lat:vy}),cl({lon:vx,lat:Y}),cl({lon:X-1,lat:Y}),cl({lon:X,lat:Y-1})) } }
for(let i=0;i<20000;i++){ const y=Math.round(rnd()*180e6-90e6),x=Math.round(rnd()*360e6-180e6); sets['edges']!.push({lon:180e6,lat:y},{lon:-180e6,lat:y},{lon:x,lat:90e6},{lon:x,lat:-90e6},{lon:179999999,lat:y}) }
for(const lo of [-180e6,180e6]) for(const la of [-90e6,90e6]) sets['edges']!.push({lon:lo,lat:la})
for(const [name,pts] of Object.entries(sets)){
 console.time(name); const o=zonesContaining(r.zones,pts); console.timeEnd(name)
 let bad=0,none=0,two=0; const ex:any[]=[]
 pts.forEach((p,i)=>{ const got=[...b.zonesAt(p.lon,p.lat)].filter(z=>!z.startsWith('Etc/GMT')).sort().join(); const want=o[i]!.map(z=>r.zones[z]!.id).sort().join(); if(want==='')none++; if(o[i]!.length>1)two++; if(got!==want){bad++; if(ex.length<8)ex.push([p,got,want])} })
 console.log(name,pts.length,'bad',bad,'sea',none,'two',two,ex)
}
