// A name with words for its kind of area ("Canton of Zurich", "Estado de México") → the name without them; words that alone mean no place.
import { nameWords } from '../text/name-key.ts'

const setOf = (text: string): ReadonlySet<string> => new Set(text.split(/[\s|]+/).flatMap(nameWords))

/** Words for kinds of first divisions, in English and in the other languages of atlases. */
const DIVISIONS =
  setOf(`state province canton region prefecture territory oblast department district governorate county okrug krai kray autonomous
republic emirate voivodeship municipality parish bundesland provinz kanton estado provincia departamento departement departement region regiao distrito
comunidad regione provinsi wilayah vilayet negeri provincie lan fylke maakond wojewodztwo muhafazah changwat sheng zizhiqu respublika oblysy viloyati
zone unit regional metropolitan borough council quarter corporation principado foral novads pilseta atoll gorod rayon raion judet voblasc kraj
avtonomnyj avtonomnaja avtonomnyy avtonomnaya`)

/** Words for states in countries whose smaller parts are counties, parishes and districts: Washington County is not Washington. */
const STATE_KINDS = setOf('state province territory')

/** Whether words call a name a state of a federation, not a part of one. */
export const isOfState = (words: readonly string[]): boolean => words.some((word) => STATE_KINDS.has(word))

const COUNTY_KINDS = setOf('county parish borough')

/** Whether words call a name a part of a state. */
export const isOfCounty = (words: readonly string[]): boolean => words.some((word) => COUNTY_KINDS.has(word))

/** Words between such a word and the name. */
const OF = setOf('of de del do da di du des la le van von')

/**
 * The key of the name in "state of …", "… province" or "Provincia de …"; null for anything else. `words` come from `nameWords`.
 */
export function divisionNameIn(words: readonly string[]): string | null {
  const [first = ''] = words
  if (DIVISIONS.has(first)) {
    const begin = words.findIndex((word, index) => index > 0 && !OF.has(word) && !DIVISIONS.has(word))
    if (begin > 1 && OF.has(words[begin - 1] ?? '')) return words.slice(begin).join('')
  }
  if (first === 'county' && words.length > 1) return words.slice(1).join('')
  const kinds = words.length - 1 - words.findLastIndex((word) => !DIVISIONS.has(word))
  return kinds > 0 && kinds < words.length ? words.slice(0, -kinds).join('') : null
}

/** Words that say which part of an area is meant. Alone they are not a name. */
const COMPASS =
  setOf(`north south east west northern southern eastern western northeast northwest southeast southwest
northeastern northwestern southeastern southwestern central middle`)

/** The same in the languages of many atlases, where divisions have such names. */
const COMPASS_OF_ATLASES = setOf(
  'centre center nord sud est ost ouest norte sur sul este leste oeste ovest noord zuid oost centro littoral coast coastal',
)

/** Whether words say only a direction, as "Northern Province" does. The north of something is not a separate place. */
export function isDirection(words: readonly string[]): boolean {
  const left = words.filter((word) => !DIVISIONS.has(word))
  return left.length > 0 && left.every((word) => COMPASS.has(word) || COMPASS_OF_ATLASES.has(word))
}

/** The short names of countries in daily use. Next to other text they mean the country; other short names are codes. */
export const SHORT_COUNTRIES = setOf('us usa uk gb uae drc ksa prc roc rok dprk rsa dr png nz')
/** Two continents and a country have this name. After a direction it means a continent. */
const CONTINENTS = setOf('america')

const LETTERS: Readonly<Record<string, string>> = { n: 'North', s: 'South', e: 'East', w: 'West' }

/** Short words in the names of countries and cities. */
const ABBREVIATED: Readonly<Record<string, string>> = {
  is: 'Islands',
  rep: 'Republic',
  dem: 'Democratic',
  fed: 'Federated',
  sts: 'States',
  sta: 'Santa',
  sto: 'Santo',
  cd: 'Ciudad',
  pto: 'Puerto',
}

/** Writes out short words: "N. Korea" → "North Korea", "Solomon Is." → "Solomon Islands". */
export const speltOut = (text: string): string =>
  text
    .replace(
      /^([nsew])(?:\. ?(?=\p{L}{2})| (?=\p{L}{4}))/iu,
      (_, letter: string) => `${LETTERS[letter.toLowerCase()] ?? letter} `,
    )
    .replaceAll(
      /(?<!\p{L})(\p{L}{2,3})\./gu,
      (found, word: string) => ABBREVIATED[word.toLowerCase()] ?? found,
    )

/** A postal code behind the code of a state, in the United States, Canada or Australia. */
const POSTAL_CODE = /(?<=[\s,]\p{Lu}{2,3}),? (?:\d{5}(?:-\d{4})?|[A-Z]\d[A-Z] ?\d[A-Z]\d|\d{4})(?=$|,)/u

/** Leaves out a postal code: "Austin, TX 78701" → "Austin, TX". It says no more than the state before it. */
export const withoutPostalCode = (text: string): string => text.replace(POSTAL_CODE, '')

/**
 * The keys of the possible countries or divisions in "Northern California" or "East Germany", longest first: "North South Carolina" is in South
 * Carolina, not in Carolina. Empty for anything else.
 */
export function areaNamesIn(words: readonly string[]): string[] {
  const begin = words.findIndex((word) => !COMPASS.has(word))
  return Array.from({ length: Math.max(begin, 0) }, (_, index) => {
    const at = index + 1
    return words.slice(words[at] === 'of' ? at + 1 : at).join('')
  }).filter((name) => !CONTINENTS.has(name) && name !== '')
}

/** Words before the "of" of a city, as in "City of Sunderland", "London Borough of Newham", "Città metropolitana di Milano". */
const CITY_KINDS = setOf(
  `city county borough municipality ciudad cidade ville citta metropolitana autonoma comunale metropolitan autonomous special free royal
hanseatic london`,
)
/** The last index where such a word may stand: "Metropolitan City of". */
const LAST_KIND = 2
const CITY_PARTS = setOf('greater central inner downtown metro metropolitan')
const CITY_AREAS = setOf('city metro metropolitan municipality area borough council')

/** The key of the city in "City of London", "Greater Manchester", "Kinshasa City" or "Kaunas City Municipality"; null for anything else. */
export function cityNameIn(words: readonly string[]): string | null {
  const kind = words.findIndex((word, index) => !CITY_KINDS.has(word) || OF.has(words[index + 1] ?? ''))
  if (kind >= 0 && kind <= LAST_KIND && CITY_KINDS.has(words[kind] ?? ''))
    return words.slice(kind + 2).join('') || null
  const begin = words.findIndex((word) => !CITY_PARTS.has(word))
  const isOfCouncil = words.at(-1) === 'council'
  const end =
    words.findLastIndex((word) => !CITY_AREAS.has(word) && !(isOfCouncil && word === 'district')) + 1
  return begin >= 0 && begin < end && end - begin < words.length ? words.slice(begin, end).join('') : null
}

/** Words that states use for themselves, in the languages of most official names. */
const STATES =
  setOf(`republic rep kingdom principality commonwealth federation federal fed federated democratic dem peoples islamic socialist united union
sultanate duchy plurinational bolivarian cooperative hashemite oriental independent collectivity collectivite territory territoire department departement
republik konigreich furstentum grossherzogtum bundesrepublik volksrepublik staat eidgenossenschaft demokratische islamische sozialistische foderative foderale vereinigte vereinigtes
republique royaume principaute duche etat federale democratique populaire islamique socialiste unie unies federative plurinational federes
republica reino principado ducado estado federal democratica popular islamica socialista unida unidos unido federativa plurinacional bolivariana cooperativa oriental mancomunidad federados
repubblica regno principato granducato stato democratica popolare islamica socialista unita uniti unito federale
republiek koninkrijk vorstendom groothertogdom bondsrepubliek volksrepubliek democratische islamitische socialistische verenigde federale
republiken kungariket kungadomet furstendomet storhertigdomet republikken kongeriget kongeriket fyrstedommet forbundsrepubliken demokratiska folkrepubliken islamiska
republika krolestwo ksiestwo panstwo kralovstvi kralovstvo kraljevina knizectvi koztarsasag kiralysag respublika respublikasi cumhuriyeti kralligi prensligi devleti emirligi sultanligi demokratik halk islam birlesik tasavalta kuningaskunta sultanaat sultanat sultanato emiraat emirat emirato territorio territorium arap
republicii regatul republik kerajaan kesultanan jamhuri gweriniaeth poblacht repiblik republiki repubulika repubblika repubilika cong hoa vuong quoc nuoc nha
республика королевство княжество герцогство федеративная федеральная демократическая народная исламская социалистическая арабская государство султанат
республіка королівство князівство рэспубліка каралеўства република кралство краљевина җөмһүрияте республикасы республикаси
جمهورية مملكة سلطنة امارة إمارة دولة دوقية دوقيّة الاتحادية الديمقراطية الديموقراطية الشعبية الإسلامية العربية الاشتراكية اتحاد جمهوری اسلامی پادشاهی
δημοκρατια βασιλειο πριγκιπατο दमोक्रेटिक गणराज्य गणतंत्र 공화국 왕국`)

/** Words that stand among those and are not part of the name. */
const BETWEEN =
  setOf(`of state states the and de des du d la le les l el los las del della delle dei degli di do da dos das der die von van het
e i y et und en og och af ya na xa hoi chu nghia dan nhan lien bang arab arabe grand great gran grande grao groot gross la of a an`)

/**
 * Endings of states' names in Chinese and Japanese, which have no spaces between words. No word that may repeat is made of others: a text of
 * such words could be divided in too many ways.
 */
const ENDINGS =
  /(?:人民|民主|社会主义|社會主義|社会主義|联邦|聯邦|連邦|伊斯兰|伊斯蘭|イスラム|阿拉伯|アラブ|多民族|合作|联合|独立)*(?:共和国|共和國|王国|王國|公国|公國|大公国|大公國|大公國|酋长国|联邦|聯邦|連邦|苏丹国|国|國)$/u

/**
 * Keys of the possible names in "Republic of …", "Bolivia, Plurinational State of" or "… Cumhuriyeti", likeliest first. The first is what
 * remains without such words. The next ones leave out the small words before the name, one by one ("de El Salvador"). Empty if the text has
 * no such words.
 */
export function stateNamesIn(text: string): string[] {
  // "d'Israele" counts as two words here.
  const words = nameWords(text.replace(/(?<=^|\s)(d|l|dell)['’](?=\p{L})/giu, '$1 '))
  if (words.length === 1) {
    const name = words.join('').replace(ENDINGS, '')
    return name === words.join('') || name === '' ? [] : [name]
  }
  let left = words.filter((word) => !STATES.has(word))
  if (left.length === words.length) return []
  const names: string[] = []
  while (BETWEEN.has(left.at(-1) ?? '')) left = left.slice(0, -1)
  for (; left.length > 0; left = left.slice(1)) {
    names.push(left.join(''))
    if (!BETWEEN.has(left[0] ?? '')) break
  }
  // "Republika Botswany", "Kenian tasavalta": many languages put the name in the genitive.
  const stem = (names.at(-1) ?? '').slice(0, -1)
  return stem.length < 3 ? names : [...names, `${stem}a`, stem]
}

/** Words that are also names of towns. Alone they mean something else or nothing: continents, seas, letters, phrases, the first words of many names. */
const NO_PLACES =
  setOf(`africa asia europe eurasia oceania australasia atlantis antarctic arctic atlantic pacific mediterranean caribbean gulf
sea ocean lake river island islands mountain mountains desert sahara northamerica southamerica centralamerica latinamerica northsea
northeast northwest southeast southwest north south east west center centre apac emea latam
alpha bravo charlie delta echo foxtrot golf hotel juliet juliett kilo mike november oscar papa romeo sierra tango uniform victor whiskey xray yankee
my your here there now today tomorrow yesterday local home world earth globe universe anywhere somewhere nowhere everywhere summer winter autumn
saint sainte fort mount
time clock noon midnight moon mars standard daylight city town village capital country state zone timezone test unknown none null undefined default`)

/** Codes of standards that are English words, or names. */
const WORDS_TOO =
  setOf(`act art bit bot cast cat cost east eat eddy galt get gift gilt hove lint mart met mist mut nut pet pont ret rot
sake sat set sit sret tat tot vet vut wait wast wat west wet wit`)

/** Whether the key of a standard's code is a word as well. Next to other words such a code counts in capitals only. */
export const isWordToo = (key: string): boolean => WORDS_TOO.has(key)

/** Whether a key without other words never means a place, although a place has the name. */
export const isNoPlace = (key: string): boolean => NO_PLACES.has(key)
