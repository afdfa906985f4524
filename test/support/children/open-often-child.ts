// Opens a boundary file many times, as a server that swaps artifacts does, and prints the most memory this took beyond the program, in MB.
//   open-often-child.ts <tiles file> <times>
import { openBoundariesFile } from '#open/boundaries.ts'

const [, , file = '', times = '0'] = process.argv
const own = process.memoryUsage.rss()
let most = 0
for (let i = 0; i < Number(times); i++) {
  if (openBoundariesFile(file).zoneAtDegrees(52.52, 13.405) === '') throw new RangeError('no answer')
  most = Math.max(most, (process.memoryUsage.rss() - own) / 1e6)
  // A server does other work between two swaps.
  await new Promise((resolve) => {
    setTimeout(resolve, 10)
  })
}
process.stdout.write(String(Math.round(most)))
