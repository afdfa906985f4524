// An update of an account store on PostgreSQL, and the way back, with the commands of deploy/ and of docs/releases.md, as the role that
// owns the database and may make none.
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { ROOT } from '#open/program/root.ts'
import { leftOut } from '../support/left-out.ts'
import { postgresPrograms, type PostgresServer, startPostgres } from '../support/servers/postgres.ts'
import { startServerProcess } from '../support/servers/server-process.ts'
import { releaseWorld, type ReleaseWorld } from '../support/worlds/release-world.ts'

const programs = postgresPrograms()
if (programs === null) leftOut('an update of a store on PostgreSQL', 'Debian\'s package "postgresql"')

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8')

/** The containers of the job in Kubernetes: the copy, and the migration. */
function jobOf(text: string): { copy: string; migrate: string[] } {
  const { spec } = parse(text.split(/^---$/m)[1] ?? '')
  const { initContainers, containers } = spec.template.spec
  return { copy: initContainers[0].args[0], migrate: containers[0].args }
}

/** The shell command of a service of compose, where `$$` stands for `$`. */
const composed = (service: string): string =>
  parse(read('deploy/compose.yml')).services[service].command[0].replaceAll('$$', '$')

/** The commands with which docs/releases.md goes back on PostgreSQL. */
const goingBack = (): string[] =>
  read('docs/releases.md')
    .split('\n')
    .filter((line) => /^(?:psql|pg_restore) /.test(line))
    .map((line) => line.replace(/\s+# .*$/, ''))

describe.skipIf(programs === null)('a store on PostgreSQL', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tzref-update-'))
  let server: PostgresServer
  let world: ReleaseWorld
  let artifact = ''
  /** The address of the store for the servers' role, and of the cluster for its superuser. */
  let store = ''
  let superuser = ''
  let name = ''
  let old = ''

  beforeAll(async () => {
    server = await startPostgres(programs ?? '')
    world = releaseWorld()
    artifact = world.build('2030a').directory
    const made = await server.place()
    const address = new URL(made.place)
    name = address.pathname.slice(1)
    await made.raw(`create role owner_of_store login; alter database ${name} owner to owner_of_store`)
    superuser = made.place.replace(`/${name}`, '/postgres')
    store = made.place.replace('tzref@', 'owner_of_store@')
    execFileSync(join(programs ?? '', 'psql'), [
      store,
      '--quiet',
      '--set=ON_ERROR_STOP=1',
      `--file=${join(ROOT, 'test/fixtures/accounts/schema-0004.postgres.sql')}`,
    ])
    old = content()
  })
  afterAll(async () => {
    world.remove()
    await server.stop()
    rmSync(folder, { recursive: true })
  })

  /** The whole content of the store. Newer versions of pg_dump write a random word. */
  const content = (): string =>
    execFileSync(join(programs ?? '', 'pg_dump'), [store], { encoding: 'utf8' }).replaceAll(
      /^\\(?:un)?restrict .*$/gm,
      '',
    )

  /** Runs a shell command of a document or file, with PostgreSQL's programs on the PATH. */
  function shell(command: string): { status: number | null; printed: string } {
    const { status, stdout, stderr } = spawnSync('sh', ['-c', command], {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, PATH: `${programs}:${process.env['PATH']}`, TZREF_ACCOUNTS: store },
    })
    return { status, printed: `${stdout}${stderr}` }
  }
  function tzref(args: readonly string[], env: Record<string, string> = {}) {
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(ROOT, 'tzref.js'), ...args], {
      encoding: 'utf8',
      env: { ...process.env, TZREF_ACCOUNTS: store, ...env },
    })
    return { status, printed: `${stdout}${stderr}` }
  }
  const copies = (): string[] => readdirSync(folder).filter((file) => file.endsWith('.dump'))

  test('a start that must not migrate refuses it, names the command, and changes nothing', async () => {
    const starting = startServerProcess(artifact, ['--accounts', store, '--no-migrate'])
    await expect(starting).rejects.toThrow(
      /account store of schema 0004\S*, expected \S+; nothing was changed[\s\S]*account migrate --accounts /,
    )
    expect(content()).toBe(old)
  })

  test('where pg_dump is not installed, the migration is refused before it begins, and names --no-dump', () => {
    const migrated = tzref(['account', 'migrate', '--dump', join(folder, 'none.dump')], { PATH: folder })
    expect(migrated).toMatchObject({
      status: 1,
      printed: expect.stringMatching(/pg_dump: .*ENOENT[\s\S]*--no-dump/),
    })
    expect(content()).toBe(old)
    expect(copies()).toEqual([])
  })

  test('the job makes a copy and the new schema; then the same start serves', async () => {
    const { copy, migrate } = jobOf(read('deploy/kubernetes/migrate.yml'))
    expect(shell(copy.replaceAll('/copies/', `${folder}/`))).toEqual({ status: 0, printed: '' })
    expect(copies()).toHaveLength(1)
    expect(migrate).toEqual(['account', 'migrate', '--no-dump'])
    expect(tzref(migrate)).toMatchObject({
      status: 0,
      printed: expect.stringContaining('has the schema of this tzref'),
    })
    // Twice is as good as once.
    expect(tzref(migrate).status).toBe(0)
    const made = tzref(['token', 'create', '--account', 'ann@example.org', '--name', 'x', '--json'])
    const { token }: { token: string } = JSON.parse(made.printed)
    const started = await startServerProcess(artifact, ['--accounts', store, '--no-migrate'])
    const { status } = await started.ask('/v1/timezones/Europe/Berlin', { authorization: `Bearer ${token}` })
    await started.end()
    expect(status).toBe(200)
  })

  test('the two steps of compose are the same commands', () => {
    const here = (command: string): string =>
      command
        .replace('PGPASSWORD="$(cat /run/secrets/database_password)" exec ', '')
        .replace('postgres://tzref@database/tzref', `'${store}'`)
        .replaceAll('/copies/', `${folder}/compose-`)
    expect(shell(here(composed('copy')))).toEqual({ status: 0, printed: '' })
    expect(copies()).toHaveLength(2)
    const migrate = here(composed('migrate')).replace('node tzref.js', `node '${join(ROOT, 'tzref.js')}'`)
    expect(shell(migrate)).toMatchObject({ status: 0, printed: expect.stringContaining('has the schema') })
  })

  test('going back: the commands of the document bring the copy back; the role alone may not make a database', () => {
    const commands = goingBack()
    expect(commands.map((command) => command.split(' ')[0])).toEqual(['psql', 'pg_restore'])
    const [copy = ''] = copies().filter((file) => file.startsWith('accounts-'))
    const filled = (command: string, by: string): string =>
      command
        .replace('postgres://postgres@db.example.org/postgres', `'${by}'`)
        .replace('postgres://tzref@db.example.org/tzref', `'${store}'`)
        .replace(
          /alter database tzref rename to tzref_newer/,
          `alter database ${name} rename to ${name}_newer`,
        )
        .replace(/create database tzref owner tzref/, `create database ${name} owner owner_of_store`)
        .replace('accounts.dump', copy)
    const [psql = '', restore = ''] = commands
    const refused = shell(filled(psql, superuser.replace('tzref@', 'owner_of_store@')))
    expect(refused).toMatchObject({ status: 1, printed: expect.stringContaining('permission denied') })
    expect(shell(filled(psql, superuser)).status).toBe(0)
    expect(shell(filled(restore, superuser))).toEqual({ status: 0, printed: '' })
    expect(content()).toBe(old)
  })
})
