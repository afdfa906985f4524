// A fleet on several hosts: nginx, three servers, Redis and PostgreSQL, each in a network namespace, with a load on all of it.
import { execFileSync } from 'node:child_process'
import {
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { ROOT } from '#open/program/root.ts'
import { monthAt } from '#open/access/month.ts'
import { openAccountStore } from '#apps/accounts/store/open-store.ts'
import type { AccountStore } from '#apps/accounts/store/store.ts'
import { openHosts, whyNoHosts, type HostProgram } from './hosts.ts'
import type { Load, LoadLine } from '../children/load-child.ts'
import { postgresPrograms } from './postgres.ts'

export const SERVERS = ['one', 'two', 'three'] as const
export type ServerName = (typeof SERVERS)[number]
const HOSTS = [...SERVERS, 'proxy', 'limits', 'database', 'publisher', 'client']

const NGINX = '/usr/sbin/nginx'
const REDIS = '/usr/bin/redis-server'
const REDIS_CLI = '/usr/bin/redis-cli'
const OPENSSL = '/usr/bin/openssl'

/** What this machine lacks for a fleet. Null: nothing. */
export function whyNoFleet(): string | null {
  const lacking = [NGINX, REDIS, REDIS_CLI, OPENSSL].filter((program) => !existsSync(program))
  if (lacking.length > 0) return lacking.join(', ')
  if (postgresPrograms() === null) return 'Debian\'s package "postgresql"'
  return whyNoHosts()
}

/** Resolves when the condition holds. Fails after a minute. */
export async function until(what: string, isSo: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + 60_000
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error(`a minute passed, and still not: ${what}`)
    await pause(100)
  }
}

export interface HostFleet {
  /** Starts a server. Resolves when it is ready. */
  readonly startServer: (name: ServerName) => Promise<void>
  /** Ends a server: SIGTERM as in an upgrade, SIGKILL as a failing machine does. */
  readonly endServer: (name: ServerName, signal: 'SIGTERM' | 'SIGKILL') => Promise<void>
  readonly cutOff: (name: string) => void
  readonly join: (name: string) => void
  readonly redis: {
    readonly signal: (signal: NodeJS.Signals) => void
    readonly ask: (...command: string[]) => void
  }
  /** An address of the network without a host. */
  readonly nowhere: string
  readonly restartDatabase: () => Promise<void>
  /** Runs a command of `tzref` on a server's host, with that server's folder of artifacts. */
  readonly command: (name: ServerName, ...args: string[]) => Promise<void>
  /** The artifact that a server uses; and whether Redis counts its limits. */
  readonly artifactOf: (name: ServerName) => Promise<string>
  readonly isExact: (name: ServerName) => Promise<boolean>
  /** The last output of servers that ended although nobody ended them. */
  readonly fallen: () => string[]
  /** How often the servers, except `butFor`, have reported that they count for themselves. */
  readonly lapses: (butFor?: ServerName) => number
  /** Puts signed archives where `install` finds them. */
  readonly publish: (...artifacts: string[]) => Promise<Publisher>
  readonly load: (
    load: Pick<Load, 'paths'> & { readonly plans: readonly PlannedStream[] },
  ) => Promise<RunningLoad>
  /** nginx's complaints so far, line by line. */
  readonly complaints: () => string[]
  readonly remove: () => Promise<void>
}

/** The address where `install` finds releases, and the key that signs them. */
export interface Publisher {
  readonly address: string
  readonly key: string
  /** Publishes another artifact, which becomes the current one. */
  readonly publishes: (artifact: string) => Promise<void>
}

/** An account of a plan, and the number of its requests a second. */
export interface PlannedStream {
  readonly name: string
  readonly plan: string
  readonly perSecond: number
}

export interface RunningLoad {
  readonly lines: () => LoadLine[]
  /** Ends the load and waits for the last answers. */
  readonly end: () => Promise<void>
  /** The usage of all its accounts in the store. */
  readonly usage: () => Promise<number>
}

/** Starts everything. Each server gets a copy of `dist`. */
export async function openHostFleet(dist: string): Promise<HostFleet> {
  const folder = mkdtempSync(join(tmpdir(), 'tzref-hosts-'))
  const hosts = openHosts(HOSTS)
  const servers = new Map<ServerName, HostProgram>()
  /** All servers, including those that have ended. */
  const serversEver: { readonly name: ServerName; readonly program: HostProgram }[] = []
  const toldToEnd = new Set<HostProgram>()
  const closing: (() => Promise<void>)[] = []
  const remove = async (): Promise<void> => {
    for (const close of closing.toReversed()) await close()
    await hosts.remove()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    const socket = join(folder, 'redis.sock')
    const redis = startRedis()
    const database = await openDatabase()
    const store = await openAccountStore(database.local, 'create')
    closing.push(() => store.close())
    for (const name of SERVERS) cpSync(dist, join(folder, name), { recursive: true, verbatimSymlinks: true })
    const limits = `redis://${hosts.addressOf('limits')}:6379`

    async function askOps(name: ServerName, path: string): Promise<string> {
      // A shell starts at once. A process of Node would cost the machine more than the question.
      const script = `exec 3<>/dev/tcp/127.0.0.1/9080 && printf 'GET ${path} HTTP/1.0\\r\\n\\r\\n' >&3 && cat <&3`
      const asked = hosts.start(name, ['/bin/bash', '-c', script])
      await asked.ended
      return asked.stdout()
    }
    const artifactOf = async (name: ServerName): Promise<string> =>
      /"artifact":"([^"]+)"/.exec(await askOps(name, '/readyz'))?.[1] ?? ''

    async function startServer(name: ServerName): Promise<void> {
      const flags = [
        '--host',
        '0.0.0.0',
        '--port',
        '8080',
        '--ops-port',
        '9080',
        '--dist',
        join(folder, name),
      ]
      const shared = [
        '--accounts',
        database.address,
        '--limits',
        limits,
        '--mail-folder',
        join(folder, 'mails'),
      ]
      const believed = ['--trust-proxy', hosts.addressOf('proxy'), '--base-url', 'https://api.example.org/v1']
      const program = hosts.start(name, [
        process.execPath,
        'tzref.js',
        'serve',
        ...flags,
        ...shared,
        ...believed,
        '--web-url',
        'https://api.example.org',
      ])
      servers.set(name, program)
      serversEver.push({ name, program })
      await until(`${name} is ready: ${program.stderr()}`, async () => {
        if (!program.isRunning()) throw new Error(`server ${name} has ended: ${program.stderr()}`)
        return (await askOps(name, '/readyz')).includes('"status":"ready"')
      })
    }
    // One after the other: each start uses a core, and the first one makes the tables.
    for (const name of SERVERS) await startServer(name)
    const proxy = await startProxy()

    return {
      startServer,
      async endServer(name, signal) {
        const program = servers.get(name)
        if (program === undefined) return
        if (program.isRunning()) toldToEnd.add(program)
        await program.end(signal)
      },
      cutOff: hosts.cutOff,
      join: hosts.join,
      redis,
      nowhere: '10.213.77.250',
      restartDatabase: () => database.restart(),
      async command(name, ...args) {
        const ran = hosts.start(name, [process.execPath, 'tzref.js', ...args, '--dist', join(folder, name)])
        const code = await ran.ended
        if (code !== 0) throw new Error(`${args.join(' ')}: ${code}\n${ran.stderr()}`)
      },
      artifactOf,
      isExact: async (name) => /^tzref_limits_exact 1$/m.test(await askOps(name, '/metrics')),
      fallen: () =>
        serversEver
          .filter(({ program }) => !program.isRunning() && !toldToEnd.has(program))
          .map(({ name, program }) => `${name}: ${program.stderr().slice(-2000)}`),
      lapses: (butFor) =>
        serversEver
          .filter(({ name }) => name !== butFor)
          .reduce(
            (sum, { program }) => sum + program.stderr().split('limits count for each process').length - 1,
            0,
          ),
      complaints: () => proxy.stderr().split('\n').slice(0, -1),
      publish,
      load: (wanted) => startLoad(store, wanted),
      remove,
    }

    function startRedis(): HostFleet['redis'] {
      const settings = ['--bind', hosts.addressOf('limits'), '--protected-mode', 'no', '--port', '6379']
      const kept = ['--unixsocket', socket, '--save', '', '--appendonly', 'no', '--dir', folder]
      const program = hosts.start('limits', [REDIS, ...settings, ...kept])
      return {
        signal: program.signal,
        ask: (...command) => void execFileSync(REDIS_CLI, ['-s', socket, ...command], { stdio: 'pipe' }),
      }
    }

    /** A new cluster. The servers reach it over the network, the test through a socket file. */
    async function openDatabase() {
      const programs = postgresPrograms() ?? ''
      const data = join(folder, 'database')
      mkdirSync(data)
      const idOf = (flag: string): number =>
        Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
      chownSync(folder, idOf('-u'), idOf('-g'))
      chownSync(data, idOf('-u'), idOf('-g'))
      const initdb = [
        join(programs, 'initdb'),
        '-D',
        data,
        '-U',
        'tzref',
        '--auth=trust',
        '--locale=C',
        '--no-sync',
      ]
      const made = hosts.start('database', initdb, { user: 'postgres' })
      if ((await made.ended) !== 0) throw new Error(`initdb: ${made.stderr()}`)
      writeFileSync(join(data, 'pg_hba.conf'), 'local all all trust\nhost all all 10.213.77.0/24 trust\n')
      const settings = [
        `listen_addresses=${hosts.addressOf('database')}`,
        `unix_socket_directories=${folder}`,
      ]
      const command = [join(programs, 'postgres'), '-D', data]
      for (const setting of [...settings, 'fsync=off']) command.push('-c', setting)
      const isThere = (): Promise<boolean> =>
        hosts
          .start('database', [join(programs, 'pg_isready'), '-h', hosts.addressOf('database'), '-U', 'tzref'])
          .ended.then((code) => code === 0)
      const start = async (): Promise<HostProgram> => {
        const started = hosts.start('database', command, { user: 'postgres' })
        await until(`PostgreSQL answers: ${started.stderr()}`, isThere)
        return started
      }
      let program = await start()
      return {
        address: `postgres://tzref@${hosts.addressOf('database')}/postgres`,
        local: `postgres://tzref@localhost/postgres?host=${encodeURIComponent(folder)}`,
        async restart(): Promise<void> {
          // PostgreSQL's "fast" stop: it ends connections and rolls back transactions.
          await program.end('SIGINT')
          program = await start()
        },
      }
    }

    /** nginx with the file from deploy/, these servers and its own certificate. */
    async function startProxy(): Promise<HostProgram> {
      const subject = '-subj /CN=api.example.org -days 2'
      const files = `-keyout ${folder}/privkey.pem -out ${folder}/fullchain.pem`
      execFileSync(OPENSSL, `req -x509 -newkey rsa:2048 -nodes ${subject} ${files}`.split(' '), {
        stdio: 'ignore',
      })
      const lines = readFileSync(join(ROOT, 'deploy/nginx/tzref.conf'), 'utf8')
      const site = lines
        .replace(/server server:8080([^;]*);/g, (_, rest: string) =>
          SERVERS.map((name) => `server ${hosts.addressOf(name)}:8080${rest};`).join('\n'),
        )
        .replaceAll('/etc/nginx/certificates', folder)
      const path = join(folder, 'nginx.conf')
      writeFileSync(
        path,
        `daemon off; master_process off; pid ${folder}/nginx.pid; error_log stderr;
events { worker_connections 4096; }
http { access_log off; client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/temp;
${site}
}\n`,
      )
      const program = hosts.start('proxy', [NGINX, '-c', path])
      await pause(500)
      if (!program.isRunning()) throw new Error(`nginx has ended: ${program.stderr()}`)
      return program
    }

    async function publish(...artifacts: string[]): Promise<Publisher> {
      const published = join(folder, 'public')
      const pem = join(folder, 'publisher.pem')
      async function run(...args: string[]): Promise<string> {
        const ran = hosts.start('publisher', [process.execPath, 'tzref.js', ...args])
        const code = await ran.ended
        if (code !== 0) throw new Error(`${args.join(' ')}: ${code}\n${ran.stderr()}`)
        return ran.stdout()
      }
      const key = /ed25519:\S+/.exec(await run('keys', 'new', pem))?.[0] ?? ''
      const publishes = async (...made: string[]): Promise<void> =>
        void (await run('publish', published, ...made, '--sign', pem))
      await publishes(...artifacts)
      const script = `require('node:http').createServer((asked, answer) => require('node:fs').readFile(process.argv[1] + asked.url, (error, bytes) => error ? answer.writeHead(404).end() : answer.end(bytes))).listen(80, () => console.log('open'))`
      const program = hosts.start('publisher', [process.execPath, '-e', script, published])
      await until('the releases are offered', () => program.stdout().includes('open'))
      return { address: `http://${hosts.addressOf('publisher')}/`, key, publishes }
    }

    async function startLoad(
      accounts: AccountStore,
      { paths, plans }: Parameters<HostFleet['load']>[0],
    ): Promise<RunningLoad> {
      const ids: string[] = []
      const streams: Load['streams'][number][] = []
      for (const { name, plan, perSecond } of plans) {
        const nowMs = Date.now()
        const email = `${name}@example.org`
        const account = await accounts.createAccount({ email, plan, verified: true, nowMs })
        if (account === null) throw new Error(email)
        const token = await accounts.createToken({ accountId: account.id, name, expiresAtMs: null, nowMs })
        ids.push(account.id)
        streams.push({ name, token: token.text, perSecond })
      }
      const load: Load = { host: hosts.addressOf('proxy'), paths, streams }
      const command = ['--import', 'tsx', 'test/support/children/load-child.ts', JSON.stringify(load)]
      const program = hosts.start('client', [process.execPath, ...command])
      const lines = (): LoadLine[] =>
        program
          .stdout()
          .split('\n')
          .slice(0, -1)
          .map((line): LoadLine => JSON.parse(line))
      await until('answers come', () => {
        if (!program.isRunning()) throw new Error(`the load has ended: ${program.stderr()}`)
        return lines().some(([, , , status]) => status === 200)
      })
      return {
        lines,
        end: async () => void (await program.end('SIGTERM')),
        async usage() {
          let sum = 0
          for (const id of ids) sum += await accounts.usage(id, monthAt(Date.now()).id)
          return sum
        },
      }
    }
  } catch (error) {
    await remove()
    throw error
  }
}
