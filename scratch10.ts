import fs from 'node:fs'
import { buildBoundaries, readBoundaryRecords } from './pipeline/build-boundaries.ts'
import { boundarySourceOf } from './pipeline/sources/boundary-package.ts'
import { writeBoundaryZip } from './test/support/boundary-zip.ts'
const mode=process.argv[2]
const rep={progress:()=>{}}
if(mode==='write'){ const r=await readBoundaryRecords(boundarySourceOf('node_modules/geo-tz','8.1.9')); console.time('zip'); await writeBoundaryZip('/tmp/w.zip', r.zones); console.timeEnd('zip') }
else { console.time('build'); const r=await buildBoundaries(mode==='zip'?{kind:'zip',release:'x',path:'/tmp/w.zip'}:boundarySourceOf('node_modules/geo-tz','8.1.9').kind==='geo-tz'?{...boundarySourceOf('node_modules/geo-tz','8.1.9'),release:'x'}:null as any,{listed:[],known:[]},rep); console.timeEnd('build'); console.log(r.bytes.length, r.tiles, r.findings.length, process.resourceUsage().maxRSS/1e3); fs.writeFileSync('/tmp/out-'+mode+'.tiles', r.bytes) }
