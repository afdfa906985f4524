// What a real server serves first: never its own build in place of what a publisher has made current, or makes current meanwhile.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { ROOT } from '#open/program/root.ts'
import { currentId } from '#open/artifact-folder.ts'
import { newKey, readSigningKey } from '#pipeline/delivery/keys.ts'
import { publish } from '#pipeline/delivery/publish.ts'
import { pointCurrentAt } from '#pipeline/write/artifact-directory.ts'
import { bound } from '../support/servers/bound-process.ts'
import { startHost } from '../support/servers/loopback.ts'
import { releaseWorld } from '../support/worlds/release-world.ts'
import { startServerProcess } from '../support/servers/server-process.ts'

const world = releaseWorld()
const folder = mkdtempSync(join(tmpdir(), 'tzref-first-'))
const key = join(folder, 'key.pem')
let id = ''
let publicKey = ''
let dist = ''
let runs = 0
beforeAll(() => {
  const built = world.build('2030a')
  ;({ id } = built)
  newKey(key)
  const signing = readSigningKey(key)
  ;({ publicKey } = signing)
  publish([built.directory], join(folder, 'published'), { keys: [signing], at: new Date() })
})
beforeEach(() => {
  dist = join(folder, `dist-${++runs}`)
})
afterAll(() => {
  world.remove()
  rmSync(folder, { recursive: true })
})

const serve = () => startServerProcess(join(dist, id), ['--accounts', join(folder, `${runs}.sqlite`)])

test('started while its first installation runs, a server waits for it and serves it', async () => {
  // Slow enough that the server starts in the middle of the download.
  const host = await startHost(async (request, response) => {
    const bytes = readFileSync(join(folder, 'published', request.url ?? ''))
    if (request.url?.endsWith('.tar.gz')) await pause(8000)
    response.end(bytes)
  })
  const args = ['install', `${host.url}/`, '--key', publicKey, '--dist', dist]
  const installing = spawn(...bound(process.execPath, [join(ROOT, 'tzref.js'), ...args]), { stdio: 'ignore' })
  const installed = once(installing, 'exit')
  await expect.poll(() => readdirSync(folder)).toContain(`dist-${runs}`)
  const server = await serve()
  expect(await installed).toEqual([0, null])
  expect(server.stderr()).toContain('waiting for the installation')
  expect(server.stderr()).not.toContain('building')
  expect((await server.ask(`${server.opsOrigin}/readyz`)).body).toContain(`"artifact":"${id}"`)
  expect([readdirSync(dist).filter((name) => /^\d/.test(name)), currentId(dist)]).toEqual([[id], id])
  await server.end()
  await host.close()
})

test('what becomes current while a server builds ends the build, and is served', async () => {
  const starting = serve()
  await expect.poll(() => readdirSync(folder)).toContain(`dist-${runs}`)
  cpSync(join(world.dist, id), join(dist, id), { recursive: true })
  pointCurrentAt(dist, id)
  const server = await starting
  expect(server.stderr()).toContain(`${id} became current during the build, and is served`)
  await pause(2000)
  expect([readdirSync(dist).filter((name) => /^\d/.test(name)), currentId(dist)]).toEqual([[id], id])
  await server.end()
})

test('a server on a damaged current artifact is ready with the one beside it, and says so everywhere', async () => {
  cpSync(world.dist, dist, { recursive: true, verbatimSymlinks: true })
  const { id: current, directory } = world.build('2030b', dist)
  pointCurrentAt(dist, current)
  const clocks = join(directory, 'clocks.bin')
  const bytes = readFileSync(clocks)
  bytes.write('XYZ', bytes.length >> 1)
  writeFileSync(clocks, bytes)
  const advice = `npm run tzref -- rollback --dist ${dist}; rm -r ${directory}; npm run tzref -- build --activate --dist ${dist}, or install it again`
  const server = await serve()
  const ready = await server.ask(`${server.opsOrigin}/readyz`)
  expect(JSON.parse(ready.body)).toMatchObject({
    status: 'degraded',
    artifact: id,
    refused: { artifact: current, code: 'file-hash' },
  })
  expect((await server.ask(`${server.opsOrigin}/metrics`)).body).toMatch(/^tzref_artifact_refused 1$/m)
  expect(server.stderr()).toContain(advice)
  await server.end()
  const run = async (...args: string[]): Promise<string> => {
    const child = spawn(...bound(process.execPath, [join(ROOT, 'tzref.js'), ...args, '--dist', dist]))
    let printed = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (text: Buffer) => (printed += text.toString()))
    await once(child, 'close')
    return printed
  }
  expect(await run('doctor')).toContain(advice)
  const packed = join(folder, 'packed')
  publish([world.build('2030b').directory], packed, { keys: [], at: new Date() })
  expect(await run('install', join(packed, `${current}.tar.gz`), '--allow-unsigned')).toContain(advice)
  expect(await run('rollback')).toContain(`${id} is current`)
})
