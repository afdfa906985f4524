// Changes a tz release before it is compiled: some zones come from older releases; an overlay corrects others, if it is for this release.
import { CommandError } from '#open/program/command-error.ts'
import type { SourceLine } from '#core/zone/compiled-zone.ts'
import { ruleSetsNamedBy, type Overlay } from './overlay.ts'
import type { TzLines, ZoneRecord } from '../parse/tz-records.ts'
import type { TzRelease } from '../parse/tz-release.ts'
import { checkNames, resolveLinks } from '../parse/tz-source.ts'

/** The changes to make to a release. */
export interface Tailoring {
  /** Zone → the older release that it is held at. */
  readonly held: ReadonlyMap<string, TzRelease>
  readonly overlay: Overlay | null
}

/** Zones with the Rules that they use. */
type Graft = Pick<TzLines, 'zones' | 'rules'>

/**
 * Returns the release with the held and overlaid zones in place of its own. Each brings its Rules under a new name (`EU-2023a`,
 * `EU-overlay`), so that no other zone changes. A name that is a Link becomes a Zone if zone.tab lists it. Throws a CommandError where
 * the changes contradict each other, and a SourceError for a bad line.
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
    ...[...new Set(held.values())].map((older) => heldFrom(older, held)),
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
      `--overlay ${overlay.file}: it was made for tz ${overlay.release}, and ${release.release} is being built${isOlder ? ': check whether the release already has this change; if not, name the release in the first line of the overlay' : ''}`,
    )
  }
  for (const { id } of overlay.lines.zones) {
    expectZone(release, id, 'overlay')
    if (held.has(id)) throw contradiction(`${id} is held and also in the overlay: expected one of the two`)
  }
}

/** The zones that are held at an older release, as it has them. For a name that was a Link there, the Zone that it led to. */
function heldFrom(older: TzRelease, held: Tailoring['held']): Graft {
  const links = resolveLinks(older.lines)
  const ids = [...held.keys()].filter((id) => held.get(id) === older)
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

/** Renames the rule sets that come with the zones. Rule sets that do not come along are those of the release. */
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
