// Every `fetch…` and `openWeb` on Node: from hosts that send bodies in every way, for files of every size.
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { fetchEverything } from '../../support/worlds/fetch-everything.ts'
import { BY_RANGES, EXPECTED, fetchedFiles } from '../../support/worlds/fetched-files.ts'
import { MANNERS, startFileHost, type Host } from '../../support/servers/file-host.ts'

let host: Host
beforeAll(async () => {
  const files = fetchedFiles(inject('embeddedArtifact'))
  host = await startFileHost((path) => files.get(path))
}, 180_000)
afterAll(() => host.close())

test.each(MANNERS)(
  'from a host that sends files %s',
  async (manner) => {
    const answers = await fetchEverything(`${host.url}/${manner}`)
    expect(answers).toMatchObject({ ...EXPECTED, ...(manner === 'ranged' ? BY_RANGES : {}) })
  },
  60_000,
)
