// The library in a Worker: workerd, from npm, asks the boundaries in its memory. `npm run package:check`.
import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildIn } from '../../bench/artifact.ts'
import { ROOT } from '#cli/root.ts'
import { openArtifact } from '#open/artifact.ts'
import { BOUNDARIES } from '#core/artifact/layout.ts'
import { openBoundaries } from '#package/boundaries.ts'
import type { Point } from '../support/exact-zones.ts'
import { startStatic } from '../support/static-server.ts'
import { webPoints } from '../support/web-points.ts'

const folder = mkdtempSync(join(tmpdir(), 'tzref-worker-'))
let artifact: string
let points: Point[]
beforeAll(async () => {
  artifact = await buildIn(folder, { withoutBoundaries: false })
  points = await webPoints(artifact, 10_000)
  const tools = join(folder, 'tools')
  mkdirSync(tools)
  writeFileSync(join(tools, 'package.json'), '{"private":true}')
  execFileSync('npm', ['install', '--no-audit', '--no-fund', 'workerd'], { cwd: tools, stdio: 'pipe' })
})
afterAll(() => rmSync(folder, { recursive: true }))

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const bound = probe.address()
      probe.close(() => resolve(typeof bound === 'object' && bound !== null ? bound.port : 0))
    })
  })

/** Bytes of memory that a process has to itself. */
function residentOf(pid: number): number {
  const [, kilobytes = '0'] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) * 1024
}

interface Asked {
  readonly answers: readonly (readonly string[])[]
  /** Bytes that the process has to itself, once it has answered. */
  readonly resident: number
}

/** Asks a Worker for the zones of points; without points it is there, and opens nothing. */
async function inWorker(tiles: string, some: readonly Point[]): Promise<Asked> {
  const port = await freePort()
  const contents = `
import { fetchBoundaries } from './package/boundaries.ts'
let boundaries
export default {
  async fetch(request) {
    const points = await request.json()
    if (points.length > 0) boundaries ??= await fetchBoundaries('${tiles}')
    return Response.json(points.map(([lat, lon]) => boundaries.zonesAt(lat, lon)))
  },
}`
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: ROOT },
    absWorkingDir: ROOT,
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'neutral',
  })
  writeFileSync(join(folder, 'worker.js'), outputFiles[0]?.contents ?? '')
  writeFileSync(
    join(folder, 'config.capnp'),
    `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = .main), (name = "internet", network = (allow = ["private", "local", "public"]))],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")]
);
const main :Workerd.Worker = (
  modules = [(name = "worker", esModule = embed "worker.js")],
  compatibilityDate = "2025-01-01"
);`,
  )
  const workerd = join(folder, 'tools/node_modules/.bin/workerd')
  const child = spawn(workerd, ['serve', join(folder, 'config.capnp')], { stdio: 'inherit' })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  try {
    const body = JSON.stringify(some.map(({ lat, lon }) => [lat / 1e6, lon / 1e6]))
    for (let left = 300; ; left--) {
      const answer = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body }).catch(() => null)
      if (answer === null && left > 0) {
        await new Promise((resolve) => setTimeout(resolve, 100))
        continue
      }
      expect(answer?.status).toBe(200)
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- that is what the Worker answers
      const answers = (await answer?.json()) as readonly (readonly string[])[]
      return { answers, resident: residentOf(child.pid ?? 0) }
    }
  } finally {
    child.kill('SIGTERM')
    await ended
  }
}

test('ten thousand points in a Worker: no difference, and at most 64 MB', async () => {
  const opened = openArtifact(artifact)
  const boundaries = openBoundaries(opened.boundaries()?.bytes ?? new Uint8Array())
  opened.close()
  const files = await startStatic(artifact)
  try {
    const idle = await inWorker(`${files.url}/${BOUNDARIES}`, [])
    const asked = await inWorker(`${files.url}/${BOUNDARIES}`, points)
    expect(asked.answers).toEqual(points.map(({ lat, lon }) => [...boundaries.zonesAt(lat / 1e6, lon / 1e6)]))
    const megabytes = (asked.resident - idle.resident) / 1e6
    process.stderr.write(
      `workerd: ${points.length} points, 0 differences, ${megabytes.toFixed(0)} MB more than a Worker that does nothing\n`,
    )
    // Half of what hosts at the edge give a Worker; the file is 39 MB of it.
    expect(megabytes).toBeLessThan(64)
  } finally {
    await files.close()
  }
})
