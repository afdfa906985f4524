// A fleet on several hosts: each failure and each maintenance step, under load and counted; real releases if they are there, and two possible
// next tz releases.
import { availableParallelism, loadavg } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { type HostFleet, openHostFleet, SERVERS, until, whyNoFleet } from '../support/servers/host-fleet.ts'
import { leftOut } from '../support/left-out.ts'
import type { LoadLine } from '../support/children/load-child.ts'
import { type Change, hasRealReleases, releaseWorld } from '../support/worlds/release-world.ts'

const [OLDER, NEWER] = hasRealReleases ? (['2026b', '2026c'] as const) : (['2030a', '2030b'] as const)
/** Milliseconds for which a part is away. */
const AWAY_MS = 15_000
/** Requests a second, without those of the account that asks for more than its plan allows. */
const PER_SECOND = 200
/** The next changes of upstream, each in a release made from the newer one. */
const REHEARSALS: readonly { readonly name: string; readonly changes: readonly Change[] }[] = [
  {
    name: 'a decree changes a standard time',
    changes: [{ file: 'asia', from: /^(\s+5:45\s+-\s+%z)$/m, to: '$1\t2030 Aug 14\n\t\t\t5:30\t-\t%z' }],
  },
  {
    name: 'that zone is renamed, with Links behind it',
    changes: [
      { file: 'asia', from: /^Zone\s+Asia\/Kathmandu/m, to: 'Zone Asia/Pokhara' },
      {
        file: 'backward',
        from: /^Link\s+Asia\/Kathmandu\s+Asia\/Katmandu/m,
        to: 'Link Asia/Pokhara Asia/Kathmandu\nLink Asia/Pokhara Asia/Katmandu',
      },
      { file: 'zone.tab', from: /Asia\/Kathmandu/, to: 'Asia/Pokhara' },
    ],
  },
]

/** An account of the plan with 25 requests a second that asks more often, at an even pace. */
const PRESSED = { name: 'pressed', plan: 'developer', perSecond: 40 }
const LIMIT = 25
/** A slower answer counts as late. */
const LATE_MS = 1000

interface Row {
  readonly event: string
  readonly sent: number
  readonly failed: number
  /** 503 from a busy server. This depends on the machine. */
  readonly refused: number
  readonly late: number
  readonly slowestMs: number
  /** Seconds whose answers are all known for certain, and how many of these gave more than the plan allows. */
  readonly windows: number
  readonly exceeded: number
}

/** The requests sent in a period. */
function rowOf(event: string, lines: readonly LoadLine[], fromMs: number, toMs: number): Row {
  const within = lines.filter(([, sent]) => sent >= fromMs && sent < toMs)
  const remainders = new Map<number, number[]>()
  for (const [name, sent, ms, status, remaining] of within) {
    const second = Math.floor(sent / 1000)
    if (name !== PRESSED.name || status !== 200 || second !== Math.floor((sent + ms) / 1000)) continue
    remainders.set(second, [...(remainders.get(second) ?? []), remaining])
  }
  const given = [...remainders.values()]
  return {
    event,
    sent: within.length,
    failed: within.filter(
      ([name, , , status]) => ![200, 503, name === PRESSED.name ? 429 : 200].includes(status),
    ).length,
    refused: within.filter(([, , , status]) => status === 503).length,
    late: within.filter(([, , ms]) => ms > LATE_MS).length,
    slowestMs: Math.max(0, ...within.map(([, , ms]) => ms)),
    windows: given.length,
    // A window gives each remainder once. If one comes twice, two servers counted for themselves.
    exceeded: given.filter((window) => window.length > LIMIT || new Set(window).size < window.length).length,
  }
}

/** A table for people. */
function printed(rows: readonly Row[]): string {
  const heads = [
    'what happens',
    'sent',
    'failed',
    'refused',
    'late',
    'slowest ms',
    'windows',
    'of them exceeded',
  ]
  const cells = [heads, ...rows.map((row) => Object.values(row).map(String))]
  const widths = heads.map((_, column) => Math.max(...cells.map((line) => (line[column] ?? '').length)))
  return cells
    .map((line) =>
      line
        .map((cell, column) =>
          column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
        )
        .join('  '),
    )
    .join('\n')
}

/** Prints when each status came, and nginx's complaints. */
function sayWhy(lines: readonly LoadLine[], complaints: readonly string[]): void {
  const failed = lines.filter(([, , , status]) => ![200, 429, 503].includes(status))
  const times = failed.map(
    ([, sent, ms, status]) => `${new Date(sent).toISOString()} ${status} after ${ms} ms`,
  )
  process.stdout.write(`${[...times.slice(0, 40), ...complaints.slice(-200)].join('\n')}\n`)
}

/** The greatest number of waiting processes for each processor. Above it, others use the machine, and failures are not judged. */
const MOST_PRESSED = 4

/** How long this process has waited for a processor since the last call. Infinite if very many processes want one. */
function watchMachine() {
  let [longest, last] = [0, performance.now()]
  const look = (): void => {
    const now = performance.now()
    longest = Math.max(longest, now - last - 50)
    last = now
  }
  const timer = setInterval(look, 50)
  return {
    longestMs(): number {
      look()
      const found = (loadavg()[0] ?? 0) > MOST_PRESSED * availableParallelism() ? Infinity : longest
      longest = 0
      return found
    },
    stop: () => clearInterval(timer),
  }
}

interface Event {
  readonly name: string
  readonly happen: (fleet: HostFleet) => Promise<void>
  /** Whether Redis works all the time. Then no window is exceeded. */
  readonly isCounted: boolean
}

// One test, because each part continues after the last one.
const lacking = whyNoFleet()
if (lacking !== null) leftOut('a fleet on several hosts', lacking)
describe.skipIf(lacking !== null)(
  'nginx, three servers, Redis and PostgreSQL on hosts of their own',
  { retry: 1 },
  () => {
    test('no request fails when parts are lost, cut off, restarted, upgraded or released; limits are exact while Redis works', async () => {
      const world = releaseWorld()
      const older = world.build(OLDER)
      const newer = world.build(NEWER, join(world.root, 'newer'))
      // As upstream's releases do, each contains the changes before it.
      const made = REHEARSALS.map(({ name }, index) => {
        const changes = REHEARSALS.slice(0, index + 1).flatMap((one) => one.changes)
        const tz = `${NEWER.slice(0, 4)}${'xyz'.charAt(index)}`
        return { name, ...world.make(tz, NEWER, changes, join(world.root, tz)) }
      })
      const fleet = await openHostFleet(world.dist)
      try {
        const { address, key, publishes } = await fleet.publish(older.directory, newer.directory)
        const all = async (
          what: string,
          isSo: (name: (typeof SERVERS)[number]) => Promise<boolean>,
        ): Promise<void> => {
          for (const name of SERVERS) await until(`${name}: ${what}`, () => isSo(name))
        }
        const away = (): Promise<unknown> => pause(AWAY_MS)
        const areLocal = (): Promise<void> =>
          all('counts for itself', async (name) => !(await fleet.isExact(name)))
        const areExact = (): Promise<void> => all('counts in Redis', fleet.isExact)
        const answerFrom = (id: string): Promise<void> =>
          all(`answers from ${id}`, async (name) => (await fleet.artifactOf(name)) === id)

        const events: Event[] = [
          { name: 'nothing', happen: async () => void (await away()), isCounted: true },
          {
            name: 'a server is killed',
            async happen() {
              await fleet.endServer('one', 'SIGKILL')
              await away()
              await fleet.startServer('one')
            },
            isCounted: true,
          },
          {
            name: 'a server is cut off',
            async happen() {
              fleet.cutOff('two')
              await away()
            },
            isCounted: true,
          },
          {
            name: 'it is back',
            async happen() {
              fleet.join('two')
              await areExact()
            },
            // Until the server reaches Redis again, it counts for itself.
            isCounted: false,
          },
          {
            name: 'Redis stands still',
            async happen() {
              fleet.redis.signal('SIGSTOP')
              await areLocal()
              await away()
              fleet.redis.signal('SIGCONT')
              await areExact()
            },
            isCounted: false,
          },
          {
            name: 'Redis becomes a replica that takes no writes',
            async happen() {
              fleet.redis.ask('REPLICAOF', fleet.nowhere, '6379')
              await areLocal()
              await away()
              fleet.redis.ask('REPLICAOF', 'NO', 'ONE')
              await areExact()
            },
            isCounted: false,
          },
          {
            name: 'PostgreSQL is restarted',
            async happen() {
              await fleet.restartDatabase()
              await away()
            },
            isCounted: true,
          },
          {
            name: 'the servers are upgraded, one after the other',
            async happen() {
              for (const name of SERVERS) {
                await fleet.endServer(name, 'SIGTERM')
                await fleet.startServer(name)
              }
            },
            isCounted: true,
          },
          {
            name: 'a release is installed on all',
            async happen() {
              for (const name of SERVERS)
                await fleet.command(name, 'install', address, '--activate', '--key', key)
              await answerFrom(newer.id)
            },
            isCounted: true,
          },
          {
            name: 'it is rolled back',
            async happen() {
              for (const name of SERVERS) await fleet.command(name, 'rollback')
              await answerFrom(older.id)
            },
            isCounted: true,
          },
          ...made.map(({ name, id, directory }) => ({
            name: `a release in which ${name}`,
            async happen() {
              await publishes(directory)
              // Each server has been pinned since its rollback.
              for (const server of SERVERS)
                await fleet.command(server, 'install', address, '--unpin', '--activate', '--key', key)
              await answerFrom(id)
            },
            isCounted: true,
          })),
        ]

        const steady = Array.from({ length: 4 }, (_, index) => ({
          name: `steady-${index}`,
          plan: 'business',
          perSecond: PER_SECOND / 4,
        }))
        const load = await fleet.load({
          paths: [
            '/v1/timezones/Europe/Berlin',
            '/v1/timezones/Asia/Kathmandu?at=1970-01-01T00:00:00Z',
            '/v1/timezones',
          ],
          plans: [...steady, PRESSED],
        })
        const machine = watchMachine()
        const stood: number[] = []
        const marks: number[] = []
        // Leaves out the server that is cut off, because nobody gets its answers.
        const lapses: number[] = []
        let killedAt = 0
        for (const event of events) {
          marks.push(Date.now())
          lapses.push(fleet.lapses('two'))
          if (event.name.includes('killed')) killedAt = Date.now()
          await event.happen(fleet)
          stood.push(machine.longestMs())
        }
        machine.stop()
        marks.push(Date.now())
        lapses.push(fleet.lapses('two'))
        await load.end()
        const lines = load.lines()
        const rows = events.map(({ name }, index) =>
          rowOf(name, lines, marks[index] ?? 0, marks[index + 1] ?? 0),
        )
        process.stdout.write(`${printed(rows)}\n`)
        // No server may end by itself, however busy the machine is.
        expect(fleet.fallen()).toEqual([])
        if (rows.some(({ failed }) => failed > 0)) sayWhy(lines, fleet.complaints())

        // Every answer is counted, except those of a killed server in its last second.
        const counted = lines.filter(([, , , status]) => status === 200)
        const lastSecond = counted.filter(
          ([, sent, ms]) => sent + ms > killedAt - 1000 && sent < killedAt + 100,
        ).length
        await until('usage is written', async () => (await load.usage()) >= counted.length - lastSecond)
        process.stdout.write(
          `answered ${counted.length}, of them ${lastSecond} in the second before the kill; in the store ${await load.usage()}\n`,
        )

        for (const [index, row] of rows.entries()) {
          expect(row.sent, row.event).toBeGreaterThan(0)
          // On a machine that stops its processes for a second, servers seem to be away.
          if ((stood[index] ?? 0) >= LATE_MS) {
            process.stdout.write(
              `${row.event}: not judged, since this machine kept its processes waiting (${stood[index]?.toFixed(0)} ms)\n`,
            )
            continue
          }
          expect(row.failed, row.event).toBe(0)
          // A server that waits a quarter of a second for its processor believes that Redis has gone, and reports it.
          const hasLapsed = lapses[index] !== lapses[index + 1]
          if (events[index]?.isCounted !== true) continue
          if (!hasLapsed) expect(row.exceeded, row.event).toBe(0)
          else process.stdout.write(`${row.event}: limits not judged, since a server took Redis for gone\n`)
        }
      } finally {
        await fleet.remove()
        world.remove()
      }
    })
  },
)
