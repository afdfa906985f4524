// Describes in words how an operator changed a tz release: zones held at an older release, and the operator's own overlay.
import type { Manifest } from '#schemas/manifest.ts'

export type Tailoring = Pick<Manifest, 'hold' | 'overlay'>

/** One sentence for each older release that zones are held at, and one for the overlay. Empty for an unchanged release. */
export function tailoringInWords({ hold = {}, overlay }: Tailoring): string[] {
  const zonesByRelease = new Map<string, string[]>()
  for (const [zone, release] of Object.entries(hold))
    zonesByRelease.set(release, [...(zonesByRelease.get(release) ?? []), zone])
  return [
    ...[...zonesByRelease].map(([release, zones]) => `${zones.join(', ')}: held at tz ${release}.`),
    ...(overlay === undefined
      ? []
      : [`${overlay.zones.join(', ')}: by the overlay ${overlay.file}: ${overlay.reason}`]),
  ]
}

/**
 * Says why a zone differs from its tz release, based on the source lines that made it. Null for a zone as the release has it. A name that
 * the release links to a zone follows that zone.
 */
export function zoneTailoring(
  zone: { readonly withLines: () => { readonly lines: readonly { readonly file: string }[] } },
  { hold, overlay }: Tailoring,
): string | null {
  if (hold === undefined && overlay === undefined) return null
  const { lines } = zone.withLines()
  if (overlay !== undefined && lines.some(({ file }) => file === overlay.file))
    return `by the overlay ${overlay.file}: ${overlay.reason}`
  const held = Object.values(hold ?? {}).find((release) =>
    lines.some(({ file }) => file.startsWith(`${release}/`)),
  )
  return held === undefined ? null : `held at tz ${held}`
}
