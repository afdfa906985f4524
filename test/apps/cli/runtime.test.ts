// What `tzref runtime` refuses before it asks a runtime.
import { expect, test } from 'vitest'
import { CURRENT_ARTIFACT } from '#apps/cli/current-artifact.ts'
import { registerRuntime } from '#apps/cli/runtime.ts'
import { writtenBy } from '../../support/worlds/written.ts'

test.each([
  ['a runtime', ['python']],
  ['--program', ['--program', '/usr/bin/node']],
])('--tzdir beside %s is refused', async (_, args) => {
  const asked = writtenBy({ runtime: (command) => registerRuntime(command, CURRENT_ARTIFACT) }, [
    'runtime',
    ...args,
    '--tzdir',
    '/usr/share/zoneinfo',
  ])
  await expect(asked).rejects.toThrow('found --tzdir beside a runtime or --program, expected it alone')
})
