// package-lock.json: what npm does not write by itself, and what must never be in it.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')

interface Locked {
  /** The package's name, if its folder has another one. */
  readonly name?: string
  readonly version?: string
  readonly resolved?: string
  readonly hasInstallScript?: boolean
  readonly gypfile?: boolean
}

const { packages }: { packages: Record<string, Locked> } = JSON.parse(
  readFileSync(join(ROOT, 'package-lock.json'), 'utf8'),
)

/** Whether npm would compile the package in this folder, although the package says that this is not needed. */
function saysItIsCompiled(folder: string): boolean {
  const [manifest, gyp] = ['package.json', 'binding.gyp'].map((file) => join(ROOT, folder, file))
  if (![manifest, gyp].every((file) => file !== undefined && existsSync(file))) return false
  const { gypfile, scripts = {} } = JSON.parse(readFileSync(manifest!, 'utf8'))
  return gypfile === false && !('install' in scripts) && !('preinstall' in scripts)
}

test('npm ci compiles no package that comes compiled, so SQLite needs no compiler from Node 22.14 on', () => {
  // better-sqlite3 13 is not installed on Node 20, so the folders alone are not enough.
  const prebuilt = new Set(['node_modules/better-sqlite3', ...Object.keys(packages).filter(saysItIsCompiled)])
  const without = [...prebuilt].filter((folder) => packages[folder]?.gypfile !== false)
  expect(without, 'these lack "gypfile": false; to fix it: node .ci/prebuilt.js').toEqual([])
})

test('the lock has no download addresses', () => {
  const named = Object.entries(packages).filter(([, { resolved = '' }]) => /^(https?|git)/.test(resolved))
  expect(named.map(([folder]) => folder)).toEqual([])
})

/** The package that takes the place of those left out. */
const EMPTY = '@favware/skip-dependency'

/** Uses mapshaper as the program does, and prints each file that is loaded. Some packages that it names are left out. */
const LOAD_ALL = `
const Module = require('node:module')
const load = Module._load
Module._load = function (request, parent, isMain) {
  console.log(Module._resolveFilename(request, parent, isMain))
  return load.call(this, request, parent, isMain)
}
const square = [[[0, 0], [1, 0], [1, 1], [0, 0]]]
const polygon = { type: 'Feature', properties: {}, geometry: { type: 'Polygon', coordinates: square } }
require('mapshaper').applyCommands('-i in.json -simplify planar keep-shapes interval=1 -o out.json', { 'in.json': polygon })
`

test('nothing loads a package that is left out', { timeout: 120_000 }, () => {
  const leftOut = Object.keys(packages).filter((folder) => packages[folder]?.name === EMPTY)
  expect(leftOut.length).toBeGreaterThan(3)
  const { stdout, stderr } = spawnSync(process.execPath, ['-e', LOAD_ALL], { cwd: ROOT, encoding: 'utf8' })
  expect(stderr).toBe('')
  const loaded = stdout.split('\n')
  const filesOf = (folder: string): string[] =>
    loaded.filter((file) => file.startsWith(join(ROOT, folder) + sep))
  for (const name of ['mapshaper', 'mproj']) expect(filesOf(`node_modules/${name}`)).not.toEqual([])
  expect(leftOut.flatMap(filesOf)).toEqual([])
})
