// The lines on a zone's page by which a machine is checked, run by the programs of this machine: each prints an offset in the form that is said.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { leftOut } from '../../support/left-out.ts'
import { postgresPrograms, startPostgres } from '../../support/servers/postgres.ts'
import { openService, type Service } from '../../support/worlds/service.ts'

/** Zones that a release moved lately, with half hours, at UTC, and west and east of it. */
const ZONES = ['America/Edmonton', 'Africa/Casablanca', 'America/St_Johns', 'Europe/London', 'Asia/Kathmandu']

let service: Service
/** A server for the line of PostgreSQL. Null where none is installed. */
let postgres: {
  readonly environment: Readonly<Record<string, string>>
  readonly stop: () => Promise<void>
} | null = null
/** The zones as the service serves them, in the form that Unix programs read. */
let zoneinfo: string
beforeAll(async () => {
  service = await openService()
  const programs = postgresPrograms()
  if (programs !== null) {
    const server = await startPostgres(programs)
    const { hostname, pathname, searchParams, username } = new URL((await server.place()).place)
    postgres = {
      environment: {
        PGHOST: searchParams.get('host') ?? hostname,
        PGDATABASE: pathname.slice(1),
        PGUSER: username,
      },
      stop: () => server.stop(),
    }
  }
  zoneinfo = mkdtempSync(join(tmpdir(), 'tzref-zoneinfo-'))
  for (const zone of ZONES) {
    const { rawPayload } = await service.app.inject({ url: `/timezones/${zone}.tzif` })
    mkdirSync(dirname(join(zoneinfo, zone)), { recursive: true })
    writeFileSync(join(zoneinfo, zone), rawPayload)
  }
})
afterAll(async () => {
  rmSync(zoneinfo, { recursive: true, force: true })
  await postgres?.stop()
  await service.close()
})

const plain = (text: string): string =>
  text.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&')

interface Check {
  readonly line: string
  readonly right: string
  readonly old: string | undefined
}

/** The checks of a zone's page, by the name of the program. */
async function checksOf(zone: string): Promise<Map<string, Check>> {
  const { body } = await service.app.inject({ url: `/timezones/${zone}`, headers: { host: 'localhost' } })
  const [list = ''] = /<dl class="checks">[\s\S]*?<\/dl>/.exec(body) ?? []
  return new Map(
    list
      .split('<dt>')
      .slice(1)
      .map((part): [string, Check] => {
        const [line = '', right = '', old] = Array.from(
          part.matchAll(/<code[^>]*>([^<]*)<\/code>/g),
          ([, code = '']) => plain(code),
        )
        return [/^\w+/.exec(part)?.[0] ?? '', { line, right, old }]
      }),
  )
}

/** What a line prints. Null: this machine does not have its program. */
function printed(line: string, environment: Readonly<Record<string, string>> = {}): string | null {
  try {
    return execFileSync('sh', ['-c', line], {
      encoding: 'utf8',
      timeout: 60_000,
      stdio: ['ignore', 'pipe', 'ignore'],
      env: { ...process.env, ...environment },
    }).trim()
  } catch {
    return null
  }
}

describe.each(ZONES)('%s', (zone) => {
  test('with the data of this release, date and Python print what is right', async () => {
    const checks = await checksOf(zone)
    expect([...checks.keys()]).toEqual(['Linux', 'Java', 'Python', 'Node', 'PostgreSQL'])
    for (const [program, variable] of [
      ['Linux', 'TZDIR'],
      ['Python', 'PYTHONTZPATH'],
    ] as const) {
      const { line = '', right } = checks.get(program) ?? {}
      const answer = printed(line, { [variable]: zoneinfo })
      if (answer === null) leftOut(`the check of ${program} for ${zone}`, program)
      else expect(answer, line).toBe(right)
    }
  })

  test.each(['Java', 'Node', 'PostgreSQL'])(
    '%s prints one of the two offsets, in the form that is said',
    async (program) => {
      const { line = '', right, old } = (await checksOf(zone)).get(program) ?? {}
      const answer =
        program === 'PostgreSQL' && postgres === null ? null : printed(line, postgres?.environment)
      // The data of this machine may be that of any release.
      if (answer === null) leftOut(`the check of ${program} for ${zone}`, program)
      else expect([right, old], line).toContain(answer)
    },
  )
})
