// Every name of every release available, 1800 to 2400, equal to zic and zdump.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import {
  compactReleaseDifferences,
  compileRelease,
  fullReleaseDifferences,
  surprises,
} from '../support/oracles/against-zic.ts'
import { embeddedFiles, tarballFiles, WITHOUT_TARBALLS } from '../support/worlds/tz-releases.ts'
import { WITHOUT_ORACLE, ziguardForm } from '../support/oracles/zic-oracle.ts'

const expectedDifferences = readFileSync(new URL('expected-differences.txt', import.meta.url), 'utf8')

for (const release of ['2026b', '2026c'] as const) {
  const files = tarballFiles(release)
  const without = WITHOUT_ORACLE ?? (files === null ? WITHOUT_TARBALLS : null)
  test.skipIf(without !== null)(
    `all names of ${release} (full source) equal zic and zdump${without === null ? '' : `: ${without}`}`,
    async () => {
      if (files === null) return
      const compiled = compileRelease(files)
      const names = [...compiled.zoneByName.keys()]
      expect(names).toHaveLength(598)
      const differences = await fullReleaseDifferences(files, compiled, names)
      expect(surprises(differences, expectedDifferences, release, names, ['main', 'rearguard'])).toEqual([])
    },
  )
}

test.skipIf(WITHOUT_ORACLE !== null)(
  `all names of 2026f (compact form) equal zic and zdump${WITHOUT_ORACLE === null ? '' : `: ${WITHOUT_ORACLE}`}`,
  async () => {
    const files = embeddedFiles()
    const older = tarballFiles('2026c')
    const compiled = compileRelease(files)
    const names = [...compiled.zoneByName.keys()]
    expect(names).toHaveLength(598)
    const differences = await compactReleaseDifferences(
      files.get('tzdata.zi') ?? '',
      compiled,
      names,
      older === null ? null : ziguardForm(older, 'rearguard'),
    )
    const forms = older === null ? (['own'] as const) : (['own', 'rearguard'] as const)
    expect(surprises(differences, expectedDifferences, '2026f', names, forms)).toEqual([])
  },
)

test.skipIf(tarballFiles('2026c') !== null)(
  `the flag of Dublin, Casablanca, El_Aaiun, Windhoek and Prague in 2026f is not compared: ${WITHOUT_TARBALLS}`,
  () => {
    expect(tarballFiles('2026c')).toBeNull()
  },
)
