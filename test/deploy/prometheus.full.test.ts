// The metrics of a running server, and their rules and dashboard: promtool checks them, and each name matches.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { ROOT } from '#open/program/root.ts'
import { API_ROUTES } from '#serve/routes.ts'
import { ACCOUNT_ROWS } from '#apps/accounts/area/area.ts'
import { SITE_ROUTES } from '#apps/site/routes.ts'
import { bound } from '../support/servers/bound-process.ts'
import { freePort } from '../support/servers/free-port.ts'
import { leftOut } from '../support/left-out.ts'
import { releaseWorld } from '../support/worlds/release-world.ts'
import { type ServerProcess, startServerProcess } from '../support/servers/server-process.ts'

const PROMTOOL = '/usr/bin/promtool'
const PROMETHEUS = '/usr/bin/prometheus'
const hasPromtool = existsSync(PROMTOOL)
if (!hasPromtool) leftOut('the checks of promtool', 'Debian\'s package "prometheus"')

/** The exit code, and everything that was printed. */
function promtool(args: readonly string[], input = ''): [number | null, string] {
  const { status, stdout, stderr } = spawnSync(PROMTOOL, args, { cwd: ROOT, encoding: 'utf8', input })
  return [status, `${stdout}${stderr}`]
}

const world = releaseWorld()
const folder = mkdtempSync(join(tmpdir(), 'tzref-prometheus-'))
let server: ServerProcess
let metrics = ''
beforeAll(async () => {
  world.build('2030a')
  const { directory } = world.build('2030b')
  // The answer that the server got today about new releases, so that it asks nobody.
  const now = Date.now()
  writeFileSync(
    join(world.dist, '.newest'),
    JSON.stringify({ asked_at: now, newest: '2030b', heard_at: now }),
  )
  writeFileSync(join(world.dist, '.publisher'), '{}')
  vi.stubEnv('TZREF_NO_UPDATE_CHECK', undefined)
  server = await startServerProcess(directory, [
    '--accounts',
    join(folder, 'accounts.sqlite'),
    '--update-url',
    'http://127.0.0.1:9/',
  ])
  vi.unstubAllEnvs()
  for (const path of ['/v1/timezones/UTC', '/timezones/UTC', '/openapi.json']) await server.ask(path)
  metrics = (await server.ask(`${server.opsOrigin}/metrics`)).body
})
afterAll(async () => {
  await server.end()
  world.remove()
  rmSync(folder, { recursive: true })
})

/** The names of the reported series. A histogram has three. */
const told = (): Set<string> =>
  new Set(
    metrics
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => /^\w+/.exec(line)?.[0] ?? ''),
  )

/** Names of our metrics and of Node's in an expression. */
const asked = (text: string): string[] => [...new Set(text.match(/\b(?:tzref|nodejs|process)_\w+/g))]

describe.skipIf(!hasPromtool)('promtool', () => {
  test('the names of the metrics follow its conventions', () => {
    expect(promtool(['check', 'metrics'], metrics)).toEqual([0, ''])
  })
  test('configuration and rules are valid', () => {
    const [status, printed] = promtool(['check', 'config', 'deploy/prometheus/prometheus.yml'])
    expect([status, printed]).toEqual([0, expect.stringMatching(/SUCCESS: \d+ rules found/)])
  })
  test('with the configuration for a fleet Prometheus gets the metrics of a server that asks for a token', async () => {
    const token = join(folder, 'ops-token')
    writeFileSync(token, '0123456789abcdef0123456789abcdef\n')
    const open = await startServerProcess(join(world.dist, 'current'), [
      '--accounts',
      join(folder, 'open.sqlite'),
      '--ops-host',
      '0.0.0.0',
      '--ops-token-file',
      token,
    ])
    const { port } = new URL(open.opsOrigin)
    expect((await open.ask(`${open.opsOrigin}/metrics`)).status).toBe(401)
    cpSync(join(ROOT, 'deploy/prometheus'), join(folder, 'prometheus'), { recursive: true })
    const file = join(folder, 'prometheus/fleet.yml')
    const text = readFileSync(file, 'utf8')
      .replace('/run/secrets/ops_token', token)
      .replace('names: [server], type: A, port: 9080', `names: [localhost], type: A, port: ${port}`)
    writeFileSync(file, text)
    expect(promtool(['check', 'config', file])).toEqual([
      0,
      expect.stringMatching(/SUCCESS: \d+ rules found/),
    ])
    // No name server knows localhost.
    const targets = /dns_sd_configs:\n.*/
    expect(text).toMatch(targets)
    writeFileSync(
      file,
      text.replace(targets, `static_configs:\n      - targets: ['127.0.0.1:${port}']`).replace('15s', '1s'),
    )
    const at = await freePort()
    const watching = spawn(
      ...bound(PROMETHEUS, [
        `--config.file=${file}`,
        `--storage.tsdb.path=${join(folder, 'metrics')}`,
        `--web.listen-address=127.0.0.1:${at}`,
      ]),
      { stdio: 'ignore' },
    )
    const value = async (query: string): Promise<unknown> => {
      const answer = await fetch(`http://127.0.0.1:${at}/api/v1/query?query=${query}`)
      return JSON.parse(await answer.text()).data.result[0]?.value[1]
    }
    await expect.poll(() => value('up').catch(() => null)).toBe('1')
    expect(await value('tzref_artifact_info')).toBe('1')
    const ended = once(watching, 'exit')
    watching.kill()
    await ended
    await open.end()
  })
  test.each(['alerts', 'alerts-over-days'])('the rules fire when they should, and only then: %s', (name) => {
    expect(promtool(['test', 'rules', `test/deploy/${name}.test.yml`])).toEqual([
      0,
      expect.stringContaining('SUCCESS'),
    ])
  })
})

/** Only a server of several processes reports this metric. */
const OF_SEVERAL = 'tzref_processes'

test.each(['deploy/prometheus/alerts.yml', 'deploy/grafana/dashboard.json'])(
  '%s asks only for metrics that exist',
  (file) => {
    const names = asked(readFileSync(join(ROOT, file), 'utf8'))
    expect(names.length).toBeGreaterThan(5)
    expect(names.filter((name) => name !== OF_SEVERAL && !told().has(name))).toEqual([])
  },
)

test('the rules and the dashboard ask only for routes that exist', () => {
  const text = ['deploy/prometheus/alerts.yml', 'deploy/grafana/dashboard.json']
    .map((file) => readFileSync(join(ROOT, file), 'utf8'))
    .join('\n')
  const routes = [...text.matchAll(/\broute\s*[=!]~?\s*\\?"([^"\\]*)/g)].flatMap(([, found = '']) =>
    found.split('|'),
  )
  const labels = [...API_ROUTES, ...SITE_ROUTES, ...ACCOUNT_ROWS].map(({ pattern }) => pattern)
  expect(routes.length).toBeGreaterThan(0)
  expect(routes.filter((route) => !labels.includes(route))).toEqual([])
})

test('every metric is on the dashboard or in a rule', () => {
  const text = ['deploy/prometheus/alerts.yml', 'deploy/grafana/dashboard.json']
    .map((file) => readFileSync(join(ROOT, file), 'utf8'))
    .join('\n')
  const own = [...told()].filter((name) => name.startsWith('tzref_') && !/_(?:sum|count)$/.test(name))
  expect(own.filter((name) => !asked(text).includes(name))).toEqual([])
})

test('the metrics say what is served and by which version', () => {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  expect(metrics).toContain(`tzref_build_info{version="${version}",node="${process.versions.node}"} 1`)
  expect(metrics).toMatch(/^tzref_artifact_info\{artifact="2030a-none-\w+",tz="2030a",boundaries=""\} 1$/m)
  expect(metrics).toMatch(/^tzref_requests_in_flight \d+$/m)
  expect(metrics).toMatch(/^tzref_unread_bytes \d+$/m)
  expect(metrics).toMatch(/^tzref_artifact_reference_timestamp_seconds 1\d{9}$/m)
})
