// How long a server is away while it opens and tests an artifact: processor time of the main thread, turn by turn of its loop.
import { existsSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { isMainThread } from 'node:worker_threads'
import { expect, inject, test } from 'vitest'
import { openTested } from '#serve/ops/self-test.ts'
import { BASE, NOON, WEB } from '../../support/service.ts'

/** Milliseconds of processor time that this thread has taken; other processes do not count. */
const SCHEDSTAT = `/proc/self/task/${process.pid}/schedstat`
const spent = (): number => Number(readFileSync(SCHEDSTAT, 'utf8').split(' ')[0]) / 1e6

test.runIf(existsSync(SCHEDSTAT) && isMainThread)(
  'an artifact is opened in turns of which none is a quarter of the whole, so that requests are answered between them',
  async () => {
    const urls = { base: BASE, web: WEB }
    // Once for what is compiled and loaded the first time.
    ;(await openTested(inject('embeddedArtifact'), urls, NOON * 1000)).artifact.close()
    await pause(100)
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
    const { artifact } = await openTested(inject('embeddedArtifact'), urls, NOON * 1000)
    isOver = true
    const whole = spent() - began
    artifact.close()
    process.stdout.write(
      `turns: ${turns}, the longest ${longest.toFixed(0)} ms of ${whole.toFixed(0)} ms of processor time\n`,
    )
    expect(turns).toBeGreaterThan(20)
    expect(longest).toBeLessThan(whole / 4)
  },
)
