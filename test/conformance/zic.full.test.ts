// A sample of zones, 1800 to 2400, equal to zic and zdump (decision 0002). The night takes all names of every release available.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import {
  compactReleaseDifferences,
  type Compiled,
  compileRelease,
  fullReleaseDifferences,
  NEGATIVE_SAVE_NAMES,
  surprises,
} from '../support/oracles/against-zic.ts'
import { TAKES_ALL } from '../support/how-many.ts'
import { leftOut } from '../support/left-out.ts'
import { embeddedFiles, tarballFiles, WITHOUT_TARBALLS } from '../support/worlds/tz-releases.ts'
import { WITHOUT_ORACLE, ziguardForm } from '../support/oracles/zic-oracle.ts'

const expectedDifferences = readFileSync(new URL('expected-differences.txt', import.meta.url), 'utf8')

/** The odd zones that the goldens show too, those with negative SAVE, and every sixtieth name. */
const ODD = [
  'Africa/Monrovia',
  'America/Edmonton',
  'America/Inuvik',
  'America/Nuuk',
  'America/Sao_Paulo',
  'America/Vancouver',
  'Antarctica/Troll',
  'Asia/Gaza',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Europe/Amsterdam',
  'Pacific/Apia',
]

const namesOf = ({ zoneByName }: Compiled): string[] => {
  const names = [...zoneByName.keys()]
  expect(names).toHaveLength(598)
  const wanted = new Set([...ODD, ...NEGATIVE_SAVE_NAMES])
  return TAKES_ALL ? names : names.toSorted().filter((name, i) => wanted.has(name) || i % 60 === 0)
}

const AMOUNT = TAKES_ALL ? 'all names' : 'a sample'
for (const release of TAKES_ALL ? ['2026b', '2026c'] : ['2026c']) {
  const files = tarballFiles(release)
  const without = WITHOUT_ORACLE ?? (files === null ? WITHOUT_TARBALLS : null)
  test.skipIf(without !== null)(
    `${AMOUNT} of ${release} (full source) equal zic and zdump${without === null ? '' : `: ${without}`}`,
    async () => {
      if (files === null) return
      const compiled = compileRelease(files)
      const names = namesOf(compiled)
      const differences = await fullReleaseDifferences(files, compiled, names)
      expect(surprises(differences, expectedDifferences, release, names, ['main', 'rearguard'])).toEqual([])
    },
  )
}

if (tarballFiles('2026c') === null)
  leftOut('the flag of zones with negative SAVE in 2026f', 'the signed tarball of 2026c')
test.skipIf(WITHOUT_ORACLE !== null)(
  `${AMOUNT} of 2026f (compact form) equal zic and zdump${WITHOUT_ORACLE === null ? '' : `: ${WITHOUT_ORACLE}`}`,
  async () => {
    const files = embeddedFiles()
    const older = tarballFiles('2026c')
    const compiled = compileRelease(files)
    const names = namesOf(compiled)
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
