// Reads damaged files and prints the name of each one first, so that another process can end it if it hangs: `child SEED COUNT`.
import { writeSync } from 'node:fs'
import { damaged, FOREIGN_FILES, TOLD } from '../worlds/foreign-files.ts'
import { seededRandom } from '../worlds/seeded-random.ts'

/** Milliseconds of this process's own processor time, so a busy machine does not matter. */
const MOST_MS = 1000
const [first = 1, count = 1] = process.argv.slice(2).map(Number)
/** Prints a line before the next step, also when the reader of the pipe is late: then the pipe is full, and says so. */
function say(line: string): void {
  for (;;)
    try {
      writeSync(1, `${line}\n`)
      return
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EAGAIN')) throw error
    }
}

for (let seed = first; seed < first + count; seed++)
  for (const [name, { sound, read }] of Object.entries(FOREIGN_FILES)) {
    const bytes = damaged(sound, seededRandom(seed))
    say(`reads ${seed} ${name}`)
    const before = process.cpuUsage()
    try {
      await read(bytes)
    } catch (error) {
      if (!TOLD.some((kind) => error instanceof kind))
        say(
          `found ${seed} ${name}: ${error instanceof Error ? (error.stack ?? '').slice(0, 300) : String(error)}`,
        )
    }
    const { user, system } = process.cpuUsage(before)
    if ((user + system) / 1000 > MOST_MS) say(`found ${seed} ${name}: ${(user + system) / 1000} ms of work`)
  }
say('done')
