// `tzref lookup` on streams of points: order, formats, workers, and the messages for wrong lines.
import { Readable, Writable } from 'node:stream'
import { Command } from 'commander'
import { describe, expect, test } from 'vitest'
import { CommandError } from '#open/program/command-error.ts'
import { CURRENT_ARTIFACT } from '#apps/cli/current-artifact.ts'
import { registerLookup } from '#apps/cli/look-up.ts'
import { lookUpStream } from '#apps/cli/look-up-stream.ts'
import { openTiny } from '../../support/worlds/tiny-boundaries.ts'
import { seededRandom } from '../../support/worlds/seeded-random.ts'
import { writtenBy } from '../../support/worlds/written.ts'

const boundaries = openTiny()
const opened = {
  boundaries,
  named: boundaries.results.map((ids) => ({
    kind: ids.some((id) => id.startsWith('Etc/')) ? ('ocean' as const) : ('land' as const),
    zones: ids,
  })),
  disagreements: [],
}

/** The output as text, and the error that ended the command. */
async function run(
  input: string | readonly Buffer[],
  {
    format = 'plain',
    workers = 1,
    of = opened,
  }: { format?: 'plain' | 'json'; workers?: number; of?: Parameters<typeof lookUpStream>[0] } = {},
): Promise<{ text: string; error: string | null }> {
  const pieces: Buffer[] = []
  const output = new Writable({
    write(chunk: Buffer, _encoding, done) {
      pieces.push(Buffer.from(chunk))
      done()
    },
  })
  const source = Readable.from(typeof input === 'string' ? [Buffer.from(input)] : input)
  let error: string | null = null
  try {
    await lookUpStream(of, { input: source, output, format, workers, launcher: CURRENT_ARTIFACT.launcher })
  } catch (thrown) {
    if (!(thrown instanceof CommandError)) throw thrown
    error = thrown.message
  }
  return { text: Buffer.concat(pieces).toString(), error }
}

/** What `lookup --help` prints. */
function help(): string {
  let text = ''
  const program = new Command().exitOverride().configureOutput({ writeOut: (part) => (text += part) })
  registerLookup(program.command('lookup'), CURRENT_ARTIFACT)
  expect(() => program.parse(['lookup', '--help'], { from: 'user' })).toThrow('outputHelp')
  return text
}

describe('lines', () => {
  test('CSV: one zone for each line, in order, with or without a line end at the end', async () => {
    const zones = 'Europe/Berlin\nEtc/GMT+2\nEurope/Dublin\n'
    for (const input of [
      '50,10\n0,-30\n53.5,6.5\n',
      '50,10\r\n0,-30\r\n53.5,6.5',
      ' 50 , 10 \n0,-3e1\n+53.5,6.50000000\n',
    ]) {
      expect(await run(input)).toEqual({ text: zones, error: null })
    }
  })

  test('a header line becomes one of the output, and the help says so', async () => {
    expect((await run('lat,lon\n50,10\n')).text).toBe('timezone\nEurope/Berlin\n')
    expect((await run('"Latitude","Longitude"\n50,10\n')).text).toBe('timezone\nEurope/Berlin\n')
    expect((await run('lat,lon\n50,10\n', { format: 'json' })).text).not.toContain('lat,lon')
    expect(help()).toContain('A header line gives a line "timezone", and with --json\nnone.')
  })

  test('NDJSON: numbers or texts, lon or lng', async () => {
    const input = '{"lat":50,"lon":10}\n{"id":7,"lat":"0","lng":"-30"}\n'
    expect((await run(input)).text).toBe('Europe/Berlin\nEtc/GMT+2\n')
  })

  test('JSON: every answer names its alternatives', async () => {
    const { text } = await run('53.5,6.5\n0,180\n', { format: 'json' })
    expect(
      text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual([
      {
        latitude: 53.5,
        longitude: 6.5,
        kind: 'land',
        timezone: 'Europe/Dublin',
        alternatives: [{ reason: 'overlap', timezone: 'Europe/Berlin' }],
      },
      {
        latitude: 0,
        longitude: 180,
        kind: 'ocean',
        timezone: 'Etc/GMT-12',
        alternatives: [{ reason: 'antimeridian', timezone: 'Etc/GMT+12' }],
      },
    ])
  })

  test('empty input gives empty output', async () => expect(await run('')).toEqual({ text: '', error: null }))
})

test('where the tz release has no zone for an ocean strip, the line is empty', async () => {
  const named = opened.named.map((result, i) =>
    boundaries.results[i]?.[0] === 'Etc/GMT+2' ? { kind: 'ocean' as const, zones: [] } : result,
  )
  expect((await run('0,-30\n50,10\n', { of: { ...opened, named } })).text).toBe('\nEurope/Berlin\n')
})

describe('a bad line', () => {
  test.each([
    ['50,10\n50;10\n', 'line 2: "50;10": expected lat,lon'],
    ['50,10\n\n50,10\n', 'line 2: "": expected lat,lon'],
    ['50,10\n50,10,0\n', 'line 2: "50,10,0": expected lat,lon'],
    ['lat,lon\n50,10\n91,10\n', 'line 3: "91,10": lat is not between -90 and 90'],
    ['50,10\n50,180.0000001\n', 'line 2: "50,180.0000001": lon is not between -180 and 180'],
    ['50,10\nx,1\n', 'line 2: "x,1": lat is not a number of degrees'],
    [
      '{"lat":1,"lon":2}\n{"lat":1,"lon":2,"lng":3}\n',
      'line 2: "{\\"lat\\":1,\\"lon\\":2,\\"lng\\":3}": lon and lng are both the longitude, expected one',
    ],
    ['{"lat":1,"lon":2}\n{"lat":1}\n', 'line 2: "{\\"lat\\":1}": expected {"lat": …, "lon": …}'],
    [
      '{"lat":1,"lon":2}\n{"lat":1,"lon":\n',
      'line 2: "{\\"lat\\":1,\\"lon\\":": expected {"lat": …, "lon": …}',
    ],
  ])('%j: %s', async (input, error) => {
    for (const workers of [1, 2]) {
      const ended = await run(input, { workers })
      expect(ended.error).toBe(error)
      // The output has only the answers before the wrong line.
      const before = input.startsWith('{') ? 'Etc/GMT\n' : 'Europe/Berlin\n'
      expect(ended.text).toBe(input.startsWith('lat') ? `timezone\n${before}` : before)
    }
  })

  test('far into the stream: all lines before it are written first, whichever thread answers', async () => {
    const good = Buffer.from('50,10\n'.repeat(20_000))
    const bad = Buffer.from('50,10\nx\n50,10\n')
    for (const workers of [1, 3]) {
      const ended = await run([good, good, good, bad, good], { workers })
      expect(ended.error).toBe('line 60002: "x": expected lat,lon')
      expect(ended.text === 'Europe/Berlin\n'.repeat(60_001)).toBe(true)
    }
  })

  test('an endless line is refused', async () => {
    const endless = Array.from({ length: 20 }, () => Buffer.alloc(10_000, '1'))
    expect((await run(endless)).error).toMatch(/^line 1: "1{80}…": expected lat,lon$/)
  })
})

describe('many points', () => {
  const random = seededRandom(99)
  const points = Array.from({ length: 150_000 }, () => [
    (random() * 180 - 90).toFixed(Math.floor(random() * 9)),
    (random() * 360 - 180).toFixed(Math.floor(random() * 9)),
  ])
  const input = Buffer.from(points.map((point) => `${point.join(',')}\n`).join(''))
  // Cut anywhere, so that some lines are in two pieces. There are enough blocks for all threads, so the reader must wait for them.
  const pieces: Buffer[] = []
  for (let at = 0; at < input.length; at += 99_991) pieces.push(input.subarray(at, at + 99_991))

  test('streams give the same answers as single questions, in the same order, with one thread and with three', async () => {
    const expected = points
      .map(([lat = '', lon = '']) => {
        // Exact for texts of this length, because no double is used.
        const micro = (text: string): number => {
          const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d+)\.?(\d*)$/.exec(text) ?? []
          const digits = BigInt(whole + fraction.padEnd(9, '0'))
          return Number((digits + 500n) / 1000n) * (sign === '-' ? -1 : 1)
        }
        return `${boundaries.zonesAt(micro(lon), micro(lat))[0]}\n`
      })
      .join('')
    expect(pieces.length).toBeGreaterThan(3 * 3 + 3)
    for (const workers of [1, 3]) {
      const { text, error } = await run(pieces, { workers })
      expect(error).toBeNull()
      expect(text === expected).toBe(true)
    }
  })

  test('every form of a number is read to the microdegree, in a block of any length', async () => {
    const forms = (size: number): string => {
      const degrees = random() * 2 * size - size
      const text = degrees.toFixed(Math.floor(random() * 12))
      const kind = Math.floor(random() * 12)
      if (kind === 0) return `+${Math.abs(degrees).toFixed(6)}`
      if (kind === 1) return `${Math.trunc(degrees)}.`
      if (kind === 2) return degrees.toFixed(7).replace(/\d$/, '5')
      if (kind === 3) return (random() - 0.5).toFixed(6).replace('0.', '.')
      if (kind === 4) return ` ${text}`
      if (kind === 5) return `${degrees < 0 ? '-' : ''}00${Math.abs(degrees).toFixed(6)}`
      if (kind === 6) return `${degrees < 0 ? '-' : ''}${size - 0.0000004}`
      return text
    }
    const asked = Array.from({ length: 80_000 }, () => [forms(90), forms(180)] as const)
    const whole = Buffer.from(
      asked.map((point) => `${point.join(',')}${random() < 0.1 ? '\r' : ''}\n`).join(''),
    )
    expect(whole.length).toBeGreaterThan(1 << 20)
    const { text, error } = await run([whole], { format: 'json' })
    expect(error).toBeNull()
    const read = (form: string): number => {
      const [, sign = '', before = '', behind = ''] = /^\s*([+-]?)(\d*)\.?(\d*)$/.exec(form) ?? []
      const digits = BigInt(before + behind.padEnd(12, '0'))
      return Number((digits + 500_000n) / 1_000_000n) * (sign === '-' ? -1 : 1)
    }
    const answers = text.trim().split('\n')
    expect(answers).toHaveLength(asked.length)
    answers.forEach((line, i) => {
      const [lat = '', lon = ''] = asked[i] ?? []
      const place = JSON.stringify({ latitude: read(lat) / 1e6, longitude: read(lon) / 1e6 }).slice(0, -1)
      if (!line.startsWith(`${place},`)) expect(line, `${lat},${lon}`).toBe(place)
    })
  })
})

describe('misuse is answered with what was found and what was expected', () => {
  const lookup = (...args: string[]): Promise<string> =>
    writtenBy({ lookup: (command) => registerLookup(command, CURRENT_ARTIFACT) }, ['lookup', ...args])

  test('a pair in one argument', async () => {
    await expect(lookup('52.52,13.405')).rejects.toThrow(
      'found "52.52,13.405", expected a latitude and a longitude with a space between them, such as 52.52 13.405',
    )
  })

  test('a file that is none', async () => {
    await expect(lookup('--file', import.meta.dirname)).rejects.toThrow(
      `${import.meta.dirname}: found a directory, expected a file of points`,
    )
    await expect(lookup('--file', 'nothing.csv')).rejects.toThrow(
      'nothing.csv: found no such file, expected a file of points',
    )
  })
})

test('a point beside --file is refused', async () => {
  const lookUp = writtenBy({ lookup: (command) => registerLookup(command, CURRENT_ARTIFACT) }, [
    'lookup',
    '52.52',
    '13.405',
    '--file',
    'points.csv',
  ])
  await expect(lookUp).rejects.toThrow('found a point and --file, expected one of the two')
})
