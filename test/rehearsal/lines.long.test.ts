// The lines of README.md, docs/releases.md and docs/operations.md that ask hosts of others or fixed ports, as they stand there: in a network
// of the test's own, in which IANA, GitHub, a publisher and a database have their names. Only what a reader fills in is filled in.
import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { currentId } from '#open/artifact-folder.ts'
import { ROOT } from '#open/program/root.ts'
import { leftOut } from '../support/left-out.ts'
import {
  commandsIn,
  type Ended,
  ownNetwork,
  type OwnNetwork,
  sectionOf,
  whyNoNetwork,
} from '../support/servers/own-network.ts'
import { postgresPrograms } from '../support/servers/postgres.ts'
import { hasRedis } from '../support/servers/redis.ts'
import { tarballLike2026f, throwawayKey, type ThrowawayKey } from '../support/worlds/signed-release.ts'
import { MOST_LOOKS } from '../support/servers/loopback.ts'

const programs = postgresPrograms()
const lacking =
  whyNoNetwork() ??
  (programs === null || !hasRedis() ? 'Debian\'s packages "postgresql" and "redis-server"' : null)
if (lacking !== null) leftOut('lines of documents that ask hosts or fixed ports', lacking)

const HOSTS = ['data.iana.org', 'github.com', 'releases.example.org', 'db.example.org']
const releases = (heading: string): string => sectionOf(join(ROOT, 'docs/releases.md'), heading)
const operations = (heading: string): string => sectionOf(join(ROOT, 'docs/operations.md'), heading)

describe.skipIf(lacking !== null)('as they stand there:', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tzref-lines-'))
  /** Where releases are built, and a server that follows them: two checkouts. */
  const builder = join(folder, 'builder')
  const server = join(folder, 'server')
  let network: OwnNetwork
  let upstream: ThrowawayKey
  let publisherKey = ''
  const ran: string[] = []

  beforeAll(async () => {
    mkdirSync(builder)
    const listed = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']
    for (const file of execFileSync('git', listed, { cwd: ROOT, encoding: 'utf8', maxBuffer: 2 ** 26 })
      .split('\0')
      .filter((name) => name !== '' && existsSync(join(ROOT, name)))) {
      mkdirSync(dirname(join(builder, file)), { recursive: true })
      copyFileSync(join(ROOT, file), join(builder, file))
    }
    symlinkSync(join(ROOT, 'node_modules'), join(builder, 'node_modules'))
    // The repository's copy of the key has expired, as the real one. A renewed copy is a file that the reader got.
    const day = (text: string): Date => new Date(`${text}T00:00:00Z`)
    upstream = await throwawayKey(day('2026-09-01'), day('2020-01-01'))
    writeFileSync(join(builder, 'pipeline/sources/tz-signing-key.asc'), upstream.signer.armoredKey)
    const signature = join(builder, 'pipeline/sources/signature.ts')
    writeFileSync(
      signature,
      readFileSync(signature, 'utf8').replace(/'[0-9A-F]{40}'/, `'${upstream.signer.fingerprint}'`),
    )
    writeFileSync(join(folder, 'KEYFILE'), await upstream.renewed(day('2026-08-20'), day('2031-07-24')))
    cpSync(builder, server, { recursive: true, verbatimSymlinks: true })
    network = await ownNetwork(join(folder, 'network'), HOSTS)
    const artifact = inject('embeddedArtifact')
    for (const checkout of [builder, server]) {
      cpSync(artifact, join(checkout, 'dist', basename(artifact)), { recursive: true })
      // As after a first installation. The command `activate` would pin it.
      symlinkSync(basename(artifact), join(checkout, 'dist/current'))
    }
  })
  afterAll(async () => {
    await network.close()
    process.stdout.write(`${ran.length} lines:\n${ran.join('\n')}\n`)
    rmSync(folder, { recursive: true, force: true })
  })

  /** Runs a line to its end, and notes it with its exit code. */
  async function shell(line: string, cwd = builder, env: Record<string, string> = {}): Promise<Ended> {
    expect(line, 'a line that its document has').not.toBe('')
    const ended = await network.shell(line.replace('KEYFILE', join(folder, 'KEYFILE')), { cwd, env })
    ran.push(`${ended.status} ${line}`)
    return ended
  }
  /** Runs a line that must succeed. */
  async function run(line: string, cwd = builder, env: Record<string, string> = {}): Promise<Ended> {
    const ended = await shell(line, cwd, env)
    expect(ended.status, `${line}\n${ended.stderr}`).toBe(0)
    return ended
  }
  /** A line of a document that has this text, which must be the only one. */
  function lineOf(text: string, having: string): string {
    const found = commandsIn(text).filter((line) => line.includes(having))
    expect(found, having).toHaveLength(1)
    return found[0] ?? ''
  }

  /** Puts a file on the web. */
  function offers(address: string, content: string | Uint8Array): void {
    const path = join(network.web, address)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, content)
  }
  async function tzReleased(release: string, day: string, change?: (zi: string) => string): Promise<void> {
    const tarball = tarballLike2026f(release, change)
    const at = `data.iana.org/time-zones/releases/tzdata${release}.tar.gz`
    offers(at, tarball)
    offers(`${at}.asc`, await upstream.sign(tarball, new Date(`${day}T12:00:00Z`)))
  }
  const newest = (release: string): void => offers('data.iana.org/time-zones/tzdb/version', `${release}\n`)
  const locked = (): { tz: string; boundaries: string } =>
    JSON.parse(readFileSync(join(builder, 'tzdb.lock'), 'utf8'))

  test('a hold and a correction: the overlay of the document too', async () => {
    const text = releases('### Hold a zone back, or correct it')
    await tzReleased('2026f', '2026-10-29')
    // The older release has Lebanon on summer time a week longer.
    await tzReleased('2023a', '2023-03-22', (zi) =>
      zi.replace('R l 1993 ma - Mar lastSu', 'R l 1993 ma - Mar Su>=1'),
    )
    newest('2026f')
    await run(lineOf(text, '--hold'))
    expect(locked().tz).toMatch(/^2026f\+hold\.[0-9a-f]{8}$/)
    await run('npm run tzref -- fetch')
    writeFileSync(join(builder, 'decree.zi'), /```text\n([\s\S]*?)```/.exec(text)?.[1] ?? '')
    await run(lineOf(text, '--overlay'))
    expect(locked().tz).toMatch(/^2026f\+overlay\.[0-9a-f]{8}$/)
  })

  test('boundaries: lock says which official release is the newest', async () => {
    const at = 'github.com/evansiroky/timezone-boundary-builder/releases'
    offers(`${at}/latest.leads-to`, `https://${at}/tag/2026d`)
    for (const release of ['2026b', '2026d'])
      offers(`${at}/download/${release}/timezones-with-oceans.geojson.zip`, `PK of ${release}`)
    const line = lineOf(releases('## A new tz release'), 'lock --channel upstream')
    const [, named = '', latest = ''] =
      /`(--boundaries \w+)` asks upstream for another,\s+`(--boundaries latest)`/.exec(
        releases('## A new tz release'),
      ) ?? []
    expect((await run(`${line} ${named}`)).stderr).toContain(
      'boundaries 2026b: the newest official release is 2026d',
    )
    expect(locked().boundaries).toBe('2026b')
    expect((await run(`${line} ${latest}`)).stderr).toContain('boundaries 2026d: the newest official release')
    expect(locked().boundaries).toBe('2026d')
  })

  test('the six commands of a release, and a server that installs it', async () => {
    const text = releases('## A new tz release')
    const [lock = '', ...others] = commandsIn(text)
    expect(others.map((line) => line.split(' ')[4])).toEqual([
      'fetch',
      'build',
      'diff',
      'activate',
      'publish',
    ])
    const made = /`(npm run tzref -- keys new \S+)`/.exec(text)?.[1] ?? ''
    publisherKey = /ed25519:\S+/.exec((await run(made)).stdout)?.[0] ?? ''
    // Nepal goes to six hours.
    await tzReleased('2026g', '2026-11-20', (zi) => zi.replace(/^5:45 - %z$/m, '5:45 - %z 2027 Mar\n6 - %z'))
    newest('2026g')
    // Without the renewed copy of the key the release is refused, and the message names the way.
    const refused = await shell(lock.replace(' --key KEYFILE', ''))
    expect([refused.status, refused.stderr]).toEqual([
      1,
      expect.stringMatching(/key-expired[\s\S]*--key FILE/),
    ])
    await run(lock)
    let id = ''
    for (const line of others) {
      const { stdout } = await run(line.replace('<id>', id))
      if (line.includes(' build')) id = /2026g-\S+/.exec(stdout)?.[0].replace(/^.*\//, '') ?? ''
      if (line.includes(' diff ')) expect(stdout).toMatch(/Asia\/Kathmandu/)
    }
    expect(id).toMatch(/^2026g-geo-tz-[\d.]+-[0-9a-f]{8}$/)
    cpSync(join(builder, 'public/releases'), join(network.web, 'releases.example.org/tzref'), {
      recursive: true,
    })
    const first = lineOf(releases('## Publish and install releases'), 'install')
    await run(first.replace('ed25519:…', publisherKey), server)
    expect(currentId(join(server, 'dist'))).toBe(id)
    // The line for the day after: by hand or by the timer, without the key, which is given once.
    expect((await run(first.replace(' --key ed25519:…', ''), server)).stderr).toContain(
      'was there already and is good',
    )
  })

  /** Starts a line that serves, and waits until this address answers. */
  async function served(line: string, asking: string, cwd = server): Promise<string> {
    const started = network.start(line, { cwd })
    try {
      for (let left = MOST_LOOKS; ; left--) {
        const { status, stdout } = await network.shell(`curl -s -o /dev/null -w '%{http_code}' ${asking}`, {
          cwd,
        })
        if (status === 0) {
          ran.push(`answers ${stdout}: ${line}`)
          return stdout
        }
        if (left === 0) throw new Error(`${line} does not serve:\n${started.output()}`)
        await pause(100)
      }
    } finally {
      await started.end()
    }
  }

  test('a server: every line that starts one, on its own port, socket and limits store', async () => {
    const lines = ['## Start a server', '## Several servers or processes', '## Behind a proxy']
      .flatMap((heading) => commandsIn(operations(heading)))
      .map((line) => line.replace('npm ci && ', ''))
    expect(lines.length).toBe(7)
    const redis = network.start("exec redis-server --save '' --port 6379 --bind 127.0.0.1", { cwd: folder })
    for (const line of lines) {
      const port = /--port (\d+)/.exec(line)?.[1] ?? '8080'
      const host = line.includes('--host ::1') ? '[::1]' : '127.0.0.1'
      const address = line.includes('unix:')
        ? '--unix-socket tzref.sock http://x/v1/timezones/UTC'
        : `http://${host}:${port}/v1/timezones/UTC`
      expect(await served(line, address), line).toBe('401')
    }
    await redis.end()
  })

  test('README: the line that a start prints, and the command on the path', async () => {
    rmSync(join(server, 'accounts.sqlite'), { force: true })
    const text = readFileSync(join(ROOT, 'README.md'), 'utf8')
    const asked = commandsIn(text).find((line) => line.startsWith('curl')) ?? ''
    const started = network.start('npm start', { cwd: server })
    await expect.poll(() => started.output(), { timeout: 120_000 }).toMatch(/curl .*tzr_\w+/)
    const token = /tzr_\w+/.exec(started.output())?.[0] ?? ''
    const { stdout } = await run(asked.replace('tzr_…', token), server)
    await started.end()
    expect(JSON.parse(stdout)).toMatchObject({
      data: { iana: 'Europe/Dublin' },
      meta: { tzdb_version: expect.stringMatching(/^2026[fg]$/) },
    })
    const prefix = join(folder, 'prefix')
    const env = { npm_config_prefix: prefix, npm_config_audit: 'false', npm_config_fund: 'false' }
    await run(/`(npm link)`/.exec(text)?.[1] ?? '', server, env)
    const completed = `${/`(source <\(tzref completion bash\))`/.exec(text)?.[1]} && complete -p tzref && tzref --version`
    expect((await run(completed, server, { PATH: `${prefix}/bin:${process.env['PATH']}` })).stdout).toMatch(
      /complete .*tzref\n\d+\.\d+\.\d+/,
    )
    // It may find a runtime of this machine out of date: then its code is 1.
    const [compares = ''] = commandsIn(
      sectionOf(join(ROOT, 'docs/future-times.md'), '## Is my runtime out of date?'),
    )
    const runtime = await shell(compares, server)
    expect([runtime.status === 0 || runtime.status === 1, runtime.stdout]).toEqual([
      true,
      expect.stringMatching(/Node/),
    ])
  })

  test('forward and back with accounts in a file', async () => {
    const store = join(server, 'accounts.sqlite')
    rmSync(store, { force: true })
    const old = readFileSync(join(ROOT, 'test/fixtures/accounts/schema-0004.sqlite.sql'))
    execFileSync('sqlite3', [store], { input: old })
    chmodSync(store, 0o600)
    // The order of a dump's statements is that in which they came into the file.
    const content = (): string[] =>
      execFileSync('sqlite3', [store, '.dump'], { encoding: 'utf8' }).split('\n').toSorted()
    const before = content()
    const [doctor = '', migrate = '', start = ''] = commandsIn(releases('### Going forward'))
    const found = await shell(doctor, server)
    expect([found.status, found.stdout + found.stderr]).toEqual([
      1,
      expect.stringMatching(/schema 0004[\s\S]*account migrate/),
    ])
    expect(content()).toEqual(before)
    await run(migrate, server)
    expect(content()).not.toEqual(before)
    expect((await shell(doctor, server)).stdout).not.toMatch(/account migrate/)
    expect(await served(start, 'http://127.0.0.1:8080/v1/timezones/UTC')).toBe('401')
    await run(lineOf(releases('### Going back'), 'mv accounts.sqlite'), server)
    expect(content()).toEqual(before)
  })

  test('back with accounts in PostgreSQL, by the names of the document', async () => {
    const data = join(folder, 'postgres')
    mkdirSync(data)
    chmodSync(folder, 0o755)
    const { uid, gid } = { uid: idOf('-u'), gid: idOf('-g') }
    chownSync(data, uid, gid)
    const as = `setpriv --reuid postgres --regid postgres --clear-groups`
    await run(
      `${as} ${programs}/initdb -D ${data} -U postgres --auth=trust --no-sync --locale=C --encoding=UTF8`,
      data,
    )
    const database = network.start(
      `exec ${as} ${programs}/postgres -D ${data} -c fsync=off -c unix_socket_directories=${data}`,
      { cwd: data },
    )
    const env = { PATH: `${programs}:${process.env['PATH']}` }
    const store = 'postgres://tzref@db.example.org/tzref'
    const admin = 'postgres://postgres@db.example.org/postgres'
    await expect
      .poll(async () => (await network.shell(`psql ${admin} -c 'select 1'`, { cwd: data, env })).status, {
        timeout: 60_000,
      })
      .toBe(0)
    for (const line of [
      `psql ${admin} -c 'create role tzref login' -c 'create database tzref owner tzref'`,
      `psql ${store} --quiet --set=ON_ERROR_STOP=1 --file=${ROOT}/test/fixtures/accounts/schema-0004.postgres.sql`,
    ])
      await run(line, data, env)
    const content = async (): Promise<string> =>
      (await run(`pg_dump ${store}`, data, env)).stdout.replaceAll(/^\\(?:un)?restrict .*$/gm, '')
    const before = await content()
    const copied = await run(
      `npm run tzref -- account migrate --accounts ${store} --dump accounts.dump`,
      server,
      env,
    )
    expect(copied.stdout + copied.stderr).toContain('accounts.dump')
    expect(await content()).not.toBe(before)
    for (const begin of ['psql ', 'pg_restore '])
      await run(lineOf(releases('### Going back'), begin), server, env)
    expect(await content()).toBe(before)
    await database.end()
  })
})

const idOf = (flag: string): number => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
