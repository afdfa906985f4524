// The whole service for tests: the interface, with pages and an account store.
import { siteWith } from '#apps/site/open-site.ts'
import type { AppOptions } from '#serve/app.ts'
import type { Artifact } from '#open/artifact.ts'
import { accountWorld, type AccountWorld } from './account-world.ts'
import { openServiceOver, type Service as ServiceOver } from './interface-service.ts'

export { BASE, NOON, overloaded, WEB, withoutBoundaries, type Answered } from './interface-service.ts'

export type Service = ServiceOver<AccountWorld>

/** Opens the interface with pages and an account store, see `interface-service.ts`. */
export async function openService(
  directory?: string,
  options: Partial<AppOptions> = {},
  changed?: (artifact: Artifact) => Artifact,
): Promise<Service> {
  return openServiceOver(
    await accountWorld(),
    directory,
    { openOtherPaths: siteWith([]), ...options },
    changed,
  )
}
