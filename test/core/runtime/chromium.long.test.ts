// Debian's Chromium: the probes find its tz release, and the same wrong zones as a full comparison.
import { readFileSync } from 'node:fs'
import { build } from 'esbuild'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { openZones } from '#core/ask/zones.ts'
import { ROOT } from '#open/program/root.ts'
import { PROBES } from '#core/runtime/probes.ts'
import { DAY } from '#core/time/civil.ts'
import { epochSeconds } from '#core/time/units.ts'
import { offsetAt } from '#core/zone/offset-at.ts'
import { openArtifact } from '#open/artifact.ts'
import { hasChromium, openChromium } from '../../support/browsers/chromium.ts'
import { NOON, openService } from '../../support/worlds/service.ts'

const isThere = hasChromium('the probes in Chromium')

/** The tz release in Chromium's own data. ICU keeps it as a text of 16-bit letters. */
function releaseInside(): string {
  const data = readFileSync('/usr/lib/chromium/icudtl.dat', 'utf16le')
  const found = data.match(/(?<![ -~])20\d\d[a-z](?![ -~])/g) ?? []
  expect(found).toHaveLength(1)
  return found[0] ?? ''
}

/** Runs in the page: on which days from `first` another offset holds than on the day before. It reads dates, not names of offsets. */
const SAMPLES = (zones: readonly string[], first: number, days: number): string => `(() => {
  const shown = (form, at) => {
    const part = Object.fromEntries(form.formatToParts(at * 1000).map(({ type, value }) => [type, Number(value)]))
    return Date.UTC(part.year, part.month - 1, part.day, part.hour, part.minute, part.second) / 1000 - at
  }
  const table = {}
  for (const zone of ${JSON.stringify(zones)}) {
    const numbers = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric', second: 'numeric' }
    const form = new Intl.DateTimeFormat('en', { timeZone: zone, hourCycle: 'h23', ...numbers })
    const changes = []
    for (let day = 0; day < ${days}; day++) {
      const offset = shown(form, ${first} + day * ${DAY})
      if (changes.at(-1)?.[1] !== offset) changes.push([day, offset])
    }
    table[zone] = changes
  }
  return table
})()`

describe.skipIf(!isThere)('in Chromium', () => {
  let browser: Browser
  let page: Page
  beforeAll(async () => {
    browser = await openChromium()
    page = await browser.newPage()
    const { outputFiles } = await build({
      absWorkingDir: ROOT,
      entryPoints: ['apps/library/runtime.ts'],
      bundle: true,
      write: false,
      format: 'iife',
      globalName: 'runtime',
      platform: 'browser',
    })
    await page.addScriptTag({ content: outputFiles[0]?.text ?? '' })
  })
  afterAll(() => browser?.close())

  test('the release of its data is found', async () => {
    const release = releaseInside()
    expect(await page.evaluate('runtime.runtimeRelease()')).toEqual({
      release: PROBES.findLast(({ since }) => since <= release)?.since ?? null,
      before: PROBES.find(({ since }) => since > release)?.since ?? null,
      odd: [],
    })
  })

  test('the wrong zones on any day of two years are found', async () => {
    const service = await openService()
    const artifact = openArtifact(inject('embeddedArtifact'))
    try {
      const { payload } = await service.app.inject({ url: '/check.json' })
      const named: { zone: string; from: number; shown: number; right: number }[] = await page.evaluate(
        `runtime.wrongZones(${payload})`,
      )
      const zones = openZones(artifact).listed
      const [first, days] = [NOON - (NOON % DAY), 2 * 365]
      const samples: Record<string, [day: number, offset: number][]> = await page.evaluate(
        SAMPLES(
          zones.map(({ iana }) => iana),
          first,
          days,
        ),
      )
      const wrong = zones.filter((zone) => {
        const clock = zone.compiled()
        for (let day = 0; day < days; day++) {
          const shown = samples[zone.iana]?.findLast(([since]) => since <= day)?.[1]
          if (shown !== offsetAt(clock, epochSeconds(first + day * DAY))) return true
        }
        return false
      })
      expect(named.map(({ zone }) => zone).toSorted()).toEqual(wrong.map(({ iana }) => iana).toSorted())
      for (const { zone, from, shown, right } of named) {
        expect([
          zone,
          await page.evaluate(`runtime.runtimeOffset(${JSON.stringify(zone)}, ${from})`),
        ]).toEqual([zone, shown])
        expect(shown).not.toBe(right)
      }
    } finally {
      artifact.close()
      await service.close()
    }
  })
})
