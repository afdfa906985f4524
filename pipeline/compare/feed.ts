// Writes two feeds of published releases, one for people and one for programs. Each entry says what the release moved.
import { startOfDay } from '#core/time/moment.ts'
import { clockChanges } from '#core/compare/clock-changes.ts'
import type { History } from '#core/artifact/history.ts'
import type { CompiledZone } from '#core/zone/compiled-zone.ts'
import type { PublishedRelease, ReleaseIndex } from '#schemas/release-index.ts'
import { clockSentence, pastSentence } from './release-diff.ts'

/** The names of the two files in a published folder. */
export const FEEDS = { atom: 'releases.atom', json: 'releases.json' } as const

interface FeedEntry {
  readonly id: string
  readonly title: string
  /** The instant of publication, as ISO 8601 in UTC. */
  readonly at: string
  readonly tz: string
  /** Address of the archive. Null where the folder's public address is not given. */
  readonly url: string | null
  /** A sentence for each change. Future changes come first. */
  readonly said: readonly string[]
}

const FIRST = 'The first release that this folder offers.'
const NOTHING = 'No clock differs from the release before.'

type Index = Pick<ReleaseIndex, 'current' | 'releases' | 'published_at'>

/**
 * Returns both feeds as texts, latest published first. Where two artifacts have the same tz release, the later one counts. Where the
 * publisher has gone back to an older release, the feeds have an extra entry for that. `folder` is the public address of the folder, for
 * links.
 */
export function feedsOf(index: Index, history: History, folder?: string) {
  const urlOf = (name: string): string | null =>
    folder === undefined ? null : new URL(name, folder.replace(/\/*$/, '/')).href
  const latest = index.releases.filter(
    ({ tz }, i) => index.releases.findIndex((other) => other.tz === tz) === i,
  )
  const entries = latest.map((release, i): FeedEntry => {
    const { tz, published_at: at, archive } = release
    const said = movedBy(release, latest[i + 1]?.tz, history)
    return { id: `urn:tzref:release:${tz}`, title: `tz release ${tz}`, at, tz, url: urlOf(archive), said }
  })
  const all = [...wentBack(index, urlOf), ...entries]
  return { atom: atomOf(all, index.published_at, urlOf(FEEDS.atom)), json: jsonOf(all, urlOf(FEEDS.json)) }
}

/** The extra entry, where the current release is not the one that was published last. */
function wentBack({ current, releases }: Index, urlOf: (name: string) => string | null): FeedEntry[] {
  const [last] = releases
  const release = releases.find(({ id }) => id === current.id)
  if (last === undefined || release === undefined || last === release) return []
  const { tz, archive } = release
  return [
    {
      id: `urn:tzref:current:${current.since}`,
      title: `tz release ${tz} again`,
      at: current.since,
      tz,
      url: urlOf(archive),
      said: [`${release.id} is current again instead of ${last.id}.`],
    },
  ]
}

/** The changes of a release, compared with the tz release that was published before it. */
function movedBy(
  { tz, reference_date: date }: PublishedRelease,
  older: string | undefined,
  history: History,
) {
  if (older === undefined) return [FIRST]
  const { past, future } = clockChanges(zonesOf(history, older), zonesOf(history, tz), startOfDay(date))
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

function atomOf(entries: readonly FeedEntry[], updated: string, self: string | null): string {
  const items = entries.map(
    ({ id, title, at, url, said }) => `  <entry>
    <id>${escaped(id)}</id>
    <title>${escaped(title)}</title>
    <updated>${at}</updated>
${url === null ? '' : `    <link href="${escaped(url)}"/>\n`}    <summary>${escaped(said.join(' '))}</summary>
  </entry>
`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
  <id>urn:tzref:releases</id>
  <title>tz releases, and the clocks that they moved</title>
  <updated>${updated}</updated>
  <author><name>tzref</name></author>
${self === null ? '' : `  <link rel="self" href="${escaped(self)}"/>\n`}${items.join('')}</feed>
`
}

function jsonOf(entries: readonly FeedEntry[], self: string | null): string {
  const feed = {
    version: 'https://jsonfeed.org/version/1.1',
    title: 'tz releases, and the clocks that they moved',
    ...(self === null ? {} : { feed_url: self }),
    items: entries.map(({ id, title, at, tz, url, said }) => ({
      id,
      ...(url === null ? {} : { url }),
      title,
      date_published: at,
      content_text: said.join('\n'),
      tags: [tz],
    })),
  }
  return `${JSON.stringify(feed, null, 2)}\n`
}
