// `npm run bench -- closure`: the files and lines that somebody reads who follows every import of the build, of the interface, and of both
// with delivery. It measures no time.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '#open/program/root.ts'
import { closureOf } from '../test/support/imports.ts'

const BUILD = ['pipeline/commands/lock.ts', 'pipeline/commands/build.ts']
const INTERFACE = ['serve/alone.ts']
const DELIVERY = ['publish', 'install', 'releases', 'keys'].map((name) => `pipeline/commands/${name}.ts`)
const PARTS = {
  'the build': BUILD,
  'the interface alone': INTERFACE,
  'both, with delivery': [...BUILD, ...INTERFACE, ...DELIVERY, 'serve/commands/serve.ts'],
}

/** Prints a row for each part. */
export function benchClosure(): void {
  for (const [part, files] of Object.entries(PARTS)) {
    const closure = [...closureOf(files)]
    const lines = closure
      .map((file) => readFileSync(join(ROOT, file), 'utf8').split('\n').length - 1)
      .reduce((sum, count) => sum + count, 0)
    console.log(
      `${part.padEnd(20)}  ${String(closure.length).padStart(4)} files  ${String(lines).padStart(6)} lines`,
    )
  }
}
