// Calls every function of the library that fetches, all on one host: in Node, and bundled for browsers, Deno, Bun and Workers.
import { fetchBoundaries } from '#apps/library/boundaries.ts'
import { fetchBytes } from '#apps/library/bytes.ts'
import { fetchClocks } from '#apps/library/clocks.ts'
import { fetchHistory } from '#apps/library/history.ts'
import { fetchTzref } from '#apps/library/tzref.ts'
import { openWeb } from '#apps/library/web.ts'

/** Sizes below, at and above the size of the pieces in which a long body is read. */
const SIZES = [0, 1, 2 ** 18 - 1, 2 ** 18, 2 ** 18 + 1, 1_000_003]

const NOON = Date.UTC(2026, 6, 1, 12)

/** Question → answer. For an error, its message. */
export type Answers = Record<string, unknown>

/** Asks a host for each kind of file. */
export async function fetchEverything(base: string): Promise<Answers> {
  const questions: Record<string, () => Promise<unknown>> = {
    ...Object.fromEntries(
      SIZES.map((size) => [`${size} bytes`, async () => sumOf(await fetchBytes(`${base}/bytes/${size}`))]),
    ),
    fetchClocks: async () => (await fetchClocks(`${base}/clocks.bin`)).zone('Europe/Berlin').offsetAt(NOON),
    fetchHistory: async () => (await fetchHistory(`${base}/tz-history.bin`)).releases,
    fetchBoundaries: async () => (await fetchBoundaries(`${base}/boundaries.tiles`)).zonesAt(50, 10),
    fetchTzref: async () => {
      const tz = await fetchTzref(`${base}/data`)
      return [tz.release, tz.lookUp(50, 10).zone, tz.convert({ from: 'Berlin', to: 'JST', at: NOON })]
    },
    openWeb: async () => {
      const tz = await openWeb(`${base}/web/`)
      return [
        await tz.lookUp(50, 10),
        (await tz.stateOf('Europe/Berlin', NOON)).standard,
        await tz.convert({ from: 'kathmandu', to: 'Asia/Tokyo', at: NOON }),
      ]
    },
    ...(base.endsWith('/ranged')
      ? { 'openWeb, by ranges': async () => (await openWeb(`${base}/web-ranges/`)).lookUp(50, 10) }
      : {}),
    missing: async () => fetchClocks(`${base}/none`),
  }
  const answers: Answers = {}
  for (const [name, ask] of Object.entries(questions))
    answers[name] = await ask().catch((error: unknown) => String(error).replace(base, ''))
  return answers
}

/** The number of bytes, and a sum that depends on their order. */
const sumOf = (bytes: Uint8Array): string =>
  `${bytes.length} ${bytes.reduce((sum, byte) => (Math.imul(sum, 31) + byte) >>> 0, 0)}`
