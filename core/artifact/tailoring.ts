// What an operator has done to a tz release, in words: zones held at an older one, and an overlay of one's own.
import type { Manifest } from '#schemas/manifest.ts'

export type Tailoring = Pick<Manifest, 'hold' | 'overlay'>

/** One sentence for each older release that zones are held at, and one for the overlay; none where the release is as it came. */
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
 * Why a zone is otherwise than its tz release says, told from the lines that made it; null where it is as the release has it. A name that
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
