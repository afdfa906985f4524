// A change that only the release's own reading has: Morocco's daylight saving time became standard time on 28 October 2018.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { openClocks } from '#core/artifact/clocks.ts'
import { typeAt } from '#core/zone/offset-at.ts'
import { releaseTypeAt } from '#core/zone/release-reading.ts'
import { instant } from '../../support/worlds/moment.ts'

const clocks = openClocks(readFileSync(join(inject('embeddedArtifact'), 'clocks.bin')))

test.each([
  ['2018-10-28T01:59:59Z', 3600, true],
  ['2018-10-28T02:00:00Z', 0, false],
  ['2019-05-05T01:59:59Z', 0, false],
  ['2019-05-05T02:00:00Z', -3600, true],
])('Casablanca at %s: SAVE %d', (at, releaseSave, releaseIsDst) => {
  const zone = clocks.zone('Africa/Casablanca')
  if (zone === null) throw new Error('no Casablanca')
  expect(releaseTypeAt(zone, instant(at))).toMatchObject({ releaseSave, releaseIsDst })
  const { offset, isDst, abbreviation } = typeAt(zone, instant(at))
  expect(releaseTypeAt(zone, instant(at))).toMatchObject({ offset, isDst, abbreviation })
})
