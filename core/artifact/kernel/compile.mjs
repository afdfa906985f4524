// `npm run kernel`: the sources beside this file → ../kernel-bytes.ts, which every bundler can take along.
import asc from 'assemblyscript/asc'
import { readFileSync, writeFileSync } from 'node:fs'
import { format, resolveConfig } from 'prettier'

const here = (name) => new URL(name, import.meta.url)
const SOURCES = ['look-up.ts', 'lines.ts']

/** The text of kernel-bytes.ts as the sources make it. */
export async function kernelModule() {
  let wasm = new Uint8Array()
  const { error, stderr } = await asc.main(
    [...SOURCES, '--config', 'asconfig.json', '--outFile', 'kernel.wasm'],
    {
      readFile: (name) => {
        try {
          return readFileSync(here(name), 'utf8')
        } catch {
          return null
        }
      },
      writeFile: (_, contents) => {
        wasm = contents
      },
      listFiles: () => [],
    },
  )
  if (error !== null) throw new Error(String(stderr), { cause: error })
  const target = here('../kernel-bytes.ts')
  const text = `// The kernel compiled: \`npm run kernel\` writes this file from kernel/*.ts.

/** A WebAssembly module, in base64. */
export const KERNEL = '${Buffer.from(wasm).toString('base64')}'
`
  return format(text, { ...(await resolveConfig(target)), parser: 'typescript' })
}

if (process.argv[1] === new URL(import.meta.url).pathname) {
  writeFileSync(here('../kernel-bytes.ts'), await kernelModule())
}
