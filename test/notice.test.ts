// NOTICE names every package of the installed program whose licence asks for more than to stay next to its code.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '#open/program/root.ts'

/** Licences that ask for nothing, or only to stay next to the code. */
const PLAIN = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'Unlicense',
  'Zlib',
])
/** Licences of packages whose package.json names none. Their LICENSE file says it. */
const UNSAID: Readonly<Record<string, string>> = { suncalc: 'BSD-2-Clause' }

interface Locked {
  readonly dev?: true
  readonly devOptional?: true
}

const text = (...path: string[]): string => readFileSync(join(ROOT, ...path), 'utf8')

/** The folder of each package that production installs and that is on this machine. */
const { packages }: { packages: Record<string, Locked> } = JSON.parse(text('package-lock.json'))
const folders = Object.entries(packages)
  .filter(([path, { dev, devOptional }]) => path !== '' && !dev && !devOptional)
  .map(([path]) => path)
  .filter((path) => existsSync(join(ROOT, path, 'package.json')))

/** Whether a licence, or each of several that hold together (`MIT AND Zlib`), asks for nothing. */
const isPlain = (licence: string): boolean => licence.split(' AND ').every((one) => PLAIN.has(one))

/** Name and licence. From a choice (`MIT OR X`), the licence that asks for nothing, if there is one. */
function licenceOf(folder: string): { name: string; licence: string } {
  const { name, license }: { name: string; license?: string } = JSON.parse(text(folder, 'package.json'))
  const said = license ?? UNSAID[name] ?? 'none'
  const choices = said.replaceAll(/[()]/g, '').split(' OR ')
  return { name, licence: choices.find(isPlain) ?? choices.join(' OR ') }
}

test('NOTICE names exactly the packages whose licences ask for it, with those licences', () => {
  expect(folders.length).toBeGreaterThan(100)
  const asked = folders.map(licenceOf).filter(({ licence }) => !isPlain(licence))
  const section = text('NOTICE').split('\nLibraries\n')[1] ?? ''
  const named = section
    .split('\n')
    .flatMap((line) => [...line.matchAll(/((?:[\w.@/-]+, )*[\w.@/-]+) \(([\w.-]+)(?: or later)?\)/g)])
    .flatMap(([, names = '', licence = '']) => names.split(', ').map((name) => `${name} ${licence}`))
  expect(named.toSorted()).toEqual(
    [...new Set(asked.map(({ name, licence }) => `${name} ${licence.replace('+', '')}`))].toSorted(),
  )
})

test('a package with a NOTICE of its own is named with it', () => {
  const brings = folders.filter((folder) =>
    readdirSync(join(ROOT, folder)).some((file) => /^notice(?:\.\w+)?$/i.test(file)),
  )
  expect(
    brings.map((folder) => licenceOf(folder).name).filter((name) => !text('NOTICE').includes(name)),
  ).toEqual([])
})
