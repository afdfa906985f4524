// A page that waits while the current artifact changes is made from the new one, because the old one is closed by then.
import { afterAll, expect, inject, test } from 'vitest'
import { openArtifact } from '#open/artifact.ts'
import { openCatalogue, type Catalogue } from '#serve/catalogue.ts'
import { BASE, openService, WEB } from '../../support/worlds/service.ts'

const opened = (): Catalogue =>
  openCatalogue(openArtifact(inject('embeddedArtifact')), { base: BASE, web: WEB })
const newer = opened()
let older: Catalogue | null = null
/** Acts as a server that swaps: requests of this turn of the loop can use the old artifact, and the next turn closes it. */
function catalogue(): Catalogue {
  const given = older
  if (given === null) return newer
  setImmediate(() => {
    older = null
    given.artifact.close()
  })
  return given
}
const service = await openService(inject('embeddedArtifact'), { catalogue })
afterAll(async () => {
  newer.artifact.close()
  await service.close()
})

test.each(['/timezones/Europe/Berlin', '/cities/kathmandu', '/timezones', '/', '/search?q=Lisbon'])(
  '%s',
  async (url) => {
    // Lets the work of the earlier request finish.
    await expect.poll(() => service.app.work()).toMatchObject({ requests: 0, long: 0, waiting: 0 })
    older = opened()
    const { statusCode } = await service.app.inject({ url, headers: { accept: 'text/html' } })
    expect(statusCode).toBe(200)
    expect(older).toBeNull()
  },
)
