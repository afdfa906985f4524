// The library in a Worker: workerd, from npm, reads the boundaries from memory. `npm run long -- test/apps/library`.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildIn } from '../../../bench/artifact.ts'
import { ROOT } from '#open/program/root.ts'
import { openArtifact } from '#open/artifact.ts'
import { BOUNDARIES } from '#core/artifact/layout.ts'
import { openBoundaries } from '#apps/library/boundaries.ts'
import type { Point } from '../../support/points/exact-zones.ts'
import { startStatic } from '../../support/servers/file-host.ts'
import { webPoints } from '../../support/points/web-points.ts'
import { startWorkerd } from '../../support/servers/workerd.ts'

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

/** The resident memory of a process, in bytes. */
function residentOf(pid: number): number {
  const [, kilobytes = '0'] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) * 1024
}

interface Asked {
  readonly answers: readonly (readonly string[])[]
  /** The resident memory after the answer, in bytes. */
  readonly resident: number
}

/** Asks a Worker for the zones of points. Without points, the Worker starts but opens nothing. */
async function inWorker(tiles: string, some: readonly Point[]): Promise<Asked> {
  const contents = `
import { fetchBoundaries } from './apps/library/boundaries.ts'
let boundaries
export default {
  async fetch(request) {
    if (request.method === 'HEAD') return new Response()
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
  const workerd = await startWorkerd(
    join(folder, 'tools/node_modules/.bin/workerd'),
    folder,
    outputFiles[0]?.contents ?? '',
  )
  try {
    const body = JSON.stringify(some.map(({ lat, lon }) => [lat / 1e6, lon / 1e6]))
    const answer = await fetch(workerd.url, { method: 'POST', body })
    expect(answer.status).toBe(200)
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the Worker answers with this
    const answers = (await answer.json()) as readonly (readonly string[])[]
    return { answers, resident: residentOf(workerd.pid) }
  } finally {
    await workerd.stop()
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
    // Half of the memory that edge hosts give a Worker. The file takes 39 MB of it.
    expect(megabytes).toBeLessThan(64)
  } finally {
    await files.close()
  }
})
