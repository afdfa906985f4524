// How much each thing that a name can mean counts, in people, and how many times more one must have: for /convert, search and the menu.

/** A place needs this many times the people of a namesake to be meant without asking. */
export const TIMES_THE_PEOPLE = 3
/**
 * The share of its people that a place counts with under a name that is not its own, because the sources have names in all languages. The
 * first share is for choosing one place. The second is for lists of all places: there, a large place under another name comes before a small
 * one under its own.
 */
export const [SHARE_BY_OTHER_NAME, SHARE_IN_ORDER] = [0.1, 0.2]
/** A place needs this many times the people of a namesake to be meant by a name that it had before. */
export const TIMES_FOR_A_FORMER_NAME = 10
/** Inside a division a place on another clock is asked about unless the largest of the name has this many times its people. */
export const TIMES_IN_A_DIVISION = 10
/** The people that a region counts with if none of its cities is known. It is enough to be asked about next to most cities of its name. */
export const PEOPLE_OF_A_REGION = 200_000
/** The people of a city that many know by name. */
export const PEOPLE_OF_NOTE = 100_000
/**
 * Some codes mean a state and a country, as `CA` does. After such a code, a place of the country counts from this many people on: the first
 * number if no town of the state has the name, the second if one has. With less than the first number, a place also never takes the place of
 * a city that everybody knows by the name.
 */
export const [PEOPLE_INSTEAD, PEOPLE_BESIDE] = [20_000, 100_000]
/** The people that a city counts with under its own name if no list of people has it, and if a list has it with 0 people. */
export const [OF_A_NEW_CITY, OF_NOBODY_COUNTED] = [20_000, 1000]
/** Three letters do not mean a place with fewer people. */
export const PEOPLE_OF_A_VILLAGE = 30_000
/** Added to the people of a capital, which is meant more often than its size suggests. */
export const OF_A_CAPITAL = 1e6
/** A country counts for more than any city that has its name. */
export const OF_ALL_CITIES = 1e8
/** Among names that begin with a text, a small country is meant as often as a capital. */
export const OF_A_COUNTRY = 3e6
/** The beginning of a country's name in another language says little: "est" is Estonia, not the Estados Unidos. */
export const SHARE_BY_ANOTHER_BEGINNING = 0.01
/** The people that a thing without people counts with. */
export const [OF_A_STANDARD, OF_A_ZONE] = [3e5, 1e5]
/** Added to a standard for each zone that keeps it. */
export const OF_EACH_ZONE = 1000
/** A state counts for a little less than the city of its name. */
export const SHARE_OF_A_STATE = 0.9

/** How well a text fits a name. A better fit comes before a worse one, however many people each has. */
export const STEP = {
  /** The clock that /convert answers, or asks about. */
  meant: 3e12,
  exact: 2e12,
  beginning: 1e12,
  inside: 0,
} as const
export type Match = keyof typeof STEP

/** The weight of a name in a drop-down of time zones, by whose name it is. The people of a zone decide only between equal weights. */
export const OF_A_MENU = { name: 4, country: 3, time: 2, also: 1 } as const
