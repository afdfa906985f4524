// Published releases and their clocks → a feed for people and one for programs: each release with what it moved.
import type { History } from '#core/artifact/history.ts'
import { epochSeconds } from '#core/time/units.ts'
import type { CompiledZone } from '#core/zone/compiled-zone.ts'
import type { PublishedRelease } from '#schemas/release-index.ts'
import { clockChanges, clockSentence, pastSentence } from './release-diff.ts'

/** Names of the two files in a published folder. */
export const FEEDS = { atom: 'releases.atom', json: 'releases.json' } as const

interface FeedEntry {
  readonly tz: string
  /** UTC day. */
  readonly date: string
  readonly archive: string
  /** A sentence for each thing that moved; future changes first. */
  readonly moved: readonly string[]
}

const FIRST = 'The first release that is offered here.'
const NOTHING = 'No clock is otherwise than in the release before.'

/** Both feeds as texts, newest first; of two artifacts of one tz release the first that is given counts. */
export function feedsOf(
  releases: readonly PublishedRelease[],
  history: History,
): { readonly atom: string; readonly json: string } {
  const known = new Set<string>()
  const entries = releases.flatMap(({ tz, reference_date: date, archive }): FeedEntry[] => {
    if (known.has(tz)) return []
    known.add(tz)
    return [{ tz, date, archive, moved: movedBy(tz, date, history) }]
  })
  return { atom: atomOf(entries), json: jsonOf(entries) }
}

/** What a release moved, against the one before it in the history. */
function movedBy(tz: string, date: string, history: History): string[] {
  const older = history.releases[history.releases.indexOf(tz) - 1]
  if (older === undefined) return [FIRST]
  const { past, future } = clockChanges(
    zonesOf(history, older),
    zonesOf(history, tz),
    epochSeconds(Date.parse(`${date}T00:00:00Z`) / 1000),
  )
  const said = [...future.map(clockSentence), ...past.map(pastSentence)]
  return said.length === 0 ? [NOTHING] : said
}

function zonesOf(history: History, release: string): Map<string, CompiledZone> {
  const clocks = history.clocks(release)
  const zones = (clocks?.zoneIds ?? []).map((id) => clocks?.zone(id) ?? null).filter((zone) => zone !== null)
  return new Map(zones.map((zone) => [zone.id, zone]))
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

function atomOf(entries: readonly FeedEntry[]): string {
  const items = entries.map(
    ({ tz, date, archive, moved }) => `  <entry>
    <id>urn:tzref:release:${tz}</id>
    <title>tz release ${tz}</title>
    <updated>${date}T00:00:00Z</updated>
    <link href="${escaped(archive)}"/>
    <summary>${escaped(moved.join(' '))}</summary>
  </entry>
`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
  <id>urn:tzref:releases</id>
  <title>tz releases, and the clocks that they moved</title>
  <updated>${entries[0]?.date ?? '1970-01-01'}T00:00:00Z</updated>
  <author><name>tzref</name></author>
  <link rel="self" href="${FEEDS.atom}"/>
${items.join('')}</feed>
`
}

function jsonOf(entries: readonly FeedEntry[]): string {
  const feed = {
    version: 'https://jsonfeed.org/version/1.1',
    title: 'tz releases, and the clocks that they moved',
    items: entries.map(({ tz, date, archive, moved }) => ({
      id: `urn:tzref:release:${tz}`,
      url: archive,
      title: `tz release ${tz}`,
      date_published: `${date}T00:00:00Z`,
      content_text: moved.join('\n'),
      tags: [tz],
    })),
  }
  return `${JSON.stringify(feed, null, 2)}\n`
}
