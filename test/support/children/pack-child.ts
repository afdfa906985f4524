// Builds a lock and packs the artifact, in the surroundings in which this process was started.
import { pack } from '#pipeline/delivery/publish.ts'
import { silent } from '#pipeline/report.ts'
import { buildWith } from '../worlds/build-with.ts'

const [root = '', lock = '', dist = '', out = ''] = process.argv.slice(2)
const { directory } = buildWith(null, { root, lock, dist, activate: true, report: silent })
process.stdout.write(`${JSON.stringify(pack(directory, out))}\n`)
