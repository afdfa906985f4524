// `tzref export web` in Chromium: ten thousand points of the conformance sets, from files and from ranges. `npm run long -- test/apps/library`.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildIn } from '../../../bench/artifact.ts'
import { openArtifact } from '#open/artifact.ts'
import { openChromium } from '../../support/browsers/chromium.ts'
import type { Point } from '../../support/points/exact-zones.ts'
import { askedInPage, countingHost, openPage, spread } from '../../support/browsers/web-browser.ts'
import { webFolder } from '../../support/worlds/web-folder.ts'
import { answersOf, webPoints } from '../../support/points/web-points.ts'

const folder = mkdtempSync(join(tmpdir(), 'tzref-web-long-'))
let artifact: string
let points: Point[]
let expected: string[]
beforeAll(async () => {
  artifact = await buildIn(folder, { withoutBoundaries: false })
  points = await webPoints(artifact, 10_000)
  expected = answersOf(artifact, points)
})
afterAll(() => rmSync(folder, { recursive: true }))

test.each([
  ['files', 'plain', false],
  ['files, compressed by the host', 'gzipped', false],
  ['ranges', 'plain', true],
] as const)('ten thousand points from %s: no difference', async (way, manner, isInOne) => {
  const opened = openArtifact(artifact)
  const { files } = webFolder(artifact, opened.boundaries()?.bytes ?? new Uint8Array(), isInOne)
  opened.close()
  const host = await countingHost((path) => files.get(path), manner)
  const browser = await openChromium()
  try {
    const page = await openPage(browser, host)
    const bytes: number[] = []
    const requests: number[] = []
    const said: string[] = []
    for (const point of points) {
      said.push(...(await askedInPage(page, [point])))
      const sent = host.sent()
      requests.push(sent.length)
      bytes.push(sent.reduce((sum, one) => sum + one.bytes, 0))
    }
    expect(said).toEqual(expected)
    const [first = 0, ...later] = bytes
    const asking = later.filter((count) => count > 0)
    process.stderr.write(
      `${way}: ${points.length} points, 0 differences; first ${first} bytes in ${requests[0]} requests, later ${JSON.stringify(spread(asking))} bytes in ${asking.length} requests\n`,
    )
    expect(spread(requests.slice(1)).most).toBe(1)
  } finally {
    await browser.close()
    await host.close()
  }
})
