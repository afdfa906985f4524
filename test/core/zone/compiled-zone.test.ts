// What checkZone finds in zones that break their invariants.
import { expect, test } from 'vitest'
import { checkZone, type CompiledZone } from '#core/zone/compiled-zone.ts'
import { epochSeconds, offsetSeconds } from '#core/time/units.ts'
import { tinyZone, tinyZones } from '../../support/worlds/tiny-tz.ts'

const zone = tinyZone('America/New_York')
const codes = (broken: Partial<CompiledZone>): string[] => [
  ...new Set(checkZone({ ...zone, ...broken }).map((finding) => finding.code)),
]

test('every zone of the tiny world is valid', () => {
  expect(tinyZones.zones.flatMap((placed) => checkZone(placed.compiled))).toEqual([])
})

const [firstType, ...otherTypes] = zone.types
if (firstType === undefined || zone.footer.kind !== 'yearly')
  throw new Error('New York has types and a footer')
const { footer } = zone

test.each<[string, Partial<CompiledZone>, string]>([
  ['an invalid id', { id: 'a b' }, 'zone-id'],
  ['a start too few', { starts: zone.starts.slice(1) }, 'zone-lengths'],
  ['starts that go back', { starts: zone.starts.toReversed() }, 'zone-order'],
  ['half a second', { starts: zone.starts.map((start) => epochSeconds(start + 0.5)) }, 'zone-start'],
  ['a type that does not exist', { typeOf: zone.typeOf.with(3, 99) }, 'zone-type-index'],
  ['a transition to the same', { typeOf: zone.typeOf.with(3, zone.typeOf[2] ?? 0) }, 'zone-no-change'],
  ['an interval nobody made', { linesOf: zone.linesOf.with(3, []) }, 'zone-no-lines'],
  ['a line that does not exist', { linesOf: zone.linesOf.with(3, [999]) }, 'zone-line-index'],
  [
    'an offset that is not the sum',
    { types: [{ ...firstType, stdoff: offsetSeconds(0) }, ...otherTypes] },
    'type-sum',
  ],
  [
    'negative SAVE',
    {
      types: [
        { ...firstType, stdoff: offsetSeconds(firstType.offset + 1), save: offsetSeconds(-1) },
        ...otherTypes,
      ],
    },
    'type-save',
  ],
  [
    'an offset of thirty hours',
    {
      types: [
        { ...firstType, offset: offsetSeconds(108_000), stdoff: offsetSeconds(108_000) },
        ...otherTypes,
      ],
    },
    'type-offset',
  ],
  [
    'an abbreviation of one letter',
    { types: [{ ...firstType, abbreviation: 'E' }, ...otherTypes] },
    'type-abbreviation',
  ],
  ['a footer turned round', { footer: { ...footer, toStandard: footer.toDaylight } }, 'footer-flag'],
  ['a footer without its text', { posixTz: null }, 'footer-text'],
  ['a footer that goes on from elsewhere', { typeOf: [...zone.typeOf.slice(0, -1), 0] }, 'footer-last'],
])('%s is found', (_, broken, code) => {
  expect(codes(broken)).toContain(code)
})
