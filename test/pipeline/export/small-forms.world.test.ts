// Small forms compared with their sources by separate code: clock changes as events, Windows' names.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import ICAL from 'ical.js'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { epochSeconds } from '#core/time/units.ts'
import { offsetAt } from '#core/zone/offset-at.ts'
import { openArtifact, type Artifact } from '#open/artifact.ts'
import { namedZones } from '#pipeline/export/clocks.ts'
import { writeExport } from '#pipeline/export/write.ts'
import { ROOT } from '#pipeline/paths.ts'
import { formNamed } from '../../support/oracles/export-form.ts'

const folder = mkdtempSync(join(tmpdir(), 'tzref-small-'))
let artifact: Artifact
beforeAll(() => void (artifact = openArtifact(inject('embeddedArtifact'))))
afterAll(() => {
  artifact.close()
  rmSync(folder, { recursive: true })
})

/** The files of a form that is a folder, path → text. */
function filesOf(name: string): Map<string, string> {
  const [form, files] = [formNamed(name), new Map<string, string>()]
  if (form.to !== 'folder') throw new Error(`${name} is no folder`)
  form.write(artifact, (path, content) => files.set(path, Buffer.from(content).toString()), {
    rearguard: false,
  })
  return files
}

const FROM = Date.parse('2026-10-29T00:00:00Z') / 1000

test('events: ical.js reads every calendar, and each event is at a second when the clock moves', () => {
  const files = filesOf('events')
  const zoneOf = new Map(namedZones(artifact).map(({ name, zone }) => [name, zone]))
  expect(files.size).toBeGreaterThan(150)
  for (const [file, text] of files) {
    const zone = zoneOf.get(file.slice(0, -4))
    if (zone === undefined) throw new Error(file)
    expect(Math.max(...text.split('\r\n').map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75)
    const events = new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent')
    const instants = events.map((event) => new ICAL.Event(event).startDate.toUnixTime())
    expect(new Set(events.map((event) => new ICAL.Event(event).uid)).size).toBe(events.length)
    // There are as many events as days on which the offset changes, and each event is at the exact second.
    const noons = Array.from({ length: 3653 }, (_, day) => offsetAt(zone, epochSeconds(FROM + day * 86_400)))
    expect(instants, file).toHaveLength(
      noons.filter((noon, day) => day > 0 && noon !== noons[day - 1]).length,
    )
    for (const instant of instants) {
      const [before, after] = [instant - 1, instant].map((moment) => offsetAt(zone, epochSeconds(moment)))
      expect(before, file).not.toBe(after)
    }
  }
  const berlin = files.get('Europe/Berlin.ics')?.replaceAll('\r\n ', '')
  expect(berlin).toContain('SUMMARY:Europe/Berlin: clocks go forward an hour\r\n')
  expect(berlin).toContain(
    'DESCRIPTION:From 02:00 CET (+01:00) to 03:00 CEST (+02:00). By tz release 2026f.\r\n',
  )
})

test('windows: every row of CLDR is exported, and every listed zone has one name', async () => {
  interface Row {
    readonly windows: string
    readonly territory: string
    readonly position: number
    readonly zone: string
    readonly cldr_zone: string
  }
  const path = join(folder, 'windows.ndjson')
  await writeExport(formNamed('windows'), artifact, path, { rearguard: false })
  const rows = readFileSync(path, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line): Row => JSON.parse(line))
  const file: {
    supplemental: { windowsZones: { mapTimezones: { mapZone: Record<string, string> }[] } }
  } = JSON.parse(readFileSync(join(ROOT, 'node_modules/cldr-core/supplemental/windowsZones.json'), 'utf8'))
  const cldr = file.supplemental.windowsZones.mapTimezones.map(
    ({ mapZone: { _other: windows = '', _type: zones = '', _territory: territory = '' } }) => ({
      windows,
      territory,
      zones: zones.trim().split(' '),
    }),
  )
  expect(cldr.length).toBeGreaterThan(450)
  const zoneOf = new Map(namedZones(artifact).map(({ name, zone }) => [name, zone.id]))
  for (const { windows, territory, zones } of cldr) {
    const found = rows.filter((row) => row.windows === windows && row.territory === territory)
    expect(found.map(({ cldr_zone }) => cldr_zone)).toEqual(zones)
    expect(found.map(({ position }) => position)).toEqual([...found.keys()])
    for (const { zone, cldr_zone } of found) expect(zoneOf.get(cldr_zone)).toBe(zone)
  }
  expect(rows).toHaveLength(cldr.reduce((sum, { zones }) => sum + zones.length, 0))
  // In the other direction: each zone has one row, with its own country.
  const listed = artifact.rows('zone').flatMap(({ iana, listed: isListed }) => (isListed === 1 ? [iana] : []))
  const nameless = listed.filter(
    (zone) => rows.filter((row) => row.territory !== '001' && row.zone === zone).length !== 1,
  )
  expect(nameless).toEqual(['Antarctica/Troll'])
})

test('a place that cannot be written to is named, with the fix', async () => {
  const file = join(folder, 'a-file')
  writeFileSync(file, '')
  for (const form of ['tzif', 'windows']) {
    const path = join(file, 'within.csv')
    await expect(writeExport(formNamed(form), artifact, path, { rearguard: false })).rejects.toMatchObject({
      name: 'CommandError',
      message: expect.stringMatching(/a-file(.within\.csv)?: found "E[A-Z]+: .+", expected a place that/),
      fix: expect.stringContaining('name another place'),
    })
  }
})
