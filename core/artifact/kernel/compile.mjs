// `npm run kernel`: the sources beside this file → ../kernel-bytes.ts, which every bundler can take along. Another file can be named.
import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const here = (name) => new URL(name, import.meta.url)
const [file = here('../kernel-bytes.ts')] = process.argv.slice(2)

// The compiler is installed beside nothing else: no one needs its 106 MB who does not change the kernel.
const folder = mkdtempSync(join(tmpdir(), 'tzref-kernel-'))
try {
  for (const name of ['package.json', 'package-lock.json']) cpSync(here(name), join(folder, name))
  execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder, stdio: 'inherit' })
  const { default: asc } = await import(
    pathToFileURL(join(folder, 'node_modules/assemblyscript/dist/asc.js'))
  )
  writeFileSync(file, moduleOf(await compiled(asc)))
} finally {
  rmSync(folder, { recursive: true, force: true })
}

async function compiled(asc) {
  let wasm = new Uint8Array()
  const { error, stderr } = await asc.main(
    ['look-up.ts', 'lines.ts', '--config', 'asconfig.json', '--outFile', 'kernel.wasm'],
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
  return wasm
}

function moduleOf(wasm) {
  return `// The kernel compiled: \`npm run kernel\` writes this file from kernel/*.ts.

/** A WebAssembly module, in base64. */
export const KERNEL =
  '${Buffer.from(wasm).toString('base64')}'
`
}
