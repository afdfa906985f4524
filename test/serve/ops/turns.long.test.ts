// The longest time for which a server cannot answer, while it opens and tests an artifact or makes the longest answer: processor time of
// the main thread in each turn of its loop.
import { existsSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { isMainThread } from 'node:worker_threads'
import { expect, inject, test } from 'vitest'
import { epochSeconds, type EpochSeconds } from '#core/time/units.ts'
import { showCountry } from '#serve/api/endpoints/countries.ts'
import { openPrepared } from '#serve/api/prepared.ts'
import { outgoing } from '#serve/api/reply.ts'
import { openTested } from '#serve/ops/self-test.ts'
import { BASE, NOON, WEB } from '../../support/worlds/service.ts'

/** Has this thread's processor time. Other processes do not count. */
const SCHEDSTAT = `/proc/self/task/${process.pid}/schedstat`
const spent = (): number => Number(readFileSync(SCHEDSTAT, 'utf8').split(' ')[0]) / 1e6

/** Does some work. Returns the number of turns, the longest one, and all of them in milliseconds of processor time. */
async function turnsOf<Result>(work: () => Promise<Result>) {
  const began = spent()
  let [longest, last, turns, isOver] = [0, began, 0, false]
  const turn = (): void => {
    const now = spent()
    longest = Math.max(longest, now - last)
    last = now
    turns++
    if (!isOver) setImmediate(turn)
  }
  setImmediate(turn)
  const result = await work()
  isOver = true
  return { result, turns, longest, whole: spent() - began }
}

test.runIf(existsSync(SCHEDSTAT) && isMainThread)(
  'an artifact is opened in slices, each below a quarter of the whole, so that requests are answered in between',
  async () => {
    const urls = { base: BASE, web: WEB }
    // The first run compiles and loads code, so it is not measured.
    ;(await openTested(inject('embeddedArtifact'), urls, NOON * 1000)).artifact.close()
    await pause(100)
    const { result, turns, longest, whole } = await turnsOf(() =>
      openTested(inject('embeddedArtifact'), urls, NOON * 1000),
    )
    result.artifact.close()
    process.stdout.write(
      `turns: ${turns}, the longest ${longest.toFixed(0)} ms of ${whole.toFixed(0)} ms of processor time\n`,
    )
    expect(turns).toBeGreaterThan(20)
    expect(longest).toBeLessThan(whole / 4)
  },
)

test.runIf(existsSync(SCHEDSTAT) && isMainThread)(
  'the longest answer, for the first time in a local day, is made in slices, each below a third of the whole',
  async () => {
    const catalogue = await openTested(inject('embeddedArtifact'), { base: BASE, web: WEB }, NOON * 1000)
    const prepared = openPrepared(2 ** 24)
    const query = 'include=timezones,abbreviations,cities&detail=full'
    const make = async (now: EpochSeconds): Promise<number> => {
      const reply = showCountry({ catalogue, now, query, identifier: 'us' })
      const { body } = await outgoing(reply, {
        now,
        catalogue,
        prepared,
        headers: { 'accept-encoding': 'gzip' },
      })
      return body === undefined ? 0 : 1
    }
    // The first run compiles and loads code, so it is not measured.
    await make(epochSeconds(NOON - 2 * 86_400))
    await make(epochSeconds(NOON - 86_400))
    await pause(100)
    const { turns, longest, whole } = await turnsOf(() => make(epochSeconds(NOON)))
    catalogue.artifact.close()
    process.stdout.write(
      `turns of the longest answer: ${turns}, the longest ${longest.toFixed(0)} ms of ${whole.toFixed(0)} ms of processor time\n`,
    )
    expect(turns).toBeGreaterThan(3)
    expect(longest).toBeLessThan(whole / 3)
  },
)
