// What `publish` says to wrong options, and that it never makes an older release current unasked.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Command } from 'commander'
import { afterEach, expect, test, vi } from 'vitest'
import { registerPublish } from '#pipeline/commands/publish.ts'
import { pointCurrentAt } from '#pipeline/write/artifact-directory.ts'
import { releaseWorld } from '../../support/worlds/release-world.ts'

async function published(...args: string[]): Promise<void> {
  const command = new Command().exitOverride().configureOutput({ writeErr: () => undefined })
  registerPublish(command)
  await command.parseAsync(args[0]?.startsWith('-') ? ['folder', ...args] : args, { from: 'user' })
}

afterEach(() => void vi.restoreAllMocks())

test.each([
  ['--days', '100000000', 'Expected a whole number from 1 to 99,999.'],
  ['--url', 'not a url', 'Expected an absolute http or https URL.'],
  ['--url', 'ftp://example.org', 'Expected an absolute http or https URL.'],
  ['--current', '2026f-none-0123abcd', 'found --refresh and --current, expected one'],
])('--refresh with %s %s is refused', async (option, value, problem) => {
  await expect(published('--refresh', option, value)).rejects.toThrow(problem)
})

test('an older release becomes current only by its name, and each time it is said what is current and what was', async () => {
  const world = releaseWorld()
  try {
    const folder = join(world.root, 'published')
    const [a, b] = [world.build('2030a').id, world.build('2030b').id]
    vi.spyOn(process.stdout, 'write').mockReturnValue(true)
    const stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    const publish = async (...args: string[]): Promise<unknown> => {
      await published(folder, ...args, '--dist', world.dist)
      return stderr.mock.lastCall?.[0]
    }
    const current = (): unknown => JSON.parse(readFileSync(join(folder, 'index.json'), 'utf8')).current.id
    pointCurrentAt(world.dist, b)
    expect(await publish()).toBe(`current is ${b}, was nothing\n`)
    expect(await publish()).toBe(`current is ${b}, was ${b}\n`)
    // Somebody forgot `activate`, or works on another host.
    pointCurrentAt(world.dist, a)
    const before = readdirSync(folder)
    for (const args of [[], [a], [b, a]]) {
      await expect(publish(...args)).rejects.toThrow(
        /2030a-.* is older than the current 2030b-.*; nothing was published/,
      )
    }
    expect([readdirSync(folder), current()]).toEqual([before, b])
    expect(await publish(a, b)).toBe(`current is ${b}, was ${b}\n`)
    expect(await publish('--refresh')).toBe(`current is ${b}, was ${b}\n`)
    expect(await publish(a, '--current', a)).toBe(`current is ${a}, was ${b}\n`)
    expect(await publish()).toBe(`current is ${a}, was ${a}\n`)
    expect(await publish('--current', b)).toBe(`current is ${b}, was ${a}\n`)
  } finally {
    world.remove()
  }
})
