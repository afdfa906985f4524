// Which zones a clock has wrong, and from when: compared with a separate comparison, and on folders that zic makes from an invented
// release.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, inject, test } from 'vitest'
import { openZones } from '#core/ask/zones.ts'
import { encodeTzif } from '#core/formats/tzif.ts'
import { wrongZones } from '#core/runtime/compare.ts'
import { epochSeconds } from '#core/time/units.ts'
import { offsetAt } from '#core/zone/offset-at.ts'
import { openArtifact } from '#open/artifact.ts'
import { runtimeOffset } from '#apps/library/runtime.ts'
import { folderRuntime, RUNTIMES } from '#apps/cli/ask-runtime.ts'
import { compileText } from '../../support/worlds/compile-text.ts'
import { leftOut } from '../../support/left-out.ts'
import { embeddedForms, madeUpForms } from '../../support/oracles/moved-comparison.ts'
import { findTool, WITHOUT_ORACLE } from '../../support/oracles/zic-oracle.ts'
import { TAKES_ALL } from '../../support/how-many.ts'

const artifact = openArtifact(inject('embeddedArtifact'))
const zones = openZones(artifact).listed.map((zone) => zone.compiled())
const folder = mkdtempSync(join(tmpdir(), 'tzref-runtime-'))
afterAll(() => {
  artifact.close()
  rmSync(folder, { recursive: true })
})
const UTC = compileText('Zone Etc/UTC 0 - UTC\n')
/** The days between two checks. */
const DAYS = TAKES_ALL ? 3 : 20
const [FROM, UNTIL] = [Date.UTC(2015, 0) / 1000, Date.UTC(2036, 0) / 1000]

test(`the wrong zones of Node ${process.versions.node} are the same that a check of every few days finds`, () => {
  const named = wrongZones(zones, RUNTIMES.node().ask, FROM, UNTIL)
  const found = zones.filter((zone) => {
    for (let at = FROM; at < UNTIL; at += DAYS * 86_400)
      if (runtimeOffset(zone.id, at * 1000) !== offsetAt(zone, epochSeconds(at))) return true
    return false
  })
  const short = named.filter(({ zone }) => !found.some(({ id }) => id === zone))
  // A shorter difference may fall between the tested days, as an hour in Havana or Chisinau does.
  for (const { zone, from, shown } of short)
    expect([zone, runtimeOffset(zone, (from ?? 0) * 1000)]).toEqual([zone, shown])
  expect(found.filter(({ id }) => !named.some(({ zone }) => zone === id)).map(({ id }) => id)).toEqual([])
  for (const { zone, from, shown, right } of named) {
    expect(runtimeOffset(zone, (from ?? 0) * 1000)).toBe(shown)
    expect(shown).not.toBe(right)
  }
})

/** A folder that zic makes from a source. */
function zoneinfo(name: string, source: string): string {
  const path = join(folder, name)
  writeFileSync(`${path}.zi`, source)
  execFileSync(findTool('zic') ?? 'zic', ['-b', 'slim', '-d', path, `${path}.zi`], { stdio: 'pipe' })
  return path
}

test.skipIf(WITHOUT_ORACLE !== null)(
  `a folder of this release is right, one of another wrong from the second on in which they part${WITHOUT_ORACLE === null ? '' : `: ${WITHOUT_ORACLE}`}`,
  () => {
    const own = folderRuntime(zoneinfo('own', embeddedForms().source))
    expect(wrongZones(zones, own.ask, 0, UNTIL)).toEqual([])
    const other = folderRuntime(zoneinfo('other', madeUpForms().source))
    const wrong = new Map(wrongZones(zones, other.ask, 0, UNTIL).map((one) => [one.zone, one]))
    expect(wrong.get('Europe/Berlin')).toEqual({
      zone: 'Europe/Berlin',
      from: Date.UTC(2029, 9, 28, 1) / 1000,
      shown: 7200,
      right: 3600,
    })
    expect(wrong.get('America/New_York')).toEqual({
      zone: 'America/New_York',
      from: Date.UTC(2028, 2, 5, 7) / 1000,
      shown: -14_400,
      right: -18_000,
    })
    expect([wrong.has('Asia/Tokyo'), wrong.has('Europe/London'), wrong.has('Europe/Moscow')]).toEqual([
      false,
      true,
      false,
    ])
  },
)

test('another process of this Node shows the same', () => {
  const questions = new Map(
    zones.map(({ id }) => [id, Array.from({ length: 60 }, (_, i) => i * 31_557_600 + 777)]),
  )
  expect(RUNTIMES.node(process.execPath).ask(questions)).toEqual(RUNTIMES.node().ask(questions))
  expect(() => RUNTIMES.node(join(folder, 'nothing'))).toThrow('cannot be asked')
})

test('a folder that counts leap seconds and a link to itself are named', () => {
  const utc = encodeTzif(UTC, 'release', 'fat')
  const files = (name: string, bytes: Uint8Array): string => {
    const path = join(folder, name)
    mkdirSync(join(path, 'Europe'), { recursive: true })
    writeFileSync(join(path, 'UTC'), bytes)
    return path
  }
  const right = Buffer.from(utc)
  right.writeUInt32BE(27, 28)
  expect(() => folderRuntime(files('right', right))).toThrow('its clocks count leap seconds')
  const loop = files('loop', utc)
  symlinkSync('Berlin', join(loop, 'Europe/Berlin'))
  const { ask } = folderRuntime(loop)
  expect(() => ask(new Map([['Europe/Berlin', [0]]]))).toThrow('found a link to itself')
})

test('a folder with other files is refused', () => {
  expect(() => folderRuntime(tmpdir())).toThrow('expected a folder of TZif files')
})

test.each(['python', 'java', 'php'] as const)('%s is asked where it is installed', (name) => {
  const inUtc = ((): unknown => {
    try {
      return RUNTIMES[name]()
        .ask(new Map([['Etc/UTC', [0]]]))
        .get('Etc/UTC')
    } catch (error) {
      return error
    }
  })()
  // The runtime is not there, has no compiler, or has no zone data, so it cannot be asked.
  if (!Array.isArray(inUtc)) return leftOut(`asking ${name}`, String(inUtc))
  const questions = new Map([
    ['Asia/Kathmandu', [0, 1_700_000_000]],
    ['Mars/Base', [0]],
  ])
  expect([...RUNTIMES[name]().ask(questions)]).toEqual([
    ['Asia/Kathmandu', [19_800, 20_700]],
    ['Mars/Base', null],
  ])
})

test.each(['node', 'python', 'java', 'php'] as const)('a program that is not %s is named', (name) => {
  const other = join(folder, `not-${name}`)
  writeFileSync(other, '#!/bin/sh\necho an echo 1.0\n', { mode: 0o755 })
  expect(() => RUNTIMES[name](other)).toThrow(/^.*not-\w+: found "an(?: echo 1\.0)?", expected \w+$/)
  writeFileSync(other, '#!/bin/sh\n', { mode: 0o755 })
  expect(() => RUNTIMES[name](other)).toThrow('found a program that gives no version, expected')
})
