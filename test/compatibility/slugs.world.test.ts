// Slugs in the whole world: each that was ever given leads to a city.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { FORMER_SLUGS } from '#core/text/former-slugs.ts'
import { ROOT } from '#open/program/root.ts'
import { openArtifact } from '#open/artifact.ts'
import { type CitySlugs, readSlugRegistry } from '#pipeline/compile/city-slugs.ts'
import { SLUG_REGISTRY } from '#pipeline/paths.ts'

const registry = readSlugRegistry(SLUG_REGISTRY, readFileSync(join(ROOT, SLUG_REGISTRY), 'utf8'))

test('every slug that was ever given leads to a city, and no city owns a former slug', () => {
  const artifact = openArtifact(inject('embeddedArtifact'))
  const slugsOf = (city: CitySlugs): string[] => (city.also === null ? [city.slug] : [city.slug, city.also])
  try {
    const cities = artifact.rows('city')
    const present = new Set(cities.map(({ slug }) => slug))
    const owned = new Set(cities.flatMap(slugsOf))
    expect(FORMER_SLUGS.size).toBeGreaterThan(100)
    for (const [former, slug] of FORMER_SLUGS) {
      expect(present.has(slug), `${former} leads to ${slug}`).toBe(true)
      expect(owned.has(former), former).toBe(false)
    }
    const given = [...registry.values()].flatMap(slugsOf)
    // When a city becomes part of another one, former-slugs.json leads its slugs to that one.
    expect(given.filter((slug) => !owned.has(slug) && !FORMER_SLUGS.has(slug))).toEqual([])
  } finally {
    artifact.close()
  }
})
