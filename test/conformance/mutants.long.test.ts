// Zones with a field changed at random: nothing crashes, we refuse what zic refuses, and read the rest as zic does.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { CompiledZone } from '#core/zone/compiled-zone.ts'
import { compileZones } from '#pipeline/compile/zones.ts'
import { SourceError } from '#pipeline/source-error.ts'
import { parseTzSource } from '#pipeline/parse/tz-source.ts'
import type { TzLines } from '#pipeline/parse/tz-records.ts'
import type { VisibleChange } from '#core/zone/visible-changes.ts'
import { comparedChanges, shownOffsets } from '../support/oracles/against-zic.ts'
import { embeddedFiles } from '../support/worlds/tz-releases.ts'
import { oracleOf, WITHOUT_ORACLE } from '../support/oracles/zic-oracle.ts'

const source = embeddedFiles().get('tzdata.zi') ?? ''
const { zones, rules } = parseTzSource([{ name: 'tzdata.zi', text: source }])

/** One zone and the Rules it names, as lines of fields. */
const sourceOf = (index: number): string[][] => {
  const zone = zones[index % zones.length]
  if (zone === undefined) throw new Error('the release has no zones')
  const names = new Set(zone.lines.flatMap((line) => (line.rules.kind === 'named' ? [line.rules.name] : [])))
  return [
    ...rules.filter((rule) => names.has(rule.name)).map((rule) => rule.source.text),
    ...zone.lines.map((line) => line.source.text),
  ].map((text) => text.split(' '))
}

// Each value is valid in some field, so most mutants are nearly right.
const VALUES = [
  '- 0 1 -1 1:30 24 25:00 2s 1u -2:30 1:00d 0:20 1:00s 26 0:0:30',
  '1900 1987 2007 2038 o ma mi 2500',
  'Ja F Mar Ju O D 1 29 31 lastSu Su>=1 Su>=29 Su<=3 F<=1 lastSa M>=25',
  '%s %z A%sT CET/CEST LMT +01/+02 S D X R Z L " # zz',
].flatMap((values) => values.split(' '))

const mutants = fc.record({
  zone: fc.nat(),
  changes: fc.array(
    fc.record({
      line: fc.nat(),
      field: fc.nat({ max: 9 }),
      how: fc.constantFrom(
        'replace',
        'replace',
        'replace',
        'replace',
        'insert',
        'delete',
        'drop-line',
        'swap-lines',
      ),
      value: fc.constantFrom(...VALUES),
    }),
    { minLength: 1, maxLength: 3 },
  ),
})

interface Mutant {
  readonly zone: number
  readonly changes: readonly { line: number; field: number; how: string; value: string }[]
}

function mutate({ zone, changes }: Mutant): string {
  const lines = sourceOf(zone)
  for (const { line, field, how, value } of changes) {
    const at = line % Math.max(1, lines.length)
    const fields = lines[at]
    if (fields === undefined) continue
    if (how === 'drop-line') lines.splice(at, 1)
    else if (how === 'swap-lines') lines.push(...lines.splice(at, 1))
    else fields.splice(field % fields.length, how === 'insert' ? 0 : 1, ...(how === 'delete' ? [] : [value]))
  }
  return `${lines.map((fields) => fields.join(' ')).join('\n')}\n`
}

// When zic finds no POSIX text, it lists 400 years, which end a little before 2400.
const isEarly = ({ at }: VisibleChange): boolean => at === null || at < LAST_COMPARED
const LAST_COMPARED = Date.UTC(2390, 0, 1) / 1000

test.skipIf(WITHOUT_ORACLE !== null)(
  'a zone with fields changed at random is refused by name or read as zic reads it',
  async () => {
    const counts = { refused: 0, readByBoth: 0 }
    await fc.assert(
      fc.asyncProperty(mutants, async (mutant) => {
        const text = mutate(mutant)
        let lines: TzLines
        let zone: CompiledZone | undefined
        try {
          lines = parseTzSource([{ name: 'mutant', text }])
          zone = compileZones(lines)[0]
        } catch (error) {
          if (!(error instanceof SourceError)) throw error
          counts.refused++
          return
        }
        // A TZif reader shows standard time before the first transition, whatever the source says.
        const first = lines.zones[0]?.lines[0]?.rules
        if (zone === undefined || first?.kind === 'named' || first?.isDst === true) return
        // zic forgets a SAVE marked as standard time (`1:00s`) in the POSIX text after the last transition.
        const last = lines.zones[0]?.lines.at(-1)?.rules
        if (last?.kind === 'save' && last.save !== 0 && !last.isDst) return
        const oracle = oracleOf(text)
        try {
          const theirs = (await oracle.changesOf([zone.id])).get(zone.id) ?? []
          // glibc reads the POSIX text of permanent daylight saving time as one second of standard time each New Year.
          if (zone.footer.kind === 'fixed' && theirs.at(-1)?.isDst === true) return
          counts.readByBoth++
          expect(shownOffsets(comparedChanges(zone).filter(isEarly)), text).toEqual(
            shownOffsets(theirs.filter(isEarly)),
          )
        } finally {
          oracle.remove()
        }
      }),
      { numRuns: Number(process.env['MUTANTS'] ?? 600) },
    )
    expect(counts.readByBoth).toBeGreaterThan(50)
  },
)
