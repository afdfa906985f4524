// Runs bundles of the programs of test/support/oracles/entry-programs.ts in Node, in one process, as a module, as CommonJS or as a script of a page.
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Format, Platform } from 'esbuild'
import { ROOT } from '#open/program/root.ts'

/**
 * Runs bundles of one kind and prints their answers. A page has neither Node's globals nor its functions around a module. Its modules are
 * still loaded by Node.
 */
const RUN = `
const { readFileSync } = require('node:fs')
const { join } = require('node:path')
const { runInThisContext } = require('node:vm')
const { Temporal } = require(${JSON.stringify(join(ROOT, 'node_modules/temporal-polyfill'))})
const [format, platform, artifact, ...files] = process.argv.slice(2)
const reports = []
globalThis.given = {
  bytes: (name) => new Uint8Array(readFileSync(join(artifact, name))),
  instant: Temporal.Instant.fromEpochMilliseconds(0),
}
globalThis.report = (entry, ask) => reports.push([entry, ask])
const { stdout } = process
async function load(file) {
  if (format === 'esm') return import(file)
  if (format === 'cjs' && platform === 'node') return require(file)
  const text = readFileSync(file, 'utf8')
  return format === 'iife' ? runInThisContext(text) : runInThisContext('(function (exports, module) {' + text + '\\n})')({}, {})
}
async function all() {
  if (platform === 'browser') globalThis.process = undefined
  const told = {}
  for (const file of files) {
    try {
      await load(file)
      const [entry, ask] = reports.pop()
      told[entry] = await ask()
    } catch (error) { told[file] = String(error) }
  }
  stdout.write(JSON.stringify(told))
}
all()
`

/** Runs bundles of one kind, in a project that has tzref-data. Returns what each entry told. */
export function runBundles(
  project: string,
  format: Format,
  platform: Platform,
  files: readonly string[],
): unknown {
  const runner = join(project, 'run.cjs')
  writeFileSync(runner, RUN)
  const data = join(project, 'node_modules/tzref-data')
  const args = [runner, format, platform, data, ...files]
  return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8', maxBuffer: 2 ** 26 }))
}
