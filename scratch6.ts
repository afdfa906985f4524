import fs from 'node:fs'
import { parseGeoTzPieces } from './pipeline/parse/geo-tz-pieces.ts'
import { uniqueEdges } from './pipeline/compile/edges.ts'
const d='node_modules/geo-tz/data/'
const r = parseGeoTzPieces(JSON.parse(fs.readFileSync(d+'timezones.geojson.index.json','utf8')), fs.readFileSync(d+'timezones.geojson.geo.dat'))
const e=uniqueEdges(r.zones); 
let st=4242
function rnd(){ st|=0; st=st+0x6D2B79F5|0; let t=Math.imul(st^st>>>15,1|st); t=t+Math.imul(t^t>>>7,61|t)^t; return ((t^t>>>14)>>>0)/4294967296}
const cum=new Float64Array(e.count+1)
for(let i=0;i<e.count;i++){ const my=((e.ay[i]!+e.by[i]!)/2/1e6-90)*Math.PI/180; cum[i+1]=cum[i]!+Math.hypot((e.bx[i]!-e.ax[i]!)*Math.cos(my), e.by[i]!-e.ay[i]!)}
const N=1_000_000
const out=new Float64Array(N*2)
for(let n=0;n<N;n++){ const t=rnd()*cum[e.count]!; let lo=0,hi=e.count; while(hi-lo>1){const m=(lo+hi)>>1; if(cum[m]!<=t)lo=m; else hi=m}
 const f=rnd(); const la0=(e.ay[lo]!+f*(e.by[lo]!-e.ay[lo]!))/1e6-90, lo0=(e.ax[lo]!+f*(e.bx[lo]!-e.ax[lo]!))/1e6-180
 const q=0.2*Math.sqrt(rnd())/111.2, a=rnd()*2*Math.PI; const la=Math.max(-90,Math.min(90,la0+q*Math.sin(a))); let l=lo0+q*Math.cos(a)/Math.max(0.001,Math.cos(la*Math.PI/180)); if(l>180)l-=360; if(l<-180)l+=360; out[n*2]=la; out[n*2+1]=l }
fs.writeFileSync('/tmp/near.bin', new Uint8Array(out.buffer))
