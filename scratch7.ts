import fs from 'node:fs'
import { openBoundariesFile } from './core/artifact/boundaries.ts'
const nl=new Float64Array(fs.readFileSync('/tmp/near.bin').buffer.slice(0))
for (const f of process.argv.slice(2)) {
const b=openBoundariesFile(f)
const dv=new DataView(b.bytes.buffer,b.bytes.byteOffset,b.bytes.byteLength)
const t=dv.getUint32(20,true), treeAt=dv.getUint32(32+32,true)
const tree=new Int32Array(b.bytes.buffer,b.bytes.byteOffset+treeAt, dv.getUint32(36+32,true)/4)
const n16=new Int16Array(tree.buffer, tree.byteOffset, tree.length*2)
const cols=Math.ceil(360e6/2**t)
const c:Record<string,number>={}; let edges=0, border=0, chains=0, dist=0, lines=0
for(let i=0;i<nl.length;i+=2){ const x=Math.floor(nl[i+1]!*1e6+.5)+180e6,y=Math.floor(nl[i]!*1e6+.5)+90e6
 let sh=t, at=(y>>sh)*cols+(x>>sh), depth=0, last=0
 for(;;){ const e=tree[at]!; const k=e>>>30; if(k===0){c['uniform'+depth]=(c['uniform'+depth]??0)+1;break} if(k===1){const s=(e>>26)&15; sh-=s; const m=(1<<s)-1; last=at; at=(e&0x3ffffff)+(((y>>sh)&m)<<s)+((x>>sh)&m); depth++; continue}
  const w=e&0x3fffffff; const wide=k===3; c[(wide?'wide':'narrow')+depth]=(c[(wide?'wide':'narrow')+depth]??0)+1; border++; dist+=Math.abs((wide?w*4:w*2)-at*4)>4096?1:0
  let p=w+1; const W=wide?tree:n16; for(;;){const h=W[p]!; edges+=h&255; chains++; p+=3+(h&255)*2; if(h&0x8000)break}
  lines+= Math.floor((p*(wide?4:2)+63)/64)-Math.floor(w*(wide?4:2)/64)
  break } }
console.log(f,c,'edges/tile',edges/border,'chains',chains/border,'lines', lines/border, 'far',dist/border)
}
