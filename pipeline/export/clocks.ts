// Lists the clocks of an artifact under every name of its tz release, for forms that have one entry for each name.
import type { Artifact } from '#open/artifact.ts'
import { byCodeUnit } from '#core/text/by-code-unit.ts'

export type NamedZone = ReturnType<typeof namedZones>[number]

/**
 * Returns every identifier of the tz release (`name`), Zones and Links alike, in code-unit order, each with its clock (`zone`), whose id
 * differs from the name where the name is an alias.
 */
export function namedZones(artifact: Artifact) {
  const zones = new Map(
    artifact.rows('zone').map(({ id, iana }) => [id, { name: iana, zone: artifact.compiledZone(id) }]),
  )
  const aliases = artifact.rows('zone_alias').flatMap(({ name, zone }) => {
    const found = zones.get(zone)
    return found === undefined ? [] : [{ name, zone: found.zone }]
  })
  return [...zones.values(), ...aliases].toSorted((one, other) => byCodeUnit(one.name, other.name))
}

/** Returns each identifier of the tz release with the current one. */
export const currentIds = (artifact: Artifact): ReadonlyMap<string, string> =>
  new Map(namedZones(artifact).map(({ name, zone }) => [name, zone.id]))
