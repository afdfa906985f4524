// test/support/worlds/fetch-everything.ts as one module, for runtimes without any file of the checkout.
import { build } from 'esbuild'
import { ROOT } from '#open/program/root.ts'

/** A module. `use` is code that can call `fetchEverything`. */
export async function fetchBundle(use: string): Promise<Uint8Array> {
  const { outputFiles } = await build({
    stdin: {
      contents: `import { fetchEverything } from './test/support/worlds/fetch-everything.ts'\n${use}`,
      resolveDir: ROOT,
    },
    absWorkingDir: ROOT,
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'neutral',
  })
  return outputFiles[0]?.contents ?? new Uint8Array()
}
