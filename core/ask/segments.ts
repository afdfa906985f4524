// A text → the ways to divide it into a head and parts that must be true of it, in the order in which they are tried. Nothing is looked up.

/** How a text is divided into a name and what narrows it. A dash between blanks, a semicolon and a bar divide as a comma does. */
export type Mark = 'brackets' | 'comma' | 'slash' | 'space'

/** A part of a text, and the mark before it. */
export interface Segment {
  readonly text: string
  readonly mark: Mark
}

/** A text divided. */
export interface Division {
  /** The name that the others narrow. */
  readonly head: string
  /** In the order of the text. Never empty. */
  readonly others: readonly Segment[]
  /** Whether the one other part stands before the head: "California, Pasadena". */
  readonly isTurned: boolean
}

/** A way to divide texts. */
interface Way {
  readonly name: string
  readonly pattern: string
  readonly example: string
  /** `pieces`: the text at its marks. */
  readonly divide: (text: string, pieces: readonly Segment[]) => Iterable<Division>
}

/** The most pieces between marks, and the most words of a piece that is divided at a blank. Longer texts are no names. */
export const [MOST_PIECES, MOST_WORDS] = [8, 9]
/** The most words on the shorter side of a blank: "Hamilton New Zealand" has two. */
const MOST_BESIDE = 3

/** The marks that divide wherever they stand. */
const MARKS = /[,;|·()[\]/]|(?<=^|\s)[-–—](?=\s|$)/gu

/** The pieces between marks. A slash divides only where it is the only one: others are identifiers, dates and addresses of pages. */
export function piecesOf(text: string): Segment[] {
  const isSlashed = text.split('/').length === 2
  const pieces: Segment[] = []
  let [begin, mark]: [number, Mark] = [0, 'comma']
  const add = (until: number): void => {
    const piece = text.slice(begin, until).trim()
    if (piece !== '') pieces.push({ text: piece, mark })
  }
  for (const { 0: sign, index } of text.matchAll(MARKS)) {
    if (sign === '/' && !isSlashed) continue
    add(index)
    begin = index + sign.length
    mark = sign === '(' || sign === '[' ? 'brackets' : sign === '/' ? 'slash' : 'comma'
  }
  add(text.length)
  return pieces
}

/** The parts of a piece that is divided at a blank, the longest first part first. */
function atBlank({ text, mark }: Segment): Segment[][] {
  const words = text.split(/\s+/)
  const count = words.length > MOST_WORDS ? 0 : words.length
  return Array.from({ length: Math.max(0, count - 1) }, (_, index): number => count - 1 - index)
    .filter((at) => Math.min(at, count - at) <= MOST_BESIDE)
    .map((at) => [
      { text: words.slice(0, at).join(' '), mark },
      { text: words.slice(at).join(' '), mark: 'space' },
    ])
}

/** A division of these segments, the first of which is the head. Nothing if there is no other. */
const headFirst = ([head, ...others]: readonly Segment[]): Division[] =>
  head === undefined || others.length === 0 ? [] : [{ head: head.text, others, isTurned: false }]

/** Two segments with the second as the head. Nothing for more or fewer. */
const turned = ([first, head, ...more]: readonly Segment[]): Division[] =>
  first === undefined || head === undefined || more.length > 0 || head.mark === 'slash'
    ? []
    : [{ head: head.text, others: [{ text: first.text, mark: head.mark }], isTurned: true }]

/** The ways, in order: the first division that means something decides. Marks come before blanks, and the longest name first. */
export const WAYS: readonly Way[] = [
  {
    name: 'at every mark',
    pattern: 'NAME mark PART, mark PART …',
    example: 'Paris, Lamar, Texas',
    *divide(text, pieces) {
      // A name may have a comma: "Saint Helena, Ascension and Tristan da Cunha". It counts only if it is listed so.
      for (let count = pieces.length - 1; count > 1; count--) {
        const others = pieces.slice(count)
        const rest = others.reduceRight(
          (until, part) => text.lastIndexOf(part.text, until - part.text.length),
          text.length,
        )
        const head = text.slice(0, rest).replace(/[\s,;|·/([–—-]+$/u, '')
        yield* headFirst([{ text: head, mark: 'comma' }, ...others])
      }
      yield* headFirst(pieces)
    },
  },
  {
    name: 'at one blank',
    pattern: 'one piece in two: NAME PART',
    example: 'Las Vegas NV',
    *divide(_, pieces) {
      for (const [index, piece] of pieces.entries())
        for (const two of atBlank(piece)) yield* headFirst(pieces.toSpliced(index, 1, ...two))
    },
  },
  {
    name: 'area first',
    pattern: 'AREA or TIME, and NAME behind it',
    example: 'California, Pasadena',
    *divide(_, pieces) {
      const [piece, ...others] = pieces
      yield* turned(pieces)
      for (const two of piece === undefined || others.length > 0 ? [] : atBlank(piece)) yield* turned(two)
    },
  },
  {
    name: 'at two blanks',
    pattern: 'NAME AREA AREA, without other marks',
    example: 'Perth WA Australia',
    *divide(_, [piece, ...others]) {
      for (const [first, last] of piece === undefined || others.length > 0 ? [] : atBlank(piece))
        if (first !== undefined && last !== undefined)
          for (const two of atBlank(first)) yield* headFirst([...two, last])
    },
  },
  {
    // Nothing stands between the parts, and the largest area comes first.
    name: 'address in Chinese characters',
    pattern: 'AREA with its kind, PLACE',
    example: '广东省深圳市',
    *divide(text) {
      if (!/^\p{Script=Han}{4,20}$/u.test(text)) return
      for (const { index } of text.matchAll(/(?<=..)[省州都道府県縣区區](?=..)/gu))
        yield* headFirst([
          { text: text.slice(index + 1), mark: 'comma' },
          { text: text.slice(0, index + 1), mark: 'comma' },
        ])
    },
  },
]

/** The divisions of a text by one way after another. None for a text of more pieces than a name has. */
export function* divisionsOf(text: string, leftOut?: ReadonlySet<string>): Generator<Division, void> {
  const pieces = piecesOf(text)
  if (pieces.length > MOST_PIECES) return
  for (const { name, divide } of WAYS) if (leftOut?.has(name) !== true) yield* divide(text, pieces)
}
