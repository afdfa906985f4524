// The month of the workflow: `.github/workflows` played step by step in clean clones, with GitHub and the web as folders, through a first
// release, a correction, the next tz release and a renewal, each on top of all assets of the ones before.
import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ROOT } from '#open/program/root.ts'
import { currentId } from '#open/artifact-folder.ts'
import { install } from '#pipeline/delivery/install.ts'
import { newKey } from '#pipeline/delivery/keys.ts'
import { readIndex } from '#pipeline/delivery/release-index.ts'
import { silent } from '#pipeline/report.ts'
import { serves, upstreamServer, type UpstreamServer } from '../support/servers/upstream-server.ts'
import { tarballLike2026f, throwawayKey, type ThrowawayKey } from '../support/worlds/signed-release.ts'
import { folderIn, playWorkflow, type Played } from '../support/worlds/workflow.ts'

const WORKFLOWS = '.github/workflows'

const folder = mkdtempSync(join(tmpdir(), 'tzref-workflows-'))
const origin = join(folder, 'origin')
const gh = join(folder, 'gh')
const bin = join(folder, 'bin')
const caches = join(folder, 'caches')
const key = join(folder, 'publisher.pem')
let publicKey = ''
let web: UpstreamServer
let upstream: ThrowawayKey

const git = (...args: string[]): string =>
  execFileSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@example.org', ...args], {
    cwd: origin,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  })

/** Changes a file of the repository of the test, which must have the text. */
function edit(file: string, from: string | RegExp, to: string): void {
  const text = readFileSync(join(origin, file), 'utf8')
  expect(text).toMatch(from)
  writeFileSync(join(origin, file), text.replace(from, to))
}
function commit(what: string): void {
  git('add', '--all')
  git('commit', '--quiet', '--message', what)
}

beforeAll(async () => {
  for (const path of [origin, gh, bin, caches]) mkdirSync(path)
  publicKey = newKey(key)
  web = await upstreamServer()
  upstream = await throwawayKey(undefined, new Date('2026-01-01T00:00:00Z'))
  const listed = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']
  for (const file of execFileSync('git', listed, { cwd: ROOT, encoding: 'utf8' })
    .split('\0')
    .filter(Boolean)) {
    if (!existsSync(join(ROOT, file))) continue
    mkdirSync(dirname(join(origin, file)), { recursive: true })
    copyFileSync(join(ROOT, file), join(origin, file))
    if (file.startsWith('.github/') && !file.includes('.', 8)) chmodSync(join(origin, file), 0o755)
  }
  git('init', '--quiet', '--initial-branch=main')
  // The key of tz releases, its fingerprint and the address of the releases are the test's own here. Nothing in the program can change them.
  writeFileSync(join(origin, 'pipeline/sources/tz-signing-key.asc'), upstream.signer.armoredKey)
  edit('pipeline/sources/signature.ts', /'[0-9A-F]{40}'/, `'${upstream.signer.fingerprint}'`)
  edit('pipeline/sources/upstream.ts', 'https://data.iana.org/time-zones', `${web.url}/time-zones`)
  // Zones alone: a build takes seconds. The boundaries play no part in what is published.
  edit(`${WORKFLOWS}/release.yml`, 'lock --channel upstream', 'lock --channel upstream --boundaries none')
  commit('the repository of the test')
  // What an archive of the program looks like: a folder inside, and its files in that.
  mkdirSync(join(folder, 'tzref-linux'))
  writeFileSync(join(folder, 'tzref-linux/LICENSE'), 'terms')
  execFileSync('tar', ['-czf', join(gh, 'programs.tar.gz'), '-C', folder, 'tzref-linux'])
  const program = (name: string, text: string): void => {
    writeFileSync(join(bin, name), text, { mode: 0o755 })
  }
  program('gh', readFileSync(join(ROOT, 'test/support/children/gh.mjs'), 'utf8'))
  program(
    'npm',
    NPM.replaceAll('ROOT', ROOT).replaceAll(
      'NPM',
      execFileSync('which', ['npm'], { encoding: 'utf8' }).trim(),
    ),
  )
  program('docker', '#!/bin/sh\n[ "$1" != save ] || echo image\n')
  program('curl', CURL.replaceAll('WEB', web.url))
})
afterAll(async () => {
  await web.close()
  rmSync(folder, { recursive: true })
})

/** npm, but `npm ci` takes the packages of this checkout, and the packages and archives of the program are made by nobody. */
const NPM = `#!/bin/bash -e
if [ "$1" = ci ]; then exec ln -s ROOT/node_modules node_modules; fi
if [ "$1 $2 $3" != 'run --silent package' ]; then exec NPM "$@"; fi
out=public/packages data=$(basename "$(readlink -f dist/current)")
while [ $# -gt 0 ]; do case $1 in --out) out=$2; shift;; --standalone) standalone=yes;; esac; shift; done
mkdir -p "$out"
if [ -z "$standalone" ]; then echo package > "$out/tzref-0.2.0.tgz"; exit; fi
for cpu in x64 arm64; do
  cp "$GH_FOLDER/programs.tar.gz" "$out/tzref-0.2.0-$data-linux-$cpu.tar.gz"
  (cd "$out" && sha256sum "tzref-0.2.0-$data-linux-$cpu.tar.gz" > "tzref-0.2.0-$data-linux-$cpu.tar.gz.sha256")
done
`
/** curl, but IANA's host is the server of the test. */
const CURL = `#!/bin/bash
exec /usr/bin/curl "\${@/#https:\\/\\/data.iana.org/WEB}"
`

/** Puts a release of tz on the web, made from 2026f by an edit, signed on a day. */
async function tzReleased(
  release: string,
  day: string,
  change: (zi: string) => string = (zi) => zi,
): Promise<void> {
  const tarball = tarballLike2026f(release, change)
  const signature = await upstream.sign(tarball, new Date(`${day}T12:00:00Z`))
  web.answers.set(`/time-zones/releases/tzdata${release}.tar.gz`, serves(tarball))
  web.answers.set(`/time-zones/releases/tzdata${release}.tar.gz.asc`, serves(Buffer.from(signature)))
  web.answers.set('/time-zones/tzdb/version', (request, response) => {
    const etag = `"${release}"`
    if (request.headers['if-none-match'] === etag) response.writeHead(304).end()
    else response.writeHead(200, { etag }).end(`${release}\n`)
  })
}

interface Asked {
  readonly event: 'schedule' | 'workflow_dispatch'
  readonly schedule?: string
  readonly inputs?: Readonly<Record<string, string | boolean>>
}

let runs = 0
/** Plays a workflow of the repository as it is now. */
async function play(
  file: string,
  { event, schedule = '', inputs = {} }: Asked,
): Promise<Record<string, Played>> {
  const played = await playWorkflow(readFileSync(join(origin, WORKFLOWS, file), 'utf8'), {
    folder: folderIn(folder, `run-${++runs}-`),
    caches,
    checkout: (into) => void execFileSync('git', ['clone', '--quiet', origin, into]),
    github: {
      event_name: event,
      'event.schedule': schedule,
      server_url: web.url,
      repository: 'owner/tzref',
      run_id: String(1000 + runs),
      token: 'x',
    },
    inputs,
    secrets: { TZREF_SIGNING_KEY: readFileSync(key, 'utf8') },
    env: {
      PATH: `${bin}:${dirname(process.execPath)}:${process.env['PATH']}`,
      HOME: folder,
      GH_FOLDER: gh,
      TZREF_CACHE: join(folder, 'fetched'),
      TZREF_NO_UPDATE_CHECK: 'true',
    },
  })
  offer()
  const ends = Object.entries(played).map(([job, { ended }]) => `${job} ${ended}`)
  process.stdout.write(`${file}, ${event} ${schedule}: ${ends.join('; ')}\n`)
  return played
}

interface State {
  readonly tags: readonly string[]
  readonly latest: string | null
  readonly issues: readonly { readonly title: string; readonly body: string }[]
  readonly asked: readonly { readonly file: string }[]
}
const state = (): State => JSON.parse(readFileSync(join(gh, 'state.json'), 'utf8'))
const assetsOf = (tag: string): string[] => readdirSync(join(gh, 'releases', tag)).toSorted()
const latest = (): string => join(gh, 'releases', state().latest ?? 'none')
const index = () => readIndex(readFileSync(join(latest(), 'index.json'), 'utf8'), 'index.json')

/** Offers the assets of the latest release where GitHub has them. */
function offer(): void {
  if (!existsSync(join(gh, 'state.json'))) return
  for (const name of readdirSync(latest()))
    web.answers.set(
      `/owner/tzref/releases/latest/download/${name}`,
      serves(readFileSync(join(latest(), name))),
    )
}

/** What a server has that follows the latest release, after its timer. */
async function follow(): Promise<string | null> {
  const dist = join(folder, 'follower')
  await install({
    from: `${web.url}/owner/tzref/releases/latest/download/`,
    dist,
    at: new Date(),
    key: publicKey,
    activate: true,
    report: silent,
  })
  return currentId(dist)
}

/** Plays a run of the release, and the workflows that it asks for. Fails with what was printed where a step failed. */
async function released(asked: Asked): Promise<void> {
  const before = existsSync(join(gh, 'state.json')) ? state().asked.length : 0
  const played = await play('release.yml', asked)
  for (const { ended, printed } of Object.values(played))
    if (ended !== 'skipped') expect(ended, printed).toBe('success')
  for (const { file } of state().asked.slice(before)) {
    for (const { ended, printed } of Object.values(await play(file, { event: 'workflow_dispatch' })))
      expect(ended, printed).toBe('success')
  }
}

const TICK: Asked = { event: 'schedule', schedule: '7,27,47 * * * *' }
const MONDAY: Asked = { event: 'schedule', schedule: '33 4 * * 1' }
const BY_HAND: Asked = { event: 'workflow_dispatch', inputs: { tz: 'latest' } }

/** Each release is the latest, has a serial, and reaches a server that follows; programs are never the latest. */
async function expectOffered(id: RegExp, serial: number): Promise<void> {
  expect(index().current.id).toMatch(id)
  expect(index().serial).toBe(serial)
  expect(await follow()).toBe(index().current.id)
  for (const { archive } of index().releases) expect(assetsOf(state().latest ?? '')).toContain(archive)
  expect(state().latest).toBe(index().current.id)
}

const LOCK = 'lock --channel upstream --boundaries none'

test('the month', async () => {
  await tzReleased('2026f', '2026-09-20')
  await released(TICK)
  await expectOffered(/^2026f-none-/, 1)
  const first = index().current.id

  // Nothing new: 20 minutes later, and a day.
  const idle = await play('release.yml', TICK)
  expect(idle['release']?.ended).toBe('skipped')

  // A decree. The overlay and the option of `lock` are committed, and a person starts the workflow.
  copyFileSync(join(ROOT, 'test/fixtures/overlay.zi'), join(origin, 'decree.zi'))
  edit(`${WORKFLOWS}/release.yml`, LOCK, `${LOCK} --overlay decree.zi`)
  commit('a decree')
  await released(BY_HAND)
  await expectOffered(/^2026f\.overlay\.[0-9a-f]{8}-none-/, 2)
  expect(index().releases.map(({ id }) => id)).toEqual([index().current.id, first])
  const corrected = index().current.id

  // A month later the index is renewed.
  await released(MONDAY)
  expect(index().serial).toBe(3)
  expect(await follow()).toBe(corrected)

  // The next tz release: the overlay was made for another one, so the build stops and opens an issue, once.
  await tzReleased('2026g', '2026-10-20', (zi) => zi.replace('# version 2026g', '# version 2026g'))
  for (let again = 0; again < 2; again++)
    expect((await play('release.yml', TICK))['release']?.ended).toBe('Lock, fetch, build, verify')
  expect(state().issues.map(({ title }) => title)).toEqual(['tz release latest is not built'])
  expect(state().issues[0]?.body).toMatch(/it was made for tz 2026f, and 2026g is being built/)

  // Somebody takes the overlay out: its correction would be lost, and only a person decides that.
  edit(`${WORKFLOWS}/release.yml`, ' --overlay decree.zi', '')
  commit('the overlay is out')
  expect((await play('release.yml', TICK))['release']?.ended).toBe('Say what changed, pack and publish')
  expect(state().issues.length).toBe(2)
  expect(state().issues[1]?.body).toMatch(/Lebanon stays on summer time from 2027/)
  expect(state().latest).toBe(corrected)
  await released({ event: 'workflow_dispatch', inputs: { tz: 'latest', accept: true } })
  await expectOffered(/^2026g-none-/, 4)
  expect(index().releases.map(({ id }) => id)).toEqual([index().current.id, corrected, first])

  await released(MONDAY)
  expect(index().serial).toBe(5)
  expect(await follow()).toMatch(/^2026g-none-/)
  expect(state().issues.length).toBe(2)

  // The program has releases of its own, each with its data in its name, beside those of the data.
  const tags = [first, corrected, index().current.id]
  expect(state().tags).toEqual(tags.flatMap((id) => [id, `programs-0.2.0-${id}`]))
  for (const id of tags) {
    expect(assetsOf(id).filter((name) => /linux|image|\.tgz/.test(name))).toEqual([])
    expect(assetsOf(`programs-0.2.0-${id}`)).toEqual([
      ...['arm64', 'x64'].flatMap((cpu) => [
        `tzref-0.2.0-${id}-linux-${cpu}.tar.gz`,
        `tzref-0.2.0-${id}-linux-${cpu}.tar.gz.sha256`,
      ]),
      'tzref-0.2.0.tgz',
      `tzref-image-0.2.0-${id}-linux-x64.tar.gz`,
    ])
  }
})
