// A PostgreSQL for tests: Debian's server on a new cluster, with a socket file and no port.
import { execFileSync, spawn } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { StorePlace } from '../worlds/account-world.ts'
import { bound } from './bound-process.ts'
import { MOST_LOOKS } from './loopback.ts'

const DEBIAN = '/usr/lib/postgresql'

/** The folder with the programs of the newest installed server. Null: none is installed. */
export function postgresPrograms(): string | null {
  if (!existsSync(DEBIAN)) return null
  const versions = readdirSync(DEBIAN).toSorted((a, b) => Number(b) - Number(a))
  const folder = versions
    .map((version) => join(DEBIAN, version, 'bin'))
    .find((bin) => existsSync(join(bin, 'initdb')))
  return folder ?? null
}

export interface PostgresServer {
  /** A new database. */
  place(): Promise<StorePlace>
  /** Ends the server as a crash would, or in order (`fast`), and starts it again on the same files. */
  crash(mode?: 'immediate' | 'fast'): Promise<void>
  start(): Promise<void>
  stop(): Promise<void>
}

const idOf = (flag: string): number => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))

/** A command line that runs a program as another user, because PostgreSQL refuses to run as root. */
const asServerUser = (program: string, args: string[]): [string, string[]] =>
  bound(program, args, process.getuid?.() === 0 ? { user: 'postgres' } : {})

/** Starts a server. `stop` ends it and removes its files. */
export async function startPostgres(programs: string): Promise<PostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), 'tzref-pg-'))
  if (process.getuid?.() === 0) chownSync(folder, idOf('-u'), idOf('-g'))
  const data = join(folder, 'data')
  const run = (program: string, args: string[]): void => {
    const [command, all] = asServerUser(join(programs, program), args)
    execFileSync(command, all, { stdio: 'pipe', cwd: folder })
  }
  run('initdb', ['-D', data, '-U', 'tzref', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync'])
  const settings = [
    'listen_addresses=',
    `unix_socket_directories=${folder}`,
    'fsync=off',
    'max_connections=60',
  ]
  const [command, args] = asServerUser(join(programs, 'postgres'), [
    '-D',
    data,
    ...settings.flatMap((setting) => ['-c', setting]),
  ])
  const addressOf = (database: string): string =>
    `postgres://tzref@localhost/${database}?host=${encodeURIComponent(folder)}`
  const query = async (database: string, statement: string): Promise<pg.QueryResult> => {
    const client = new pg.Client({ connectionString: addressOf(database) })
    await client.connect()
    try {
      return await client.query(statement)
    } finally {
      await client.end()
    }
  }
  let ended = Promise.resolve()
  let isRunning = false
  async function start(): Promise<void> {
    const server = spawn(command, args, { stdio: 'ignore', cwd: folder })
    isRunning = true
    ended = new Promise<void>((resolve) => server.once('exit', () => resolve()))
    for (let left = MOST_LOOKS; ; left--) {
      try {
        await query('postgres', 'select 1')
        return
      } catch (error) {
        if (left === 0) throw error
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
    }
  }
  async function crash(mode: 'immediate' | 'fast' = 'immediate'): Promise<void> {
    if (!isRunning) return
    isRunning = false
    run('pg_ctl', ['stop', '-D', data, '-m', mode])
    await ended
  }
  await start()
  let databases = 0
  return {
    async place() {
      const database = `world_${++databases}`
      await query('postgres', `create database ${database} strategy = wal_log`)
      return {
        place: addressOf(database),
        engine: 'postgres',
        raw: async (statements) => void (await query(database, statements)),
        ask: async (question) => (await query(database, question)).rows,
        // Stopping the server removes the whole cluster.
        remove: () => Promise.resolve(),
      }
    },
    start,
    crash,
    async stop() {
      await crash()
      rmSync(folder, { recursive: true })
    },
  }
}
