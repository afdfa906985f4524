// A sample of zones, 1800 to 2400, equal to zic and zdump. All of them: `npm run long -- conformance`. (decision 0002)
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import {
  compactReleaseDifferences,
  compileRelease,
  fullReleaseDifferences,
  NEGATIVE_SAVE_NAMES,
  surprises,
} from '../support/oracles/against-zic.ts'
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

const sampleOf = (names: Iterable<string>): string[] => {
  const wanted = new Set([...ODD, ...NEGATIVE_SAVE_NAMES])
  return [...names].toSorted().filter((name, i) => wanted.has(name) || i % 60 === 0)
}

// The night compares 2026b too, and all names.
for (const release of ['2026c'] as const) {
  const files = tarballFiles(release)
  const without = WITHOUT_ORACLE ?? (files === null ? WITHOUT_TARBALLS : null)
  test.skipIf(without !== null)(
    `a sample of ${release} (full source) equals zic and zdump${without === null ? '' : `: ${without}`}`,
    async () => {
      if (files === null) return
      const compiled = compileRelease(files)
      const names = sampleOf(compiled.zoneByName.keys())
      const differences = await fullReleaseDifferences(files, compiled, names)
      expect(surprises(differences, expectedDifferences, release, names, ['main', 'rearguard'])).toEqual([])
    },
  )
}

test.skipIf(WITHOUT_ORACLE !== null)(
  `a sample of 2026f (compact form) equals zic and zdump${WITHOUT_ORACLE === null ? '' : `: ${WITHOUT_ORACLE}`}`,
  async () => {
    const files = embeddedFiles()
    const older = tarballFiles('2026c')
    const compiled = compileRelease(files)
    const names = sampleOf(compiled.zoneByName.keys())
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
