// Signed releases: the publisher is checked, and every attack on the way is refused by name.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openArtifact } from '#open/artifact.ts'
import { pinOf } from '#open/pin.ts'
import { activate, rollback, unpin } from '#pipeline/delivery/activate.ts'
import { install, type InstallOptions } from '#pipeline/delivery/install.ts'
import { newKey, readSigningKey, type SigningKey } from '#pipeline/delivery/keys.ts'
import { pack, publish } from '#pipeline/delivery/publish.ts'
import { silent } from '#pipeline/report.ts'
import { currentId } from '#open/artifact-folder.ts'
import { leftOut } from '../../support/left-out.ts'
import { releaseWorld, type ReleaseWorld } from '../../support/worlds/release-world.ts'
import { serves, upstreamServer, type UpstreamServer } from '../../support/servers/upstream-server.ts'

const [MONDAY, TUESDAY] = [new Date('2030-03-04T10:00:00.500Z'), new Date('2030-03-05T10:00:00Z')]

let world: ReleaseWorld
let server: UpstreamServer
let built: { a: string; b: string }
let [dist, folder] = ['', '']
let [own, next, foreign]: SigningKey[] = []
const idOf = (directory: string): string => directory.split('/').at(-1) ?? ''

function keyIn(name: string): SigningKey {
  newKey(join(world.root, name))
  return readSigningKey(join(world.root, name))
}
const given = (key: SigningKey | undefined): SigningKey => {
  if (key === undefined) throw new Error('no key was made')
  return key
}

beforeAll(() => {
  world = releaseWorld()
  built = { a: world.build('2030a').directory, b: world.build('2030b').directory }
  ;[own, next, foreign] = ['own.pem', 'next.pem', 'foreign.pem'].map(keyIn)
})
afterAll(() => world.remove())
beforeEach(async () => {
  dist = join(world.root, 'elsewhere')
  folder = join(world.root, 'published')
  for (const path of [dist, folder]) rmSync(path, { recursive: true, force: true })
  mkdirSync(folder)
  server = await upstreamServer()
})
afterEach(() => server.close())

/** Publishes into the folder, and serves it as a plain web server does. */
function offers(directories: string[], keys: (SigningKey | undefined)[], at = MONDAY): void {
  publish(directories, folder, { keys: keys.map(given), at })
  serveFolder()
}
function serveFolder(): void {
  server.answers.clear()
  for (const name of readdirSync(folder)) {
    server.answers.set(`/tz/${name}`, serves(readFileSync(join(folder, name))))
  }
}

const take = (changes: Partial<InstallOptions> = {}) =>
  install({
    from: `${server.url}/tz/`,
    dist,
    at: TUESDAY,
    activate: true,
    report: silent,
    limits: { attempts: 1, backoffMs: 1, maxMs: 60_000, stallMs: 60_000 },
    ...changes,
  })
const takeWithKey = (changes: Partial<InstallOptions> = {}) => take({ key: given(own).publicKey, ...changes })

/** Another digit, decimal or hexadecimal. */
const otherDigit = (digit: string): string => (digit === '1' ? '2' : '1')

/** The names in the folder of artifacts, without hidden ones. */
const installed = (): string[] =>
  (existsSync(dist) ? readdirSync(dist) : []).filter((name) => !name.startsWith('.'))

/** Changes a file of the published folder. Fails if the text is not there. */
function edit(name: string, from: string | RegExp, to: string | ((found: string) => string)): void {
  const path = join(folder, name)
  const text = readFileSync(path, 'latin1')
  expect(text).toMatch(from)
  writeFileSync(path, text.replace(from, typeof to === 'string' ? () => to : to), 'latin1')
  serveFolder()
}

test('only its owner can read a key file', () => {
  const file = join(world.root, 'own.pem')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(() => newKey(file)).toThrow(/never overwritten/)
})

const OPENSSL = '/usr/bin/openssl'
if (!existsSync(OPENSSL)) leftOut('a signature checked by OpenSSL', 'Debian\'s package "openssl"')
test.skipIf(!existsSync(OPENSSL))('OpenSSL agrees with a signature', () => {
  const file = join(world.root, 'own.pem')
  offers([built.b], [own])
  const lines = readFileSync(join(folder, 'index.json.sig'), 'latin1').split(/(?<=\n)/)
  const [publicKey = '', signature = ''] = lines.at(-1)?.split(' ') ?? []
  expect(publicKey).toBe(given(own).publicKey)
  writeFileSync(join(world.root, 'statement'), lines.slice(0, -1).join(''))
  const sum = execFileSync('sha256sum', [join(folder, 'index.json')], { encoding: 'latin1' }).slice(0, 64)
  expect(lines).toContain(`sha256: ${sum}\n`)
  execFileSync(OPENSSL, ['pkey', '-in', file, '-pubout', '-out', join(world.root, 'public.pem')])
  writeFileSync(join(world.root, 'signature'), Buffer.from(signature, 'base64'))
  const flags = `pkeyutl -verify -pubin -inkey public.pem -rawin -in statement -sigfile signature`
  const checked = execFileSync(OPENSSL, flags.split(' '), { cwd: world.root })
  expect(checked.toString()).toContain('Signature Verified Successfully')
})

test('a folder that is signed is not published without a key, and keeps its signatures', () => {
  offers([built.a], [own])
  const before = readdirSync(folder)
  expect(() => publish([built.b], folder, { keys: [], at: TUESDAY })).toThrow(/\.sig, expected --sign/)
  expect(readdirSync(folder)).toEqual(before)
})

test('the same releases, keys and moment give the same bytes', () => {
  const read = (): string[] => readdirSync(folder).map((name) => readFileSync(join(folder, name), 'latin1'))
  offers([built.b], [own])
  const before = read()
  rmSync(folder, { recursive: true })
  mkdirSync(folder)
  offers([built.b], [own])
  expect(read()).toEqual(before)
})

test('release notes beside an artifact are published with it, and signed too', async () => {
  const notes = `${built.b}.notes.md`
  const name = `${idOf(built.b)}.notes.md`
  writeFileSync(notes, '# 2030a to 2030b\n\n## Briefly\n\n- nothing\n')
  try {
    offers([built.a, built.b], [own])
    expect(readdirSync(folder)).toEqual(expect.arrayContaining([name, `${name}.sig`]))
    edit(name, 'nothing', 'n0thing')
    await expect(takeWithKey()).rejects.toMatchObject({ code: 'wrong-signature' })
    server.answers.delete(`/tz/${name}`)
    await expect(takeWithKey()).rejects.toMatchObject({ code: 'http-status' })
    server.answers.set(`/tz/${name}`, serves(readFileSync(join(folder, 'index.json'))))
    await expect(takeWithKey()).rejects.toMatchObject({ code: 'too-large' })
    expect(installed()).toEqual([])
    edit(name, 'n0thing', 'nothing')
    await takeWithKey()
    expect(installed()).toContain(name)
    expect(openArtifact(join(dist, 'current')).releaseNotes()).toBe(readFileSync(notes, 'utf8'))
  } finally {
    rmSync(notes)
  }
})

describe('whose releases', () => {
  test('nothing is installed from the web before a publisher is named or signatures are waived', async () => {
    offers([built.b], [own])
    await expect(take()).rejects.toMatchObject({ code: 'no-key', fix: expect.stringContaining('--key') })
    await expect(take({ key: 'ed25519:x' })).rejects.toMatchObject({ exitCode: 2 })
    expect(installed()).toEqual([])
    expect((await take({ allowUnsigned: true })).id).toBe(idOf(built.b))
  })

  test('the key is asked for once', async () => {
    offers([built.a], [own])
    await takeWithKey()
    offers([built.a, built.b], [own], TUESDAY)
    expect((await take()).id).toBe(idOf(built.b))
    await expect(take({ key: given(foreign).publicKey })).rejects.toMatchObject({ code: 'other-key' })
  })

  test('a signed archive by its address, and from a file', async () => {
    offers([built.b], [own])
    const archive = `${idOf(built.b)}.tar.gz`
    expect((await takeWithKey({ from: `${server.url}/tz/${archive}` })).id).toBe(idOf(built.b))
    rmSync(dist, { recursive: true })
    expect((await takeWithKey({ from: join(folder, archive) })).id).toBe(idOf(built.b))
    rmSync(join(folder, `${archive}.sig`))
    await expect(take({ from: join(folder, archive) })).rejects.toMatchObject({ code: 'not-signed' })
    expect((await take({ from: join(folder, archive), allowUnsigned: true })).existed).toBe(true)
  })

  test('an archive with a sha256 that the operator gives needs no signature', async () => {
    const { releases } = publish([built.b], folder, { keys: [], at: MONDAY })
    serveFolder()
    expect((await take({ sha256: releases[0]?.sha256 ?? '' })).id).toBe(idOf(built.b))
  })
})

describe('refused by name', () => {
  test.each([
    [
      'an index that was changed',
      'wrong-signature',
      () => edit('index.json', '"tz": "2030b"', '"tz": "2030a"'),
    ],
    [
      'a signature that was changed',
      'wrong-signature',
      () => edit('index.json.sig', /(?<=ed25519:\S+ )./, (found) => (found === 'A' ? 'B' : 'A')),
    ],
    ['what is no signature', 'signature-malformed', () => edit('index.json.sig', / /, '\n')],
    ['a signature that is missing', 'not-signed', () => void server.answers.delete('/tz/index.json.sig')],
    ['somebody else’s index', 'other-key', () => offers([built.b], [foreign])],
    [
      'an index that nobody signed',
      'not-signed',
      () => {
        for (const name of readdirSync(folder)) if (name.endsWith('.sig')) rmSync(join(folder, name))
        offers([built.b], [])
      },
    ],
    [
      'another archive',
      'hash-mismatch',
      () => {
        const path = join(folder, `${idOf(built.b)}.tar.gz`)
        const bytes = readFileSync(path)
        bytes.writeUInt8(bytes.readUInt8(bytes.length >> 1) ^ 1, bytes.length >> 1)
        writeFileSync(path, bytes)
        serveFolder()
      },
    ],
  ])('%s: %s', async (_what, code, damage) => {
    offers([built.b], [own])
    damage()
    await expect(takeWithKey()).rejects.toMatchObject({ code })
    expect(installed()).toEqual([])
    // The server keeps a key only after something good came with it.
    expect(existsSync(join(dist, '.publisher'))).toBe(false)
  })

  test('a statement of an archive that was changed or signed by another key', async () => {
    offers([built.b], [own])
    const archive = `${idOf(built.b)}.tar.gz`
    const from = `${server.url}/tz/${archive}`
    edit(`${archive}.sig`, /(?<=sha256: )./, otherDigit)
    await expect(takeWithKey({ from })).rejects.toMatchObject({ code: 'wrong-signature' })
    offers([built.b], [foreign])
    await expect(takeWithKey({ from })).rejects.toMatchObject({ code: 'other-key' })
    expect(installed()).toEqual([])
  })

  test('another signed archive under the requested name, from the web and from a file', async () => {
    offers([built.a, built.b], [own])
    const [a, b] = [built.a, built.b].map((path) => `${idOf(path)}.tar.gz`)
    for (const end of ['', '.sig', '.sha256']) {
      writeFileSync(join(folder, `${b}${end}`), readFileSync(join(folder, `${a}${end}`)))
    }
    serveFolder()
    await expect(takeWithKey({ from: `${server.url}/tz/${b}` })).rejects.toMatchObject({ code: 'other-file' })
    await expect(takeWithKey({ from: join(folder, b ?? '') })).rejects.toMatchObject({ code: 'other-file' })
    expect(installed()).toEqual([])
  })

  test('a signature for another purpose', async () => {
    offers([built.b], [own])
    for (const other of ['releases.json', 'tz-history.bin', `${idOf(built.b)}.tar.gz`]) {
      server.answers.set('/tz/index.json', serves(readFileSync(join(folder, other))))
      server.answers.set('/tz/index.json.sig', serves(readFileSync(join(folder, `${other}.sig`))))
      await expect(takeWithKey()).rejects.toMatchObject({ code: 'other-file' })
    }
    expect(installed()).toEqual([])
  })

  test('every file of the folder is signed under its own name', () => {
    const notes = `${built.b}.notes.md`
    writeFileSync(notes, 'notes\n')
    try {
      offers([built.a, built.b], [own])
    } finally {
      rmSync(notes)
    }
    const files = readdirSync(folder).filter((name) => !/\.(?:sig|sha256)$/.test(name))
    expect(files).toHaveLength(7)
    const named = files.map(
      (name) => /^name: (.*)$/m.exec(readFileSync(join(folder, `${name}.sig`), 'latin1'))?.[1],
    )
    expect(named).toEqual(files)
  })

  test('an older index, even if it offers a newer release', async () => {
    offers([built.b], [own], MONDAY)
    const replay = new Map(server.answers)
    offers([built.a, built.b], [own], TUESDAY)
    await takeWithKey({ id: idOf(built.a) })
    for (const [path, answer] of replay) server.answers.set(path, answer)
    await expect(take()).rejects.toMatchObject({ code: 'replayed' })
    expect(currentId(dist)).toBe(idOf(built.a))
  })

  test('an older archive by its own address, unless it is requested by its id', async () => {
    offers([built.a, built.b], [own])
    await takeWithKey()
    const from = `${server.url}/tz/${idOf(built.a)}.tar.gz`
    await expect(take({ from })).rejects.toMatchObject({ code: 'downgrade' })
    await expect(take({ from, id: idOf(built.b) })).rejects.toMatchObject({ code: 'other-release' })
    expect(currentId(dist)).toBe(idOf(built.b))
    expect((await take({ from, id: idOf(built.a) })).isCurrent).toBe(true)
  })

  test('an expired index; the current artifact stays, and a newer index is accepted', async () => {
    offers([built.a], [own], MONDAY)
    await takeWithKey()
    publish([built.b], folder, { keys: [given(own)], at: MONDAY, days: 7 })
    serveFolder()
    const [before, after] = [new Date('2030-03-11T09:59:59Z'), new Date('2030-03-11T10:00:00Z')]
    await expect(take({ at: after })).rejects.toMatchObject({
      code: 'expired',
      fix: expect.stringContaining('--refresh'),
    })
    expect(installed().toSorted()).toEqual([idOf(built.a), 'current'].toSorted())
    expect((await take({ at: before })).id).toBe(idOf(built.b))
    publish([], folder, { keys: [given(own)], at: after })
    serveFolder()
    expect(await take({ at: after })).toMatchObject({ id: idOf(built.b), existed: true })
  })
})

describe('what is current', () => {
  test('is the release published last, whatever its name and age', async () => {
    offers([built.b], [own], MONDAY)
    await takeWithKey()
    // A held or corrected artifact may have an older day or the same day, and its hash does not show its age.
    offers([built.a], [own], TUESDAY)
    expect(await take()).toMatchObject({ id: idOf(built.a), isCurrent: true })
    const index = publish([built.b], folder, { keys: [given(own)], at: TUESDAY })
    serveFolder()
    expect(await take()).toMatchObject({ id: idOf(built.b), isCurrent: true, existed: true })
    expect(index.releases.map(({ id, serial }) => [id, serial])).toEqual([
      [idOf(built.a), 2],
      [idOf(built.b), 1],
    ])
    expect([index.serial, index.current]).toEqual([3, { id: idOf(built.b), since: '2030-03-05T10:00:00Z' }])
  })

  test('is an older release again if the publisher says so, also after the index is renewed', async () => {
    offers([built.a, built.b], [own], MONDAY)
    await takeWithKey()
    publish([], folder, { keys: [given(own)], at: TUESDAY, current: idOf(built.a) })
    serveFolder()
    expect(await take()).toMatchObject({ id: idOf(built.a), isCurrent: true })
    const { current } = publish([], folder, { keys: [given(own)], at: TUESDAY })
    expect(current).toEqual({ id: idOf(built.a), since: '2030-03-05T10:00:00Z' })
    expect(() => publish([], folder, { keys: [given(own)], at: TUESDAY, current: 'none' })).toThrow(
      /found no such release/,
    )
  })

  test('an installation that goes back says that it does, and why', async () => {
    const said: string[] = []
    const report = { ...silent, note: (text: string) => void said.push(text) }
    const goingBack = (): string[] => said.splice(0).filter((text) => text.startsWith('going back'))
    offers([built.a, built.b], [own], MONDAY)
    await takeWithKey({ report })
    expect(goingBack()).toEqual([])
    publish([], folder, { keys: [given(own)], at: TUESDAY, current: idOf(built.a) })
    serveFolder()
    await take({ report })
    const back = `going back from ${idOf(built.b)} to the older ${idOf(built.a)}`
    expect(goingBack()).toEqual([
      `${back}: ${server.url}/tz/index.json says that it is current since 2030-03-05T10:00:00Z`,
    ])
    await take({ report })
    expect(goingBack()).toEqual([])
    await take({ report, id: idOf(built.b) })
    expect(goingBack()).toEqual([])
    await take({ report, id: idOf(built.a) })
    expect(goingBack()).toEqual([`${back}: --id names it`])
    await take({ report, id: idOf(built.b) })
    said.length = 0
    await take({ report, unpin: true, from: join(folder, `${idOf(built.a)}.tar.gz`) })
    expect(goingBack()).toEqual([
      `${back}: --unpin was given with ${join(folder, `${idOf(built.a)}.tar.gz`)}`,
    ])
  })

  test('a page of somebody between is named as one', async () => {
    offers([built.a, built.b], [own])
    const portal = serves(Buffer.from('<!DOCTYPE html><title>Hotel</title>'))
    for (const name of ['index.json', 'index.json.sig']) server.answers.set(`/tz/${name}`, portal)
    await expect(takeWithKey()).rejects.toMatchObject({
      message: expect.stringContaining('found a web page'),
      fix: expect.stringContaining('browser'),
    })
    expect(installed()).toEqual([])
  })

  test('nothing that is there already is downloaded', async () => {
    offers([built.b], [own])
    await takeWithKey()
    const before = server.requests.length
    expect((await take()).existed).toBe(true)
    expect(server.requests.slice(before)).toEqual(['/tz/index.json', '/tz/index.json.sig'])
  })

  test('is the release that an operator rolled back to, until it is unpinned', async () => {
    offers([built.a], [own], MONDAY)
    await takeWithKey()
    offers([built.b], [own], TUESDAY)
    await take()
    expect(pinOf(dist)).toBeNull()
    expect(rollback(dist, TUESDAY)).toBe(idOf(built.a))
    // The next runs of a timer all leave it.
    const runs = [await take(), await take()]
    for (const run of runs)
      expect(run).toMatchObject({ id: idOf(built.b), isCurrent: false, pinned: { by: 'rollback' } })
    expect(currentId(dist)).toBe(idOf(built.a))
    expect(await take({ unpin: true })).toMatchObject({ id: idOf(built.b), isCurrent: true, pinned: null })
    activate(dist, idOf(built.a), TUESDAY)
    expect((await take()).isCurrent).toBe(false)
    unpin(dist)
    expect((await take()).isCurrent).toBe(true)
    // Installing an artifact by its id also pins it.
    expect(await take({ id: idOf(built.a) })).toMatchObject({ isCurrent: true, pinned: { by: 'install' } })
    expect((await take()).isCurrent).toBe(false)
  })

  test('stays the same for a folder published by tzref 0.1, whose releases get numbers in their order', () => {
    const { releases } = publish([built.a, built.b], folder, { keys: [given(own)], at: MONDAY })
    const old = releases.map(({ id, reference_date, archive }) => ({ id, reference_date, archive }))
    writeFileSync(join(folder, 'index.json'), JSON.stringify({ format: 2, signed: null, releases: old }))
    const index = publish([], folder, { keys: [given(own)], at: TUESDAY })
    expect(index.releases.map(({ id, serial }) => [id, serial])).toEqual([
      [idOf(built.b), 2],
      [idOf(built.a), 1],
    ])
    expect([index.serial, index.current.id]).toEqual([3, idOf(built.b)])
  })

  test('has a serial above all that servers have seen, even if the publisher lost the index', async () => {
    for (const at of [MONDAY, TUESDAY]) offers([built.b], [own], at)
    await takeWithKey()
    rmSync(join(folder, 'index.json'))
    offers([built.b], [own], TUESDAY)
    await expect(take()).rejects.toMatchObject({ code: 'replayed' })
    publish([], folder, { keys: [given(own)], at: TUESDAY, above: 2 })
    serveFolder()
    expect((await take()).existed).toBe(true)
  })
})

describe('a change of key', () => {
  test('signed by both keys, makes servers trust the new one and no longer the old one', async () => {
    offers([built.a], [own])
    await takeWithKey()
    offers([built.b], [own, next], TUESDAY)
    await take()
    offers([built.b], [next], TUESDAY)
    expect((await take()).existed).toBe(true)
    // A script that still names the first key keeps working.
    expect((await takeWithKey()).existed).toBe(true)
    offers([built.b], [own], TUESDAY)
    await expect(take()).rejects.toMatchObject({ code: 'other-key' })
  })

  test('is refused if the owner of the new key did not sign', async () => {
    offers([built.a], [own])
    await takeWithKey()
    publish([built.b], folder, { keys: [given(own), given(next)], at: TUESDAY })
    edit('index.json.sig', /(?<=\n)ed25519:\S+ \S+\n$/, '')
    await expect(take()).rejects.toMatchObject({ code: 'other-key' })
  })

  test('is reported to a server that missed it, which names the new key', async () => {
    offers([built.a], [own])
    await takeWithKey()
    offers([built.b], [next], TUESDAY)
    await expect(take()).rejects.toMatchObject({ code: 'other-key' })
    rmSync(join(dist, '.publisher'))
    expect((await take({ key: given(next).publicKey })).id).toBe(idOf(built.b))
  })
})

test('pack and publish give the same archive, byte for byte, signed or not', () => {
  offers([built.b], [own])
  const one = readFileSync(join(folder, `${idOf(built.b)}.tar.gz`))
  expect(readFileSync(pack(built.b, join(folder, 'alone')).archive).equals(one)).toBe(true)
})

describe('a published folder on a disk', () => {
  const fromFolder = (changes: Partial<InstallOptions> = {}) => takeWithKey({ from: folder, ...changes })
  test('is the same as on the web: what is current, its notes, the serial that is remembered', async () => {
    offers([built.a], [own])
    offers([built.b], [own])
    expect(await fromFolder()).toMatchObject({ id: idOf(built.b), isCurrent: true })
    // Neither the key nor the serial is asked for again: an older index is refused, from the disk and from the web.
    rmSync(folder, { recursive: true })
    offers([built.a], [own])
    await expect(fromFolder({ key: undefined })).rejects.toMatchObject({ code: 'replayed' })
    await expect(take()).rejects.toMatchObject({ code: 'replayed' })
  })
  test('takes the path of its index, and another release by its id', async () => {
    offers([built.b, built.a], [own])
    expect((await fromFolder({ from: join(folder, 'index.json'), id: idOf(built.b) })).id).toBe(idOf(built.b))
  })
  test('passes the trust on to another key', async () => {
    offers([built.a], [own])
    await fromFolder()
    offers([built.b], [own, next])
    await fromFolder()
    offers([built.b], [own])
    await expect(fromFolder()).rejects.toMatchObject({ code: 'other-key' })
  })
  test('is refused by name, with a command that keeps the flags', async () => {
    offers([built.a], [own])
    await expect(take({ from: folder })).rejects.toMatchObject({
      code: 'no-key',
      fix: `npm run tzref -- install ${folder} --key ed25519:… --activate`,
    })
    await expect(fromFolder({ key: given(foreign).publicKey })).rejects.toMatchObject({ code: 'other-key' })
    await expect(fromFolder({ at: new Date('2031-01-01T00:00:00Z') })).rejects.toMatchObject({
      code: 'expired',
    })
    edit(`${idOf(built.a)}.tar.gz`, /^/, 'x')
    await expect(fromFolder()).rejects.toMatchObject({
      code: expect.stringMatching(/too-large|hash-mismatch/),
      message: expect.not.stringMatching(/(nothing was installed).*\1/),
    })
    await expect(fromFolder({ from: join(folder, 'none') })).rejects.toMatchObject({
      fix: 'name an archive, or a folder of `publish`',
    })
    rmSync(join(folder, `${idOf(built.a)}.tar.gz`))
    await expect(fromFolder()).rejects.toThrow(
      /found no such file, expected the file that .*index\.json names/,
    )
    rmSync(join(folder, 'index.json'))
    await expect(fromFolder()).rejects.toThrow(/found no such file, expected the index of a published folder/)
    expect(installed()).toEqual([])
  })
})

test('a release of another major format leaves the server where it is, and says which version it needs', async () => {
  offers([built.a], [own])
  await takeWithKey()
  const index = JSON.parse(readFileSync(join(folder, 'index.json'), 'utf8'))
  // What a later version of this program would publish, also with keys that this one does not know.
  const later = { ...index.releases[0], id: idOf(built.b), format: '5.0', tzref: '0.9.0', more: 1 }
  writeFileSync(
    join(folder, 'index.json'),
    JSON.stringify({
      ...index,
      more: 1,
      current: { ...index.current, id: later.id },
      releases: [later, ...index.releases],
    }),
  )
  serveFolder()
  const refusal = {
    message: expect.stringMatching(/^format-unknown: .* has format 5\.0, and this version reads 4\.x/),
    fix: expect.stringContaining('install tzref 0.9.0 or later'),
  }
  await expect(
    takeWithKey({ from: folder, allowUnsigned: true, sha256: later.sha256 }),
  ).rejects.toMatchObject(refusal)
  expect(currentId(dist)).toBe(idOf(built.a))
  expect((await takeWithKey({ from: folder, id: idOf(built.a), sha256: later.sha256 })).id).toBe(
    idOf(built.a),
  )
})
