// A tz release, the zones that are held at older ones and an overlay → the release as it is compiled.
import { CommandError } from '#cli/command-error.ts'
import type { SourceLine } from '#core/zone/compiled-zone.ts'
import { ruleSetsNamedBy, type Overlay } from '../parse/overlay.ts'
import { resolveLinks } from '../parse/tz-links.ts'
import type { TzLines, ZoneRecord } from '../parse/tz-records.ts'
import type { TzRelease } from '../parse/tz-release.ts'
import { checkNames } from '../parse/tz-source.ts'

/** What is to be otherwise than a release has it. */
export interface Tailoring {
  /** Zone → the release that it is kept at. */
  readonly held: ReadonlyMap<string, TzRelease>
  readonly overlay: Overlay | null
}

/** Zones with the Rules that they ask for. */
type Graft = Pick<TzLines, 'zones' | 'rules'>

/**
 * The release with those zones in place of its own. Each brings its Rules along under a name of their own (`EU-2023a`, `EU-overlay`), so that
 * no other zone is touched; a name that is a Link becomes a Zone where zone.tab lists it. Throws a CommandError where one thing contradicts
 * another, and a SourceError for a bad line.
 */
export function tailored(release: TzRelease, { held, overlay }: Tailoring): TzRelease {
  if (held.size === 0 && overlay === null) return release
  for (const [id, older] of held) {
    expectZone(release, id, 'hold')
    if (older.release >= release.release)
      throw contradiction(
        `--hold ${id}=${older.release}: a zone is held at a release before ${release.release}, which is being built`,
      )
  }
  if (overlay !== null) expectFits(release, held, overlay)
  const grafts = [
    ...[...new Set(held.values())].map((older) =>
      heldFrom(
        older,
        [...held.keys()].filter((id) => held.get(id) === older),
      ),
    ),
    ...(overlay === null ? [] : [renamed(overlay.lines, 'overlay', (source) => source)]),
  ]
  const replaced = new Set(grafts.flatMap(({ zones }) => zones.map(({ id }) => id)))
  const { rules, zones, links } = release.lines
  const lines = {
    rules: [...rules, ...grafts.flatMap((graft) => graft.rules)],
    zones: [...zones.filter(({ id }) => !replaced.has(id)), ...grafts.flatMap((graft) => graft.zones)],
    links: links.filter(({ linkName }) => !replaced.has(linkName)),
  }
  checkNames(lines)
  return { ...release, lines }
}

const contradiction = (problem: string): CommandError => new CommandError(problem, 2)

function expectZone({ release, lines, zoneTab }: TzRelease, id: string, what: 'hold' | 'overlay'): void {
  if (lines.zones.some((zone) => zone.id === id) || zoneTab.some((row) => row.id === id)) return
  const link = resolveLinks(lines).get(id)
  throw contradiction(
    link === undefined
      ? `--${what} ${id}: tz release ${release} has no such zone`
      : `--${what} ${id}: in tz release ${release} that is another name of ${link.target}`,
  )
}

function expectFits(release: TzRelease, held: Tailoring['held'], overlay: Overlay): void {
  if (overlay.release !== release.release) {
    const isOlder = overlay.release < release.release
    throw contradiction(
      `--overlay ${overlay.file}: it was made for tz ${overlay.release}, and ${release.release} is being built${isOlder ? ': see whether the release has what the overlay says; if not, name the release in its first line' : ''}`,
    )
  }
  for (const { id } of overlay.lines.zones) {
    expectZone(release, id, 'overlay')
    if (held.has(id)) throw contradiction(`${id} is held and in the overlay: expected one of the two`)
  }
}

/** Zones as an older release has them; of a name that was a Link there, what it led to. */
function heldFrom(older: TzRelease, ids: readonly string[]): Graft {
  const links = resolveLinks(older.lines)
  const zones = ids.map((id): ZoneRecord => {
    const target = links.get(id)?.target ?? id
    const record = older.lines.zones.find((zone) => zone.id === target)
    if (record === undefined)
      throw contradiction(`--hold ${id}=${older.release}: tz release ${older.release} has no such zone`)
    return { ...record, id }
  })
  const wanted = ruleSetsNamedBy({ zones })
  const rules = older.lines.rules.filter(({ name }) => wanted.has(name))
  return renamed({ zones, rules }, older.release, (source) => ({
    ...source,
    file: `${older.release}/${source.file}`,
  }))
}

/** Rule sets that come along get a name of their own; those that do not are the release's. */
function renamed({ zones, rules }: Graft, suffix: string, placed: (source: SourceLine) => SourceLine): Graft {
  const own = new Set(rules.map(({ name }) => name))
  return {
    rules: rules.map((rule) => ({ ...rule, name: `${rule.name}-${suffix}`, source: placed(rule.source) })),
    zones: zones.map((zone) => ({
      id: zone.id,
      source: placed(zone.source),
      lines: zone.lines.map((line) => ({
        ...line,
        source: placed(line.source),
        rules:
          line.rules.kind === 'named' && own.has(line.rules.name)
            ? { kind: 'named', name: `${line.rules.name}-${suffix}` }
            : line.rules,
      })),
    })),
  }
}
