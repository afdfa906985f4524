// Says on a zone's page since which tz release its clock has been right, how far older data is off, and how to check a machine.
import { rightSince, type RightSince } from '../words/right-since.ts'
import { splitFrom, stillSetTo } from '../words/split-zone.ts'
import type { Zone } from '#core/ask/zones.ts'
import { DAY } from '#core/time/civil.ts'
import { formatUtc } from '#core/time/moment.ts'
import { formatOffset } from '#core/time/offset.ts'
import { epochSeconds, offsetSeconds, type EpochSeconds, type OffsetSeconds } from '#core/time/units.ts'
import { offsetAt } from '#core/zone/offset-at.ts'
import { html, type Html } from '../frame/html.ts'
import type { Visit } from '../frame/page.ts'
import { link } from '../frame/parts.ts'
import { durationInWords, nextMove } from '../words/changes.ts'
import { dateInWords, dayOf } from '../words/times.ts'
import { pathOfRelease } from './news.ts'

type Older = NonNullable<RightSince['older']>
type Wrong = NonNullable<Older['wrong']>

/** The answer for the owner of a server: since when the data is right, and how to see it. Null where no other release is available. */
export function concern(zone: Zone, visit: Visit, path: string): Html | null {
  const { catalogue, now } = visit
  const history = catalogue.artifact.history()
  const found = history === null ? null : rightSince(history, zone.compiled(), now)
  if (found === null) return null
  const { release, older, oldest } = found
  const difference = older?.wrong ?? null
  const at = difference === null ? momentToSee(zone, now) : momentWithin(difference)
  const right = offsetAt(zone.compiled(), at)
  const wrong = difference === null ? null : offsetSeconds(difference.first.was.offset)
  return html`${
      older === null
        ? html`<p>
            Nothing to update for this clock: no tz release since ${oldest}, the oldest one here, changed what
            it shows now or later.
          </p>`
        : html`<p>
            Right since ${link(pathOfRelease(release), `tz release ${release}`)}.
            ${older.wrong === null ? unnamedInWords(zone, older.release, visit) : differenceInWords(older.release, older.wrong, now)}
          </p>`
    }
    <details>
      <summary>Check a Linux server, Java, Python, Node or PostgreSQL</summary>
      <p>
        Each line prints the offset at ${formatUtc(at).slice(0, 16).replace('T', ' ')} UTC.
        ${older === null ? null : `Another answer than the right one${wrong === null ? ', or an error,' : ''} means that its data is old.`}
      </p>
      <dl class="checks">
        ${checksOf(zone.iana, at).map(
          ({ tool, line, print }) =>
            html`<dt>${tool}</dt>
              <dd>
                <code>${line}</code>
                right: <code class="short">${print(right)}</code>${
                  wrong === null ? null : html`, old data: <code class="short">${print(wrong)}</code>`
                }
              </dd>`,
        )}
      </dl>
    </details>
    <p class="small">
      When a release moves this clock: ${link(`${path}.atom`, 'a feed')} (Atom), and
      ${link(`${path}.ics`, 'a calendar')} (.ics) in which abolished changes are cancelled.
    </p>`
}

/** "Older data (2022a and before) does not have the name Europe/Kyiv. There it is Europe/Kiev." Of a zone that was split off: which machines are off. */
function unnamedInWords(zone: Zone, release: string, { catalogue, now }: Visit): string {
  const clocks = catalogue.artifact.history()?.clocks(release)
  const former = catalogue.almanac.zones.aliasesOf(zone).find((name) => clocks?.zone(name) != null)
  const words = `Older data (${release} and before) does not have the name ${zone.iana}.`
  if (former !== undefined) return `${words} There it is ${former}.`
  const other = splitFrom(zone, catalogue.almanac, now)
  const still = other === null ? null : stillSetTo(zone, other, now)
  return still === null ? words : `${words} ${still}`
}

/** "With older data (2026b and before) this clock is one hour behind since Sunday 1 November 2026." */
function differenceInWords(release: string, { first, isMore }: Wrong, now: EpochSeconds): string {
  const { from, until, was, is } = first
  const off = `${durationInWords(was.offset - is.offset)} ${was.offset > is.offset ? 'ahead' : 'behind'}`
  const dateAt = (at: EpochSeconds): string => dateInWords(dayOf(at, offsetSeconds(is.offset)))
  const when =
    from <= now
      ? `is ${off} since ${dateAt(from)}${until === null ? '' : `, until ${dateAt(until)}`}`
      : until !== null && until - from < DAY
        ? `will be ${off} for ${durationInWords(until - from)} on ${dateAt(from)}`
        : `will be ${off} from ${dateAt(from)}${until === null ? '' : ` to ${dateAt(until)}`}`
  return `With older data (${release} and before) this clock ${when}${isMore ? ', and again later' : ''}.`
}

const noonAfter = (at: number): number => (Math.floor(at / DAY) + 1) * DAY + DAY / 2

/** A moment at which old data answers otherwise: noon of the next day, or the middle where the difference is over by then. */
function momentWithin({ first: { from, until } }: Wrong): EpochSeconds {
  const noon = noonAfter(from)
  return epochSeconds(until === null || noon < until ? noon : Math.floor((from + until) / 2))
}

/** A moment at which a right clock can be seen where no release available differs: after its next change, or today. */
const momentToSee = (zone: Zone, now: EpochSeconds): EpochSeconds =>
  epochSeconds(noonAfter(nextMove(zone, now)?.at ?? now - DAY))

/** `-0700` */
const basic = (offset: OffsetSeconds): string => formatOffset(offset).replace(':', '')

interface Check {
  readonly tool: string
  readonly line: string
  /** The output of the line for an offset. */
  readonly print: (offset: OffsetSeconds) => string
}

/** One line for each kind of machine that prints the offset of a zone at an instant by the machine's own data. */
function checksOf(iana: string, at: EpochSeconds): readonly Check[] {
  return [
    { tool: 'Linux', line: `TZ=${iana} date -d @${at} +%z`, print: basic },
    {
      tool: 'Java',
      line: `echo 'System.out.println(java.time.ZoneId.of("${iana}").getRules().getOffset(java.time.Instant.ofEpochSecond(${at}L)))' | jshell -s -`,
      print: (offset) => (offset === 0 ? 'Z' : formatOffset(offset)),
    },
    {
      tool: 'Python',
      line: `python3 -c 'import datetime, zoneinfo; print(datetime.datetime.fromtimestamp(${at}, zoneinfo.ZoneInfo("${iana}")).strftime("%z"))'`,
      print: basic,
    },
    {
      tool: 'Node',
      line: `node -p 'new Intl.DateTimeFormat("en", { timeZone: "${iana}", timeZoneName: "longOffset" }).formatToParts(${at}e3).at(-1).value'`,
      print: (offset) => `GMT${offset === 0 ? '' : formatOffset(offset)}`,
    },
    {
      tool: 'PostgreSQL',
      line: `psql -Atc "SELECT (to_timestamp(${at}) AT TIME ZONE '${iana}') - (to_timestamp(${at}) AT TIME ZONE 'UTC')"`,
      print: (offset) => `${formatOffset(offset).replace('+', '')}:00`,
    },
  ]
}
