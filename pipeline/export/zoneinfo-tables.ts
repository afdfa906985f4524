// The text files that systems keep next to a zoneinfo folder's zones: the tables of zone.tab and its kin, the source, the leap seconds.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { zipSync } from 'fflate'
import type { SourceLine } from '#core/zone/compiled-zone.ts'
import { readTzRelease, type Packrat } from '../parse/tz-release.ts'
import { splitFields } from '../parse/tz-fields.ts'
import type { TzLines } from '../parse/tz-records.ts'
import { ROOT } from '../paths.ts'
import { EMBEDDED_LEAP_SECONDS } from '../sources/embedded.ts'

/**
 * The tables of a release from its files (name → text), with the pasts of `packrat`. A release that came as one compact file lacks two of
 * them: its zone1970.tab is made from zone.tab, and its leap seconds are those of an older release.
 */
export function zoneinfoTables(
  files: ReadonlyMap<string, string>,
  packrat: Packrat,
): { readonly name: string; readonly text: string }[] {
  const { form, release, lines } = readTzRelease(files, packrat)
  const zoneTab = files.get('zone.tab') ?? ''
  return [
    { name: 'iso3166.tab', text: files.get('iso3166.tab') ?? '' },
    {
      name: 'leapseconds',
      text: files.get('leapseconds') ?? readFileSync(join(ROOT, EMBEDDED_LEAP_SECONDS), 'utf8'),
    },
    {
      name: 'tzdata.zi',
      text: form === 'compact' ? (files.get('tzdata.zi') ?? '') : compactText(lines, release, packrat),
    },
    { name: 'zone.tab', text: zoneTab },
    { name: 'zone1970.tab', text: files.get('zone1970.tab') ?? withoutSharing(zoneTab, release) },
  ]
}

/** zone.tab's rows under the name of zone1970.tab. With backzone's pasts no two of its zones are one, so none has several countries. */
const withoutSharing = (zoneTab: string, release: string): string => `# tzdb timezone descriptions
#
# tz ${release} came to tzref as one compact file, made with backzone and without zone1970.tab.
# These are the rows of its zone.tab, each with one country.
#
#country-
#codes	coordinates	TZ	comments
${zoneTab
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .join('\n')}
`

/** A release in one file, its lines as zic's compact form has them: one letter for the kind of line, a space between fields. */
function compactText({ rules, zones, links }: TzLines, release: string, packrat: Packrat): string {
  const targets = new Map(links.map(({ linkName, target }) => [linkName, target]))
  // Older versions of zic do not read a Link to a Link.
  const endOf = (name: string): string => {
    const target = targets.get(name)
    return target === undefined ? name : endOf(target)
  }
  const made = packrat === 'backzone' ? '# ddeps backzone zone.tab\n' : ''
  const lines = [
    ...rules.map(({ source }) => ['R', ...fieldsOf(source).slice(1)]),
    ...zones.flatMap(({ lines: [first, ...rest] }) => [
      ...(first === undefined ? [] : [['Z', ...fieldsOf(first.source).slice(1)]]),
      ...rest.map(({ source }) => fieldsOf(source)),
    ]),
    ...links.map(({ linkName, via, target }) => ['L', endOf(via ?? target), linkName]),
  ]
  return `# version ${release}\n${made}# This zic input file is in the public domain.\n${lines.map((fields) => `${fields.join(' ')}\n`).join('')}`
}

/** The fields of a line, also of one that backzone has as a comment for PACKRATLIST. */
const fieldsOf = ({ text }: SourceLine): string[] =>
  (splitFields(text.replace(/^#PACKRATLIST[\t ]+\S+[\t ]+/, '')) ?? []).map((field) =>
    field === '' ? '-' : field,
  )

/** The zones in one archive, as Go reads them: in the order given and not compressed. Its time is fixed, and is the machine's local one. */
export const zoneinfoZip = (zones: ReadonlyMap<string, Uint8Array>): Uint8Array =>
  zipSync(Object.fromEntries(zones), { level: 0, mtime: new Date(1980, 0, 1) })
