// Lighthouse, from npm, checks ten pages in Debian's Chromium: full marks for accessibility, best practices and SEO, best of three for
// performance.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { DEBIAN, hasChromium } from '../../support/browsers/chromium.ts'
import { startServerProcess, type ServerProcess } from '../../support/servers/server-process.ts'

const ARTIFACT = inject('embeddedArtifact')

const PAGES = [
  '/',
  '/timezones',
  '/timezones/Europe/Dublin',
  '/countries/united-states',
  '/cities/dublin',
  '/abbreviations/irish-standard-time',
  '/convert',
  '/meeting',
  '/lookup',
  '/docs',
]

/** Lighthouse's result for one page, from its own process: it brings its own types, and takes minutes. */
const RUN = `
import { writeFileSync } from 'node:fs'
import lighthouse from 'lighthouse'
import * as launcher from 'chrome-launcher'
const [url, runs, to, chromePath] = process.argv.slice(2)
const flags = ['--headless=new', '--no-sandbox', '--disable-background-networking', '--disable-component-update', '--disable-dev-shm-usage']
const chrome = await launcher.launch({ chromePath, chromeFlags: flags })
const best = {}
const failed = new Set()
try {
  for (let run = 0; run < Number(runs); run++) {
    const onlyCategories = run === 0 ? undefined : ['performance']
    const { lhr } = await lighthouse(url, { port: chrome.port, logLevel: 'error', ...(onlyCategories ? { onlyCategories } : {}) })
    for (const { id, score, auditRefs } of Object.values(lhr.categories)) {
      best[id] = Math.max(best[id] ?? 0, Math.round(score * 100))
      for (const { id: audit, weight } of auditRefs) {
        const { score: its, displayValue = '', details } = lhr.audits[audit]
        if (weight > 0 && its !== null && its < (id === 'performance' ? 0.9 : 1))
          failed.add(audit + ' ' + displayValue + ' ' + JSON.stringify(details?.items ?? []).slice(0, 600))
      }
    }
    if (best.performance >= 98) break
  }
} finally {
  await chrome.kill()
}
writeFileSync(to, JSON.stringify({ best, failed: [...failed] }))
`

interface Said {
  readonly best: Readonly<Record<'accessibility' | 'best-practices' | 'seo' | 'performance', number>>
  readonly failed: readonly string[]
}

describe.skipIf(!hasChromium('Lighthouse'))('Lighthouse 12.8.2', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tzref-lighthouse-'))
  let server: ServerProcess | null = null
  beforeAll(async () => {
    writeFileSync(join(folder, 'package.json'), '{"private":true,"type":"module"}')
    execFileSync(
      'npm',
      [
        'install',
        '--no-audit',
        '--no-fund',
        '--ignore-scripts',
        'lighthouse@12.8.2',
        'chrome-launcher@1.2.1',
      ],
      { cwd: folder, stdio: 'pipe' },
    )
    writeFileSync(join(folder, 'run.mjs'), RUN)
    // A public name, so that the server lets search engines list the pages.
    server = await startServerProcess(ARTIFACT, [
      '--web-url',
      'https://example.org',
      '--accounts',
      join(folder, 'accounts.sqlite'),
    ])
  })
  afterAll(async () => {
    await server?.end()
    rmSync(folder, { recursive: true })
  })

  test.each(PAGES)('%s', { timeout: 300_000 }, (path) => {
    const to = join(folder, 'said.json')
    execFileSync(process.execPath, ['run.mjs', (server?.origin ?? '') + path, '3', to, DEBIAN ?? ''], {
      cwd: folder,
      stdio: 'pipe',
    })
    const { best, failed }: Said = JSON.parse(readFileSync(to, 'utf8'))
    process.stderr.write(`${path}: ${JSON.stringify(best)}\n${failed.map((line) => `  ${line}\n`).join('')}`)
    expect({ ...best, performance: best.performance >= 98 }, failed.join('\n')).toEqual({
      accessibility: 100,
      'best-practices': 100,
      seo: 100,
      performance: true,
    })
  })
})
