// Facts about words for kinds of areas, such as "County": the name without them, or null when no other word is left.
import { expect, test } from 'vitest'
import { areaNamesIn, cityNameIn, divisionNameIn, isDirection, stateNamesIn } from '#core/ask/area-words.ts'
import { nameWords } from '#core/text/name-key.ts'

test.each([
  ['Canton of Zurich', 'zurich'],
  ['Washington State', 'washington'],
  ['Estado de México', 'mexico'],
  ['Provincia di Trento', 'trento'],
  ['Departamento del Cusco', 'cusco'],
  ['Comunidad Foral de Navarra', 'navarra'],
  ['Cookstown District Council', 'cookstown'],
  ['County Antrim', 'antrim'],
  ['County', null],
  ['Zurich', null],
  ['State', null],
  ['Province', null],
])('the division in %s is %s', (text, name) => expect(divisionNameIn(nameWords(text))).toBe(name))

test.each([
  ['Northern California', ['california']],
  ['North East Brazil', ['eastbrazil', 'brazil']],
  ['North South Carolina', ['southcarolina', 'carolina']],
  ['Eastern US', ['us']],
  ['North of England', ['england']],
  ['North CA', ['ca']],
  ['South America', []],
  ['Brazil', []],
  ['West', []],
])('the possible areas in %s are %j', (text, names) => expect(areaNamesIn(nameWords(text))).toEqual(names))

test.each([
  ['City of Sunderland', 'sunderland'],
  ['London Borough of Newham', 'newham'],
  ['Metropolitan City of Reggio Calabria', 'reggiocalabria'],
  ['Città metropolitana di Milano', 'milano'],
  ['Greater Manchester', 'manchester'],
  ['Ballymena Borough', 'ballymena'],
  ['Armagh City and District Council', 'armagh'],
  ['City and County of Swansea', 'swansea'],
  ['Kinshasa City', 'kinshasa'],
  ['Kaunas City Municipality', 'kaunas'],
  ['Chicago metropolitan area', 'chicago'],
  ['London', null],
  ['City', null],
  ['City of', null],
  ['Greater City', null],
])('the city in %s is %s', (text, name) => expect(cityNameIn(nameWords(text))).toBe(name))

test('a direction alone is no name', () => {
  for (const name of ['North West', 'Northern Province', 'Centre'])
    expect(isDirection(nameWords(name)), name).toBe(true)
  expect(isDirection(nameWords('Province'))).toBe(false)
  expect(isDirection(nameWords('West Texas'))).toBe(false)
})

test.each([
  ['Republic of Chad', ['ofchad', 'chad']],
  ['République du Tchad', ['dutchad', 'tchad']],
  ['República de El Salvador', ['deelsalvador', 'elsalvador', 'salvador']],
  ["Stato d'Israele", ['disraele', 'israele']],
  ['Bolivia, Plurinational State of', ['bolivia']],
  ['Korea, Democratic People’s Republic of', ['korea']],
  ['República Democrática de São Tomé e Príncipe', ['desaotomeeprincipe', 'saotomeeprincipe']],
  ['Özbekistan Cumhuriyeti', ['ozbekistan']],
  ['Республика Чад', ['чад']],
  ['乍得共和国', ['乍得']],
])('the state in %s is one of %j', (text, names) =>
  expect(stateNamesIn(text).slice(0, names.length)).toEqual(names),
)

test.each([['Chad'], ['Republic'], ['Republic of the'], ['共和国'], ['New South Wales']])(
  'there is no state in %s',
  (text) => expect(stateNamesIn(text)).toEqual([]),
)

test('a text of many words for states is read at once, whatever comes after them', () => {
  // A pattern that could divide these words in two ways each would never end.
  expect(stateNamesIn(`${'人民民主'.repeat(100)}x`)).toEqual([])
  expect(stateNamesIn('朝鮮民主人民共和國')).toEqual(['朝鮮'])
})

test('of a genitive the nominative is tried', () => {
  expect(stateNamesIn('Republika Botswany')).toContain('botswana')
  expect(stateNamesIn('Kenian tasavalta')).toContain('kenia')
})
