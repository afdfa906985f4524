// Reads damaged Parquet files only with the library in a folder, without our checks: `child FOLDER FIRST COUNT`.
import { writeSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type * as Library from 'hyparquet'
import { damaged, FOREIGN_FILES } from './foreign-files.ts'
import { seededRandom } from './seeded-random.ts'

const [folder = '', first = '1', count = '1'] = process.argv.slice(2)
const library: typeof Library = await import(pathToFileURL(join(folder, 'src/index.js')).href)
const { parquetReadObjects } = library

// The library does not catch the errors of other columns.
process.on('unhandledRejection', () => undefined)

const files = Object.entries(FOREIGN_FILES).filter(([name]) => /^Parquet, (?:Snappy|plain)/.test(name))
for (const [name, { sound }] of files) {
  const rows = await parquetReadObjects({ file: Uint8Array.from(sound).buffer })
  writeSync(1, `${name}: ${rows.length} rows\n`)
}
for (let seed = Number(first); seed < Number(first) + Number(count); seed++)
  for (const [name, { sound }] of files) {
    writeSync(1, `reads ${seed} ${name}\n`)
    try {
      await parquetReadObjects({ file: damaged(sound, seededRandom(seed)).buffer })
    } catch {
      // Any error is right, because this only tests that reading ends.
    }
  }
writeSync(1, 'done\n')
