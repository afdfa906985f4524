// A part of a text → everything that it means there: what bears the name, what a form of it names, and the area that it says.
import { directionName } from '../text/division-codes.ts'
import { nameKey, nameWords } from '../text/name-key.ts'
import { SHORT_COUNTRIES, speltOut } from './area-words.ts'
import {
  besideOthers,
  goingBy,
  isBareDirection,
  isEmpty,
  ofStateCode,
  orNull,
  type Gazetteer,
} from './candidates.ts'
import { NOTHING, type Namesakes } from './choice.ts'
import { readForm } from './forms.ts'
import { isArea, type Area } from './within-area.ts'

/** What is spelt otherwise before a text is read. */
export const SPELLINGS = [
  {
    name: 'short words',
    pattern: 'N., Is., Rep. spelt out; a postal code behind a state left out',
    example: 'Solomon Is.',
  },
] as const

/** A text with its short words spelt out. */
export const withFullWords = (text: string, { leftOut }: Gazetteer): string =>
  leftOut?.has(SPELLINGS[0].name) === true ? text : speltOut(text)

/** A part of one text. Each thing is looked up at the first question. */
export class Part {
  /** With its short words spelt out, if nothing has the name as it is: "N. Carolina". */
  readonly text: string
  readonly #gazetteer: Gazetteer
  /** Its folded words, and the key of its name that they make. */
  readonly words: readonly string[]
  readonly key: string
  /** Everything that has it as its name. */
  readonly other: Namesakes
  #coded: Namesakes | undefined
  #exact: Namesakes | undefined
  #form: Namesakes | undefined
  #area: Area | undefined

  constructor(text: string, gazetteer: Gazetteer) {
    const words = nameWords(text)
    const asWritten = goingBy(words.join(''), gazetteer)
    this.text = isEmpty(asWritten) ? withFullWords(text, gazetteer) : text
    this.words = this.text === text ? words : nameWords(this.text)
    this.key = this.words.join('')
    this.other = this.text === text ? asWritten : goingBy(this.key, gazetteer)
    this.#gazetteer = gazetteer
  }

  /** The states and territories that it means as a code. */
  get coded(): Namesakes {
    return (this.#coded ??= ofStateCode(this.key, this.#gazetteer))
  }

  /** Everything that it means by its name or code next to other text. */
  get exact(): Namesakes {
    return (this.#exact ??= besideOthers(this.text, this.#gazetteer, this.key, this.other, this.coded))
  }

  /** What it means by a form of a name. One word alone has a form in Chinese and Japanese only. */
  get form(): Namesakes {
    const isFormed = this.words.length > 1 || !/[a-z]/.test(this.key)
    return (this.#form ??= (isFormed ? readForm(this.text, this.#gazetteer) : null) ?? NOTHING)
  }

  /** Everything that it means as a head: by its name, else by a form. */
  get meaning(): Namesakes {
    return orNull(this.exact) ?? this.form
  }

  /** The countries and divisions that it means by name, code or form. */
  get area(): Area {
    return (this.#area ??= areaOf(this, this.#gazetteer))
  }
}

/** The countries and divisions that a name or a code means. */
function areaOf(part: Part, gazetteer: Gazetteer): Area {
  const { text, key, coded } = part
  // PRC and ROC are identifiers as well.
  const isEveryday = SHORT_COUNTRIES.has(key)
  const ofZone = isEveryday ? gazetteer.zones.named(text.trim())?.countryCode : undefined
  const ofIdentifier = gazetteer.countries.named(ofZone ?? '')
  const among = ({ countries, places }: Namesakes): Area => ({
    countries: countries.length > 0 || ofIdentifier === undefined ? countries : [ofIdentifier],
    divisions: [...places.filter(({ kind }) => kind === 'division'), ...coded.places],
    towns: places.filter(({ kind }) => kind === 'city'),
    isTwo: coded.places.length > 0 && countries.some((country) => !coded.countries.includes(country)),
    isEveryday,
  })
  // "Wageningen (Sur)" is not in Suriname, whose code is SUR.
  const isWord = isBareDirection(part.words) && text !== text.toUpperCase()
  const area = among(isWord ? { ...part.other, countries: [] } : part.other)
  if (isArea(area)) return area
  // "Central Region" is a name of divisions here only. Alone it says where in any country.
  const local = goingBy(nameKey(directionName(text)), gazetteer)
  return among(orNull(local) ?? part.form)
}
