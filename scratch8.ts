import fs from 'node:fs'
import { createRequire } from 'node:module'
const tz = createRequire(import.meta.url)('@photostructure/tz-lookup')
const [mod, ...files]=process.argv.slice(2)
const { openBoundariesFile } = await import(mod!)
const nl=new Float64Array(fs.readFileSync('/tmp/near.bin').buffer.slice(0))
const N=nl.length/2
const bs=files.map(f=>openBoundariesFile(f))
const fns=bs.map((b:any)=>new Function('b','p','let h=0; for(let i=0;i<p.length;i+=2) h+=b.results[b.resultAtDegrees(p[i],p[i+1])][0].length; return h'))
const best=files.map(()=>1e9); let bt=1e9
for(let r=0;r<8;r++){ bs.forEach((b:any,i:number)=>{const c0=process.cpuUsage(); (fns[i] as any)(b,nl); const c=process.cpuUsage(c0); best[i]=Math.min(best[i]!,(c.user+c.system)/1e6)})
 const c0=process.cpuUsage(); let h=0; for(let i=0;i<nl.length;i+=2) h+=tz(nl[i],nl[i+1]).length; const c=process.cpuUsage(c0); bt=Math.min(bt,(c.user+c.system)/1e6)}
files.forEach((f,i)=>console.log(f,(N/best[i]!/1e6).toFixed(2))); console.log('tz',(N/bt/1e6).toFixed(2))
const q=new Int32Array(nl.length); for(let i=0;i<nl.length;i+=2){q[i]=Math.round(nl[i+1]!*1e6);q[i+1]=Math.round(nl[i]!*1e6)}
const out=new Uint16Array(N)
bs.forEach((b:any,i)=>{let bb=1e9; for(let r=0;r<8;r++){const c0=process.cpuUsage(); b.resultsAt(q,out); const c=process.cpuUsage(c0); bb=Math.min(bb,(c.user+c.system)/1e6)}; console.log(files[i],'batch',(N/bb/1e6).toFixed(2));
 let bad=0; for(let k=0;k<N;k++) if(out[k]!==b.resultAt(q[k*2]!,q[k*2+1]!)) bad++; console.log('bad',bad)})
