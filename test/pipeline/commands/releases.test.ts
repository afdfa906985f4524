// What `releases` and `prune` say of a folder without artifacts.
import { expect, test, vi } from 'vitest'
import { registerPrune, registerReleases } from '#pipeline/commands/releases.ts'
import { writtenBy } from '../../support/worlds/written.ts'

test.each(['releases', 'prune'])('%s says that a missing folder has no artifact', async (name) => {
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  await writtenBy({ releases: registerReleases, prune: registerPrune }, [name, '--dist', '/nowhere'])
  expect(write.mock.calls).toEqual([['/nowhere: found no artifact\n']])
  write.mockRestore()
})
