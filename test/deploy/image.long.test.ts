// The image: runs each instruction of deploy/Dockerfile in a clean Debian, and the result as a container whose user can write only to its
// volume.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ROOT } from '#open/program/root.ts'
import {
  bytesOf,
  type Container,
  type Image,
  makeImage,
  runImage,
  whyNoContainers,
} from '../support/servers/container.ts'
import { leftOut } from '../support/left-out.ts'

const lacking = whyNoContainers()
if (lacking !== null) leftOut('the steps of the image', lacking)

describe.skipIf(lacking !== null)('the image', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tzref-image-'))
  const volume = join(folder, 'volume')
  let image: Image
  let server: Container | undefined

  /** Runs a command of `tzref` in its own container, with the same volume. */
  async function command(...args: string[]): Promise<[number | null, string]> {
    const container = await runImage(image, volume, args)
    const code = await container.ended
    return [code, container.stdout() + container.stderr()]
  }

  beforeAll(() => {
    image = makeImage(folder, join(ROOT, 'deploy/Dockerfile'), ROOT)
    // A new volume begins as a copy of the image's folder, with its owner.
    execFileSync('cp', ['-a', '-T', join(image.root, image.volume), volume])
  })
  afterAll(async () => {
    await server?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  test('is small: its modules, artifact and program', () => {
    const sizes = ['node_modules', 'dist', 'compiled'].map((name) => [
      name,
      Math.round(bytesOf(join(image.root, image.folder, name)) / 1e6),
    ])
    const added = Math.round((bytesOf(image.root) - image.baseBytes) / 1e6)
    process.stdout.write(
      `beside Debian and Node (${Math.round(image.baseBytes / 1e6)} MB) the image has ${added} MB, of them ${sizes.map(([name, mb]) => `${name} ${mb}`).join(', ')}\n`,
    )
    expect(added).toBeLessThan(200)
  })

  test('has only what serving needs: no mapshaper', () => {
    const { packages }: { packages: Record<string, unknown> } = JSON.parse(
      readFileSync(join(image.root, image.folder, 'node_modules/.package-lock.json'), 'utf8'),
    )
    const names = Object.keys(packages)
    process.stdout.write(`the image has ${names.length} packages\n`)
    expect(names.length).toBeLessThan(150)
    for (const name of ['mapshaper', 'geo-tz', 'openpgp', 'better-sqlite3-12'])
      expect(names).not.toContain(`node_modules/${name}`)
  })

  test('serves as its user without capabilities, and can write only to its volume', async () => {
    const [made, why] = await command('account', 'create', '--email', 'you@example.org', '--verified')
    expect(made, why).toBe(0)
    const [, key] = await command('token', 'create', '--account', 'you@example.org', '--name', 'ci')
    const token = /tzr_\w+/.exec(key)?.[0] ?? ''
    const began = performance.now()
    server = await runImage(image, volume)
    const { exec } = server
    while (exec(...image.health)[0] !== 0) {
      expect(existsSync(`/proc/${server.pid}`), server.stderr()).toBe(true)
      await pause(200)
    }
    process.stdout.write(`healthy after ${((performance.now() - began) / 1000).toFixed(1)} s\n`)
    const ask = (path: string): string[] => [
      'node',
      '-e',
      `fetch('http://127.0.0.1:8080${path}', { headers: { authorization: 'Bearer ${token}' } }).then(async (answer) => console.log(answer.status, (await answer.text()).slice(0, 200)))`,
    ]
    expect(exec(...ask('/v1/timezones/Europe/Berlin'))).toEqual([
      0,
      expect.stringMatching(/^200 .*Europe\/Berlin/),
    ])
    expect(exec(...ask('/')).join(' ')).toContain('200 <!')
    const status = readFileSync(`/proc/${server.pid}/status`, 'utf8')
    expect(status).toMatch(/^Uid:\s+10001\s+10001\s+10001\s+10001$/m)
    expect(status).toMatch(/^CapEff:\s+0+$/m)
    for (const place of ['/opt/tzref/x', '/etc/x', '/x']) {
      expect(exec('touch', place), place).toEqual([1, expect.stringMatching(/Read-only|denied/)])
    }
    expect(exec('touch', `${image.volume}/x`)).toEqual([0, ''])
  })

  test('refuses to build, and says where data comes from', async () => {
    const [code, printed] = await command('build', '--dist', image.volume)
    expect(code).toBe(1)
    expect(printed).toContain('tzref install')
  })

  test('its other commands work without the files that only a build reads', async () => {
    for (const args of [
      ['verify'],
      ['releases'],
      ['zone', 'Europe/Berlin'],
      ['export', 'zones', '/tmp/zones.parquet'],
      ['export', 'web', '/tmp/web'],
      ['keys', 'new', '/tmp/key.pem'],
      ['doctor'],
    ]) {
      const [code, printed] = await command(...args)
      process.stdout.write(`tzref ${args.join(' ')}: ${code}\n`)
      expect(printed, args.join(' ')).not.toMatch(/ERR_MODULE|Cannot find|at .*\.js:\d/)
      if (args[0] !== 'doctor') expect(code, printed).toBe(0)
    }
  })

  test('stops when told to, within the ten seconds that a container gets', async () => {
    const began = performance.now()
    expect(await server?.stop()).toBe(0)
    process.stdout.write(`ended after ${((performance.now() - began) / 1000).toFixed(1)} s\n`)
    server = undefined
  })
})
