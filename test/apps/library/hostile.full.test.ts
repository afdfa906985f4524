// Mistakes of users: every public function, with every kind of wrong argument in each place, gives an error that names the parameter, the
// value and the expected kind. No call loops and no call answers. A new function without a row here fails the test.
import fc from 'fast-check'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import type { Limit } from '#core/geo/microdegrees.ts'
import {
  ENTRIES,
  FIELDS,
  methodsOf,
  PARAMETERS,
  publicObjects,
  type Kind,
  type Parameter,
} from '../../support/worlds/public-functions.ts'

const BEYOND = 8.64e15 + 2
const SYMBOL = Symbol('x')
/** Values that no function accepts as a number. */
const NO_NUMBER = [undefined, null, '', '13', '2026-10-25T02:30', true, 5n, {}, [], [5], () => 5, SYMBOL]
const NO_TEXT = [undefined, null, NaN, Infinity, 0, 13, false, 5n, {}, ['UTC'], () => 'UTC', SYMBOL, '']
const NO_MOMENT = [NaN, Infinity, -Infinity, BEYOND, -BEYOND, 1e300]

/** Degrees beyond the world, from the next double on. Most of them would be rounded to its edge. */
const justBeyond = (limit: Limit): number[] =>
  [limit * (1 + 2 ** -52), limit + 1e-9, limit + 1e-7, limit + 4e-7, limit + 6e-7, limit + 0.1].flatMap(
    (degrees) => [degrees, -degrees],
  )

const HOSTILE: Readonly<Record<Kind, readonly unknown[]>> = {
  instant: [...NO_NUMBER, ...NO_MOMENT, new Date(0)],
  'instant-or-text': [...NO_MOMENT, undefined, null, true, 5n, {}, [], new Date(0), SYMBOL],
  wall: [...NO_NUMBER, ...NO_MOMENT, new Date(0)],
  'wall-or-text': [...NO_NUMBER.filter((value) => value !== '2026-10-25T02:30'), ...NO_MOMENT, new Date(0)],
  lat: [...NO_NUMBER, NaN, Infinity, -Infinity, ...justBeyond(90), 139.69, 1e300],
  lon: [...NO_NUMBER, NaN, Infinity, -Infinity, ...justBeyond(180), 1e300],
  size: [...NO_NUMBER, NaN, Infinity, -1],
  name: [...NO_TEXT, 'Mars/Base', '__proto__', 'constructor', ' '],
  text: NO_TEXT,
  texts: [...NO_TEXT.filter((value) => !Array.isArray(value)), [5], [null]],
  source: [undefined, null, NaN, 5, true, {}, [], [1, 2], () => 5, SYMBOL, '', { href: 5 }],
  address: [undefined, null, NaN, 5, true, {}, [], SYMBOL, '', { href: 5 }],
  object: [undefined, null, NaN, 5, true, 'x', [], () => 5, SYMBOL],
  column: [
    ...justBeyond(180).map((degrees) => [degrees]),
    undefined,
    null,
    NaN,
    5,
    'x',
    {},
    [NaN],
    ['50'],
    [null],
    [500],
    new Float64Array([NaN]),
    [1, 2],
  ],
  function: [undefined, null, NaN, 5, 'x', {}, [], SYMBOL],
  temporal: [...NO_NUMBER, NaN, 0, new Date(0), { epochMilliseconds: 0 }],
  choice: [...NO_TEXT, 'other'],
  anything: [],
}

const hostileTo = ({ kind, optional }: Parameter): readonly unknown[] =>
  HOSTILE[kind].filter((value) => !(optional === true && (value === undefined || value === '')))

let objects: Readonly<Record<string, object>>
beforeAll(async () => {
  objects = await publicObjects(inject('embeddedArtifact'))
}, 180_000)

/** Calls a row's function and returns its error. Null: it answered. */
async function errorOf(row: string, given: readonly unknown[]): Promise<Error | null> {
  const [owner = '', name = ''] = row.split('.')
  const target: unknown = ENTRIES[owner] ?? objects[owner]
  try {
    const callee: unknown = Reflect.get(Object(target), name)
    if (typeof callee !== 'function') throw new Error(`${row} is no function`)
    const answer: unknown =
      name === 'LuxonZone' ? Reflect.construct(callee, given) : Reflect.apply(callee, target, given)
    if (row === 'Client.rows') await Reflect.apply(Reflect.get(Object(answer), 'next'), answer, [])
    await answer
    return null
  } catch (error) {
    return error instanceof Error ? error : new Error(`what was thrown is no error: ${String(error)}`)
  }
}

/** Our error text: the parameter, the value found, the kind expected. */
const saying = (name: string): RegExp =>
  new RegExp(`^${name.replaceAll('.', '\\.')}(?:s?\\[\\d+\\])?: found .+, expected .+`)

test('every function and method of every entry has a row', () => {
  const functions = Object.entries(ENTRIES).flatMap(([entry, exported]) =>
    Object.entries(exported).flatMap(([name, value]) =>
      // Users do not make errors, so their classes are left out.
      typeof value === 'function' && !(value.prototype instanceof Error) ? [`${entry}.${name}`] : [],
    ),
  )
  const methods = Object.entries(objects).flatMap(([name, object]) =>
    methodsOf(object).map((method) => `${name}.${method}`),
  )
  expect(Object.keys(PARAMETERS).toSorted()).toEqual([...new Set([...functions, ...methods])].toSorted())
})

describe.each(Object.entries(PARAMETERS).filter(([, parameters]) => parameters.length > 0))(
  '%s',
  (row, parameters) => {
    test.each(parameters.map((parameter, place) => [parameter.name, parameter, place] as const))(
      'refuses what is no %s',
      async (name, parameter, place) => {
        for (const value of hostileTo(parameter)) {
          if (row === 'LuxonZone.offset' && typeof value === 'number') continue
          const given = parameters.map(({ good }) => good)
          given[place] = value
          const error = await errorOf(row, given)
          // For columns of unequal length, the error names the second one. For a point of two columns, it may name either column.
          const named = parameter.kind === 'column' ? '(?:lat|lon)s?' : name
          expect(error?.message, `${name} is ${String(value)}`).toMatch(saying(named))
          expect(error).toSatisfy((one) => one instanceof TypeError || one instanceof RangeError)
        }
      },
    )

    test('refuses to be called without arguments', async () => {
      if (parameters[0]?.optional === true || parameters[0]?.kind === 'anything') return
      expect((await errorOf(row, []))?.message).toMatch(/^\w+: found undefined, expected .+/)
    })
  },
)

describe.each(Object.entries(FIELDS))('wrong arguments of %s', (row, { good, place = 0, fields }) => {
  test.each(fields.map((field) => [field.name, field] as const))('has no bad %s', async (name, field) => {
    for (const value of hostileTo(field)) {
      const given = PARAMETERS[row]?.map((parameter) => parameter.good) ?? []
      given[place] = { ...good, [name.slice(name.lastIndexOf('.') + 1)]: value }
      expect((await errorOf(row, given))?.message, `${name} is ${String(value)}`).toMatch(saying(name))
    }
  })
})

test('exchanged coordinates are named as such', async () => {
  // Tokyo, with longitude first.
  expect((await errorOf('Boundaries.zoneAt', [139.69, 35.68]))?.message).toBe(
    'lat: found 139.69, expected degrees north, a number from -90 to 90: are lat (139.69) and lon (35.68) exchanged?',
  )
})

test('a reversed or huge range is refused', async () => {
  const limits = [-8.64e15, 8.64e15] as const
  expect((await errorOf('Clock.changes', [1000, 0]))?.message).toMatch(
    /^to: found 0, expected .*not before from/,
  )
  expect((await errorOf('Clock.changes', limits))?.message).toMatch(
    /^to: found 8640000000000000, .*10,000 years/,
  )
  expect(await errorOf('Clock.changes', [Date.UTC(1800, 0), Date.UTC(9999, 0)])).toBeNull()
})

test('the error for an unknown name offers the nearest ones', async () => {
  expect(await errorOf('Clocks.zone', ['Europe/Berln'])).toMatchObject({
    name: 'UnknownNameError',
    nearest: expect.arrayContaining(['Europe/Berlin']),
    message: expect.stringContaining('Europe/Berlin'),
  })
  expect(await errorOf('Tzref.zone', ['kathmandu'])).toMatchObject({
    nearest: expect.arrayContaining(['Asia/Kathmandu']),
  })
  expect(await errorOf('Tzref.city', ['kathmandoo'])).toMatchObject({
    nearest: expect.arrayContaining(['kathmandu']),
  })
  expect(await errorOf('Clocks.zone', ['Mars/Base'])).toMatchObject({ nearest: [] })
})

test('every function ends with an answer or an error of ours, whatever it is given', async () => {
  const rows = Object.entries(PARAMETERS).filter(([, parameters]) => parameters.length > 0)
  const values = fc.oneof(
    fc.anything({ withDate: true, withBigInt: true, withTypedArray: true }),
    fc.double(),
    fc.string(),
    fc.constantFrom(...Object.values(HOSTILE).flat()),
  )
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...rows), fc.array(values, { maxLength: 3 }), async ([row], given) => {
      // These functions would ask the network, or read the disk.
      if (/fetch|open|Client\.|ask$/.test(row)) return
      const error = await errorOf(row, given)
      if (error === null || error.name === 'EventError') return
      expect(error.message, `${row} ${String(error.stack)}`).toMatch(/: found .+, expected .+/)
    }),
    { numRuns: 1000, seed: 28 },
  )
}, 60_000)
