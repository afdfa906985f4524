// The files of deploy/, each checked by the tool that reads it, and nginx in front of a real server.
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { IncomingHttpHeaders } from 'node:http'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Command } from 'commander'
import { parse } from 'yaml'
import { archiveUnits } from '../../apps/packages/standalone.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ROOT } from '#open/program/root.ts'
import { accountsWith } from '#apps/accounts/serving.ts'
import { addServeOptions } from '#serve/commands/serve.ts'
import { leftOut } from '../support/left-out.ts'
import { hasNginx, NGINX, type Nginx, startNginx } from '../support/servers/nginx.ts'
import { releaseWorld } from '../support/worlds/release-world.ts'
import { type ServerProcess, startServerProcess } from '../support/servers/server-process.ts'

const ANALYZE = '/usr/bin/systemd-analyze'
const OPENSSL = '/usr/bin/openssl'
const hasTls = hasNginx() && existsSync(OPENSSL)
const COMPOSE = '/usr/bin/docker-compose'
const hasCompose = existsSync(COMPOSE)
if (!existsSync(ANALYZE)) leftOut('deploy/systemd', 'Debian\'s package "systemd"')
if (!hasTls) leftOut('deploy/nginx', 'Debian\'s packages "nginx-light" and "openssl", or root')
if (!hasCompose) leftOut('deploy/compose.yml', 'Debian\'s package "docker-compose"')
/** kubectl 1.21 is the first that knows policy/v1. Debian 12 has 1.20. */
const version = /"gitVersion": "v1\.(\d+)\./.exec(
  spawnSync('kubectl', ['version', '--client', '--output=json'], { encoding: 'utf8' }).stdout ?? '',
)?.[1]
const hasKubectl = Number(version ?? 0) >= 21
if (!hasKubectl) leftOut('deploy/kubernetes', 'kubectl 1.21')

const deployed = (path: string): string => readFileSync(join(ROOT, 'deploy', path), 'utf8')
/** The exit code, and everything that was printed. */
function run(program: string, args: readonly string[]): [number | null, string] {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' })
  return [status, `${stdout}${stderr}`]
}

const world = releaseWorld()
const folder = mkdtempSync(join(tmpdir(), 'tzref-deploy-'))
let server: ServerProcess
beforeAll(async () => {
  const flags = ['--accounts', join(folder, 'accounts.sqlite'), '--trust-proxy', '127.0.0.1']
  server = await startServerProcess(world.build('2030a').directory, flags)
})
afterAll(async () => {
  await server.end()
  world.remove()
  rmSync(folder, { recursive: true })
})

describe.skipIf(!existsSync(ANALYZE))('systemd', () => {
  const names = readdirSync(join(ROOT, 'deploy/systemd'))
  const units = join(folder, 'units')
  const ofArchive = join(folder, 'units-of-the-archive')
  beforeAll(() => {
    for (const path of [units, ofArchive]) mkdirSync(path)
    // The launcher of an unpacked archive.
    const launcher = join(folder, 'tzref')
    writeFileSync(launcher, '#!/bin/sh\n', { mode: 0o755 })
    for (const [name, text] of archiveUnits()) {
      writeFileSync(
        join(ofArchive, name),
        text.replaceAll('/opt/tzref/tzref', launcher).replaceAll('/opt/tzref', ROOT),
      )
    }
    for (const name of names) {
      // Puts this machine's paths in the place of the usual ones.
      const text = deployed(`systemd/${name}`)
        .replaceAll('/usr/bin/node', process.execPath)
        .replaceAll('file:///opt/tzref', `file://${ROOT}`)
      writeFileSync(join(units, name), text)
    }
  })
  test.each(
    names.flatMap((name) => [
      [name, units],
      [name, ofArchive],
    ]),
  )('systemd accepts %s in %s', (name, at) => {
    const [status, printed] = run(ANALYZE, ['verify', '--man=no', join(at, name)])
    // Messages about other units are about this machine.
    expect([status, printed.split('\n').filter((line) => line.includes(name))]).toEqual([0, []])
  })
  test.each(names.filter((name) => name.endsWith('.service')))(
    '%s is kept from the rest of the machine',
    (name) => {
      // 0 means no exposure, 10 a service without any of these settings. Both have about 2.
      const [status, printed] = run(ANALYZE, [
        'security',
        '--offline=true',
        '--threshold=35',
        join(units, name),
      ])
      expect(status, printed).toBe(0)
    },
  )
})

describe.skipIf(!hasTls)('nginx', () => {
  let nginx: Nginx
  beforeAll(async () => {
    const certificates = join(folder, 'certificates')
    mkdirSync(certificates)
    execFileSync(
      OPENSSL,
      `req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=api.example.org -keyout ${certificates}/privkey.pem -out ${certificates}/fullchain.pem`.split(
        ' ',
      ),
      { stdio: 'ignore' },
    )
    nginx = await startNginx(server.origin, folder, certificates)
  })
  afterAll(() => nginx.end())
  const status = async (headers: Record<string, string>): Promise<number> =>
    (await answerOf('/v1/timezones/UTC', headers)).status
  const answerOf = (
    path: string,
    headers: Record<string, string> = {},
    method = 'GET',
  ): Promise<{ status: number; headers: IncomingHttpHeaders }> =>
    new Promise((resolve, reject) => {
      const asked = request({
        host: '127.0.0.1',
        port: nginx.port,
        path,
        method,
        // The server trusts nginx's own address, so the client needs another one.
        localAddress: '127.0.0.2',
        rejectUnauthorized: false,
        agent: false,
        headers: { host: 'api.example.org', ...headers },
      })
      asked.on('response', (response) => {
        response.resume()
        response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers }))
      })
      asked.on('error', reject)
      asked.end()
    })

  test('its configuration is valid', () => {
    expect(run(NGINX, ['-t', '-c', nginx.configuration])).toEqual([
      0,
      expect.stringContaining('test is successful'),
    ])
  })

  /** How the last request was answered, by the log: HIT from the cache; "-" without it. */
  const lastLogged = async (path: string): Promise<string | undefined> => {
    const lines = (): string[] =>
      readFileSync(nginx.log, 'utf8')
        .split('\n')
        .filter((line) => line.includes(` ${path}"`))
    const before = counted.get(path) ?? 0
    await expect.poll(() => lines().length, { timeout: 10_000 }).toBeGreaterThan(before)
    counted.set(path, lines().length)
    return lines().at(-1)?.split(' ').at(-1)
  }
  const counted = new Map<string, number>()

  test.each([
    '/',
    '/timezones',
    '/timezones/UTC',
    '/assets/nothing',
    '/v1/timezones/UTC',
    '/account/sign-in',
  ])('browsers are told to use https alone: %s', async (path) => {
    const { headers } = await answerOf(path)
    expect(headers['strict-transport-security']).toBe('max-age=31536000')
  })

  test.each(['/timezones/Asia/Kathmandu', '/favicon.svg'])(
    'a public page is made once, and never kept for or from a person: %s',
    async (path) => {
      const first = await answerOf(path)
      expect([first.status, await lastLogged(path)]).toEqual([200, 'MISS'])
      expect((await answerOf(path)).headers['content-type']).toBe(first.headers['content-type'])
      expect(await lastLogged(path)).toBe('HIT')
      for (const own of [{ cookie: 'tzref_session=x' }, { authorization: 'Bearer x' }]) {
        await answerOf(path, own)
        expect(await lastLogged(path)).toBe('BYPASS')
      }
      await answerOf(`${path}?x=1`)
      expect(await lastLogged(path)).toBe('BYPASS')
      await answerOf(path)
      expect(await lastLogged(path)).toBe('HIT')
      const etag = first.headers.etag
      if (etag !== undefined) expect((await answerOf(path, { 'if-none-match': etag })).status).toBe(304)
    },
  )

  test.each(['/account/sign-in', '/time.json', '/nothing-here', '/v1/timezones/UTC'])(
    'what is no-store, or is for one caller, is never kept: %s',
    async (path) => {
      for (let n = 0; n < 3; n++) {
        await answerOf(path)
        expect(await lastLogged(path)).not.toBe('HIT')
      }
    },
  )

  test('no log has the link of a mail', async () => {
    const secret = 'abcdefghijklmnopqrstuvwxyz012345'
    const links = ['welcome/', 'verify/', 'freeze/', 'reset?link=', 'reset?code&link=', 'take-back/']
    for (const link of links) {
      for (const method of ['GET', 'HEAD', 'POST']) await answerOf(`/account/${link}${secret}`, {}, method)
    }
    await expect
      .poll(() => readFileSync(nginx.log, 'utf8'), { timeout: 10_000 })
      .toContain('POST /account/take-back/-"')
    for (const name of readdirSync(dirname(nginx.log)))
      expect(readFileSync(join(dirname(nginx.log), name), 'utf8')).not.toContain(secret)
  })

  test('a client cannot hide behind a forged address: all its requests count as its own', async () => {
    // More than the guard accepts in ten seconds. It is enough even if a new window of ten seconds begins on a slow machine.
    for (let sent = 0; sent < 2000; sent++) {
      const answer = await status({
        'x-forwarded-for': `192.0.2.${sent % 250}`,
        authorization: 'Bearer wrong',
      })
      if (answer === 429) return
      expect(answer).toBe(401)
    }
    expect.unreachable('the flood was never refused')
  })

  test('a trace id reaches the server', async () => {
    const id = '4bf92f3577b34da6a3ce929d0e0e4736'
    await status({ traceparent: `00-${id}-00f067aa0ba902b7-01` })
    await expect.poll(server.stderr, { timeout: 60_000 }).toContain(`"trace":"${id}"`)
  })
})

describe('the image', () => {
  const text = deployed('Dockerfile')
  test('copies only files that exist, and runs as a user without rights', () => {
    const copied = [...text.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(
      ([, sources]) => sources?.split(' ') ?? [],
    )
    expect(copied).toContain('package-lock.json')
    for (const path of copied) expect(existsSync(join(ROOT, path)), path).toBe(true)
    expect(text.match(/^FROM /gm)).toHaveLength(2)
    expect(text.slice(text.lastIndexOf('FROM'))).toMatch(/^USER (?!0|root)\d+:\d+$/m)
  })

  test('its health check sees whether a server runs', () => {
    const [program = '', ...args]: string[] = JSON.parse(/HEALTHCHECK[^[]*(\[.*\])/.exec(text)?.[1] ?? '[]')
    expect(program).toBe('node')
    const asking = (port: string): number | null =>
      spawnSync(
        process.execPath,
        args.map((arg) => arg.replace('9080', port)),
      ).status
    expect(asking(new URL(server.opsOrigin).port)).toBe(0)
    // Nobody listens on port 1 of loopback.
    expect(asking('1')).toBe(1)
  })
})

test('servers in Kubernetes and compose never migrate by themselves, and have the step', () => {
  const [kubernetes = '', compose = ''] = ['kubernetes/tzref.yml', 'compose.yml'].map(deployed)
  for (const text of [kubernetes, compose]) expect(text).toMatch(/TZREF_NO_MIGRATE(?:, value)?: 'true'/)
  for (const text of [deployed('kubernetes/migrate.yml'), compose]) {
    expect(text).toMatch(/account,? migrate,? --no-dump/)
    expect(text).toContain('pg_dump --format=custom')
  }
  for (const name of ['tzref', 'migrate'])
    for (const part of deployed(`kubernetes/${name}.yml`).split(/^---$/m))
      expect(parse(part)).toMatchObject({ apiVersion: expect.any(String), kind: expect.any(String) })
})

describe.skipIf(!hasKubectl)('kubectl', () => {
  /** The objects of a file. YAML is read as Kubernetes does: 0440 is octal. */
  const objectsOf = (name: string) =>
    deployed(`kubernetes/${name}.yml`)
      .split(/^---$/m)
      .map((part) => parse(part, { version: '1.1' }))
  /** The commands, without a cluster, that read an object into the types of its kind and write it again; what is no field of them is gone. */
  const COMMANDS: Readonly<Record<string, readonly string[]>> = {
    Deployment: ['set', 'serviceaccount', '--local', '--filename=-', 'default'],
    Job: ['set', 'serviceaccount', '--local', '--filename=-', 'default'],
    StatefulSet: ['set', 'serviceaccount', '--local', '--filename=-', 'default'],
    Service: ['set', 'selector', '--local', '--filename=-', 'app=tzref'],
  }
  // oxlint-disable-next-line typescript/no-explicit-any -- objects of several kinds; what is read of them is compared
  function readBy(object: any): any {
    const { kind, metadata, spec } = object
    if (kind === 'PersistentVolumeClaim') {
      // No command writes it again, but one does where it is a part of another object.
      const { template } = objectsOf('tzref')[0].spec
      const within = { selector: { matchLabels: { app: 'tzref' } }, template, volumeClaimTemplates: [object] }
      const whole = { apiVersion: 'apps/v1', kind: 'StatefulSet', metadata: { name: 'x' }, spec: within }
      return { ...object, ...readBy(whole).spec.volumeClaimTemplates[0] }
    }
    const made = ['create', 'poddisruptionbudget', metadata.name, '--dry-run=client']
    const args = COMMANDS[kind] ?? [
      ...made,
      `--min-available=${spec.minAvailable}`,
      `--selector=app=${spec.selector.matchLabels.app}`,
    ]
    const input = JSON.stringify(object)
    const { status, stdout, stderr } = spawnSync('kubectl', [...args, '--output=json'], {
      input,
      encoding: 'utf8',
    })
    if (status !== 0) throw new Error(stderr)
    return JSON.parse(stdout)
  }
  const objects = ['tzref', 'migrate'].flatMap(objectsOf)
  test.each(objects.map((object) => [object.kind, object.metadata.name, object]))(
    'knows each field of the %s %s',
    (_kind, _name, object) => expect(readBy(object)).toMatchObject(object),
  )
  test('does not know a field that is spelt wrong, nor take a value of another type', () => {
    const [deployment] = objects
    const wrong = { ...deployment, spec: { ...deployment.spec, minReadySecond: 5 } }
    expect(readBy(wrong)).not.toMatchObject(wrong)
    expect(() => readBy({ ...deployment, spec: { ...deployment.spec, replicas: 'two' } })).toThrow(/int32/)
  })
})

test.skipIf(!hasCompose)('compose', () => {
  // Debian's compose is older than `name`. It knows all else in its schema, and needs no daemon for this.
  const text = deployed('compose.yml').replace(/^name: .*\n/m, '')
  const check = (input: string): number | null =>
    spawnSync(COMPOSE, ['-f', '-', '--project-directory', join(ROOT, 'deploy'), 'config', '--quiet'], {
      input,
    }).status
  expect(check(text)).toBe(0)
  expect(check(text.replace('healthcheck', 'healthchek'))).toBe(1)
})

/** Variables in deploy/ that are none of `serve`'s. */
const OF_OTHERS = ['TZREF_CACHE', 'TZREF_KEY', 'TZREF_RELEASES']

test('every setting in the files is one that a server takes', () => {
  const known = addServeOptions(
    new Command(),
    accountsWith(() => Promise.reject(new Error('nothing is served'))),
  ).options.map(({ envVar }) => envVar)
  const names = readdirSync(join(ROOT, 'deploy'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:yml|service)$|Dockerfile$/.test(name))
    .flatMap((name) => deployed(name).match(/\bTZREF_[A-Z_]+/g) ?? [])
  expect(names.length).toBeGreaterThan(20)
  expect(names.filter((name) => !known.includes(name) && !OF_OTHERS.includes(name))).toEqual([])
})

test('an orchestrator asks only for what is open on the port for operators', async () => {
  const text = deployed('kubernetes/tzref.yml')
  const paths = [...text.matchAll(/httpGet: \{ path: (\S+), port: ops \}/g)].map(([, path]) => path)
  expect(paths).toEqual(['/healthz', '/readyz', '/healthz'])
  // Each over a connection of its own: programs that ran before in this thread may have kept it from seeing that an idle one has ended.
  for (const path of paths) {
    const { status } = await fetch(`${server.opsOrigin}${path}`, { headers: { connection: 'close' } })
    expect(status).toBe(200)
  }
  expect(text).toContain('TZREF_OPS_HOST, value: 0.0.0.0')
  expect(text).toContain('TZREF_OPS_TOKEN_FILE')
})
