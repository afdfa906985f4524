// The files of deploy/, each checked by the tool that reads it, and nginx in front of a real server.
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Command } from 'commander'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ROOT } from '#cli/root.ts'
import { addServeOptions } from '#serve/commands/serve.ts'
import { bound } from '../support/bound-process.ts'
import { leftOut } from '../support/left-out.ts'
import { releaseWorld } from '../support/release-world.ts'
import { type ServerProcess, startServerProcess } from '../support/server-process.ts'
import { freePort } from '../support/free-port.ts'

const ANALYZE = '/usr/bin/systemd-analyze'
const NGINX = '/usr/sbin/nginx'
const OPENSSL = '/usr/bin/openssl'
const isRoot = process.getuid?.() === 0
const hasNginx = existsSync(NGINX) && existsSync(OPENSSL) && isRoot
const COMPOSE = '/usr/bin/docker-compose'
const hasCompose = existsSync(COMPOSE)
if (!existsSync(ANALYZE)) leftOut('deploy/systemd', 'Debian\'s package "systemd"')
if (!hasNginx) leftOut('deploy/nginx', 'Debian\'s packages "nginx-light" and "openssl", or root')
if (!hasCompose) leftOut('deploy/compose.yml', 'Debian\'s package "docker-compose"')

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
  beforeAll(() => {
    mkdirSync(units)
    for (const name of names) {
      // Puts this machine's paths in the place of the usual ones.
      const text = deployed(`systemd/${name}`)
        .replaceAll('/usr/bin/node', process.execPath)
        .replaceAll('file:///opt/tzref', `file://${ROOT}`)
      writeFileSync(join(units, name), text)
    }
  })
  test.each(names)('systemd accepts %s', (name) => {
    const [status, printed] = run(ANALYZE, ['verify', '--man=no', join(units, name)])
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

describe.skipIf(!hasNginx)('nginx', () => {
  let port = 0
  let nginx: ReturnType<typeof spawn>
  const configuration = join(folder, 'nginx.conf')
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
    const [plain, tls] = [await freePort(), await freePort()]
    port = tls
    const site = deployed('nginx/tzref.conf')
      .replaceAll('/etc/nginx/certificates', certificates)
      .replaceAll('server server:8080', `server ${new URL(server.origin).host}`)
      .replace('listen 80;', `listen 127.0.0.1:${plain};`)
      .replace('listen 443 ', `listen 127.0.0.1:${tls} `)
    writeFileSync(
      configuration,
      `daemon off; master_process off; pid ${folder}/nginx.pid; error_log stderr;
events {}
http { access_log off; client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy;
${site}
}\n`,
    )
    nginx = spawn(...bound(NGINX, ['-c', configuration]), { stdio: 'ignore' })
    for (let left = 300; (await status({}).catch(() => 0)) !== 401; left--) {
      if (left === 0) throw new Error('nginx does not answer')
      await pause(100)
    }
  })
  afterAll(async () => {
    const ended = new Promise((resolve) => nginx.once('exit', resolve))
    nginx.kill()
    await ended
  })
  const status = (headers: Record<string, string>): Promise<number> =>
    new Promise((resolve, reject) => {
      const asked = request({
        host: '127.0.0.1',
        port,
        path: '/v1/timezones/UTC',
        // The server trusts nginx's own address, so the client needs another one.
        localAddress: '127.0.0.2',
        rejectUnauthorized: false,
        agent: false,
        headers: { host: 'api.example.org', ...headers },
      })
      asked.on('response', (response) => {
        response.resume()
        resolve(response.statusCode ?? 0)
      })
      asked.on('error', reject)
      asked.end()
    })

  test('its configuration is valid', () => {
    expect(run(NGINX, ['-t', '-c', configuration])).toEqual([
      0,
      expect.stringContaining('test is successful'),
    ])
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
  const known = addServeOptions(new Command()).options.map(({ envVar }) => envVar)
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
  for (const path of paths) expect((await server.ask(`${server.opsOrigin}${path}`)).status).toBe(200)
  expect(text).toContain('TZREF_OPS_HOST, value: 0.0.0.0')
  expect(text).toContain('TZREF_OPS_TOKEN_FILE')
})
