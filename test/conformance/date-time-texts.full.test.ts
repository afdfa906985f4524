// 30,000 dates and times in all forms, as the library, the interface, a terminal, `tzref moved` and Temporal read them: the same but for a list.
import { Temporal } from 'temporal-polyfill'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { DOORS } from '#core/time/date-time-text.ts'
import { parseMoment } from '#core/time/moment.ts'
import { MomentReader } from '#apps/moved/read-moment.ts'
import { openClocks, type Clock } from '#apps/library/clocks.ts'
import { CLOCKS } from '#core/artifact/layout.ts'
import { seededRandom } from '../support/worlds/seeded-random.ts'
import { openService, type Service } from '../support/worlds/service.ts'

let service: Service
beforeAll(async () => {
  service = await openService()
})
afterAll(() => service.close())

/** Zones of which Node's own data, by which the polyfill answers, say what ours say. */
const ZONES = [
  'UTC',
  'Europe/Berlin',
  'Europe/Dublin',
  'America/New_York',
  'America/St_Johns',
  'America/Sao_Paulo',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'Pacific/Chatham',
]
const POLICIES = ['compatible', 'earlier', 'later', 'reject'] as const
const COUNT = 30_000

const random = seededRandom(70)
const below = (end: number): number => Math.floor(random() * end)
const oneOf = <T>(...all: readonly [T, ...T[]]): T => all[below(all.length)] ?? all[0]
const two = (value: number): string => String(value).padStart(2, '0')

interface Written {
  readonly text: string
  /** The text without its brackets, and these. */
  readonly bare: string
  readonly suffix: string
  /** Whether the zone is among the brackets. */
  readonly hasZone: boolean
}

/** An offset of the clock near a wall time, or another one, in one of its forms. */
function someOffset(clock: Clock, wall: number): string {
  const offset = oneOf(
    clock.offsetAt(wall),
    clock.offsetAt(wall - 7200_000),
    clock.offsetAt(wall + 7200_000),
    3600,
  )
  const size = Math.abs(offset)
  const [hour, minute, second] = [
    two(Math.floor(size / 3600)),
    two(Math.floor(size / 60) % 60),
    two(size % 60),
  ]
  return (
    (offset < 0 ? '-' : '+') +
    oneOf(
      hour,
      `${hour}${minute}`,
      `${hour}:${minute}`,
      `${hour}:${minute}`,
      `${hour}:${minute}:${second}`,
      `${hour}${minute}${second}`,
      `${hour}:${minute}:${second}.0`,
    )
  )
}

function written(clock: Clock): Written {
  const around = below(2) === 0 ? clock.nextChange(below(2_000_000_000) * 1000)?.at : undefined
  const wall =
    around === undefined
      ? below(2_100_000_000) * 1000
      : around + clock.offsetAt(around) * 1000 + (below(480) - 240) * 60_000
  const [date = '', time = ''] = new Date(wall).toISOString().slice(0, 19).split('T')
  const isEnd = below(30) === 0
  const [hour, minute] = [isEnd ? '24' : time.slice(0, 2), isEnd && below(3) > 0 ? '00' : time.slice(3, 5)]
  const second = isEnd ? '00' : below(20) === 0 ? '60' : two(below(60))
  const fraction = oneOf(
    '',
    '',
    `${oneOf('.', ',')}${String(below(1e9)).slice(0, 1 + below(9))}`,
    `.${'1234567890'.repeat(2).slice(0, 8 + below(4))}`,
  )
  const colon = oneOf(':', ':', '')
  const dash = below(25) === 0 ? (colon === '' ? '-' : '') : colon === '' ? '' : '-'
  const year = below(40) === 0 ? `+00${date.slice(0, 4)}` : below(80) === 0 ? '0000' : date.slice(0, 4)
  const day = [year, below(50) === 0 ? '02' : date.slice(5, 7), below(50) === 0 ? '31' : date.slice(8)].join(
    dash,
  )
  const clockTime = oneOf(
    [hour, minute].join(colon),
    [hour, minute].join(colon),
    [hour, minute, second].join(colon) + fraction,
    [hour, minute, second].join(colon) + fraction,
    below(4) === 0 ? hour : [hour, minute, second].join(colon),
  )
  const offset = oneOf(
    '',
    '',
    '',
    'Z',
    'z',
    someOffset(clock, wall),
    someOffset(clock, wall),
    someOffset(clock, wall),
  )
  const bare = below(60) === 0 ? day : day + oneOf('T', 'T', 't', ' ') + clockTime + offset
  const hasZone = below(3) === 0
  const zone = hasZone ? `[${oneOf('', '!')}${oneOf(clock.id, clock.id.toLowerCase())}]` : ''
  const others = oneOf('', '', '', '[u-ca=iso8601]', '[!u-ca=iso8601]', '[x-y=z]', '[!x-y=z]', '[X=1]')
  return { text: bare + zone + others, bare, suffix: zone + others, hasZone }
}

type Read = number | 'refused'
function outcome(read: () => number): Read {
  try {
    return read()
  } catch (error) {
    expect(error).toBeInstanceOf(RangeError)
    return 'refused'
  }
}

/** Texts that Temporal reads otherwise than the library, and why. */
const UNLIKE_TEMPORAL: Readonly<Record<string, (one: Written) => boolean>> = {
  'a date alone is no date and time': ({ bare }) => /^[+\d-]+$/.test(bare),
  'an hour alone leaves open what its last digits are': ({ bare }) => /[Tt ]\d\d(?:$|[Zz+-])/.test(bare),
  'the basic form and the extended one are not mixed, as ISO 8601 has it': ({ bare }) =>
    /^(?:\d{4}|\+\d{6})-\d\d-\d\d[Tt ]\d{4}|^(?:\d{8}|\+\d{10})[Tt ]\d\d:/.test(bare),
  'more than nine digits of a second are cut off as the others are': ({ bare }) => /[.,]\d{10}/.test(bare),
  'the seconds of an offset have no fraction': ({ bare }) => /[+-]\d\d:\d\d:\d\d\.0$/.test(bare),
}

/** Texts that the interface refuses though the library reads them. */
const NOT_OVER_HTTP: Readonly<Record<string, (one: Written) => boolean>> = {
  'a space for the T': ({ bare }) => bare.includes(' '),
  brackets: ({ suffix }) => suffix !== '',
  'an offset with seconds': ({ bare }) => /[+-]\d\d(?::\d\d:\d\d|\d{4})$/.test(bare.slice(11)),
  'a year of six digits, or the year 0': ({ bare }) => /^(?:\+|0000)/.test(bare),
}

const RESOLUTIONS = { compatible: 'latest', earlier: 'earliest', later: 'latest', reject: 'reject' } as const

test('the library reads a text as Temporal does, and every other door as the library does', async () => {
  const clocks = openClocks(`${inject('embeddedArtifact')}/${CLOCKS}`)
  const bytes = new TextEncoder()
  const differ: unknown[] = []
  const reasons = new Map<string, number>()
  const noted = (table: typeof NOT_OVER_HTTP, one: Written): boolean => {
    const [reason] = Object.entries(table).find(([, holds]) => holds(one)) ?? []
    if (reason !== undefined) reasons.set(reason, (reasons.get(reason) ?? 0) + 1)
    return reason !== undefined
  }
  const counts = { read: 0, refused: 0, http: 0 }
  for (let index = 0; index < COUNT; index++) {
    const clock = clocks.zone(ZONES[index % ZONES.length] ?? '')
    const one = written(clock)
    const policy = POLICIES[below(4)] ?? 'compatible'
    const { text, bare, suffix, hasZone } = one
    const ours = outcome(() => clock.instantOf(text, policy))
    counts[ours === 'refused' ? 'refused' : 'read']++

    // Temporal needs a zone, and `Z` or an offset decides as it does for us.
    const zoned = hasZone ? text : `${bare}[${clock.id}]${suffix}`
    const theirs = outcome(
      () =>
        Temporal.ZonedDateTime.from(zoned, { disambiguation: policy, offset: 'reject' }).epochMilliseconds,
    )
    if (ours !== theirs && !noted(UNLIKE_TEMPORAL, one))
      differ.push(['Temporal', clock.id, policy, text, ours, theirs])

    // A terminal reads what the interface does, a space and 24:00.
    const plain = parseMoment(bare)
    const typed = parseMoment(bare, DOORS.typed)
    if (plain.kind !== 'fault') expect(typed, bare).toEqual(plain)
    const sent = bytes.encode(bare)
    const reader = new MomentReader()
    const isExtended = /^\d{4}-/.test(bare)
    if (isExtended && typed.kind !== 'fault') {
      const found =
        typed.kind === 'local' ? reader.wall(sent, 0, sent.length) : reader.instant(sent, 0, sent.length)
      const expected = typed.kind === 'local' ? typed.local : typed.at
      if (found !== expected) differ.push(['moved', bare, found, expected])
    }
    if (typed.kind === 'fault' && isExtended) {
      const found = [reader.wall(sent, 0, sent.length), reader.instant(sent, 0, sent.length)]
      if (!found.every(Number.isNaN)) differ.push(['moved', bare, found, typed.reason])
    }

    // The interface takes an offset as it is: `from` is then only a clock to show. A gap's `compatible` is `latest`, a fold's `earliest`.
    if (index % 3 > 0) continue
    const isFold =
      /^\d/.test(bare) && plain.kind === 'local' && clock.instantsOf(plain.local * 1000).kind === 'fold'
    const resolution = policy === 'compatible' && isFold ? 'earliest' : RESOLUTIONS[policy]
    const query = new URLSearchParams({ from: clock.id, to: 'UTC', at: text, resolution })
    const { status, body } = await service.ask(`/convert?${query.toString()}`)
    const there = status === 200 ? Date.parse(body.data.utc) : 'refused'
    counts.http++
    const floored = ours === 'refused' ? ours : Math.floor(ours / 1000) * 1000
    if (there === floored) continue
    const hasOffset = plain.kind === 'instant'
    if (
      there === 'refused'
        ? noted(NOT_OVER_HTTP, one)
        : hasOffset && there === plain.at * 1000 && ours === 'refused'
    )
      continue
    differ.push(['interface', clock.id, policy, text, ours, there, status])
  }
  expect(differ.slice(0, 30).map(String)).toEqual([])
  // Every reason is met, or it is none; and neither side is empty.
  expect([...reasons.keys()].toSorted()).toEqual(
    [...Object.keys(UNLIKE_TEMPORAL), ...Object.keys(NOT_OVER_HTTP)].toSorted(),
  )
  expect(counts.read).toBeGreaterThan(COUNT / 4)
  expect(counts.refused).toBeGreaterThan(COUNT / 10)
})
