// A process that builds a lock and packs the artifact, in whatever surroundings it is started.
import { build } from '#pipeline/commands/build.ts'
import { pack } from '#pipeline/commands/pack.ts'
import { silent } from '#pipeline/report.ts'

const [root = '', lock = '', dist = '', out = ''] = process.argv.slice(2)
const { directory } = build({ root, lock, dist, activate: true, boundaries: null, report: silent })
process.stdout.write(`${JSON.stringify(pack(directory, out))}\n`)
