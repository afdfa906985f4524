// How much of what a name can mean weighs against the rest: the one table, for /convert, which asks, and for the search and the menu, which rank. In people.

/** How many times the people of a namesake a place must have to be meant without asking. */
export const TIMES_THE_PEOPLE = 3
/**
 * A place counts with this share of its people under a name that is not its own: the sources' other names are of all languages. Where one is
 * chosen it is the smaller one; where all are told, in order, a large place by another name comes before a small one by its own.
 */
export const [SHARE_BY_OTHER_NAME, SHARE_IN_ORDER] = [0.1, 0.2]
/** As many people as a region is taken to have of which no city is known: enough to be asked about beside most cities of its name. */
export const PEOPLE_OF_A_REGION = 200_000
/** Of a city that many know by name. */
export const PEOPLE_OF_NOTE = 100_000
/** Behind a code of a state, a place of the country that has the code too counts from so many people on: where no town of the state has the name, and where one has. */
export const [PEOPLE_INSTEAD, PEOPLE_BESIDE] = [20_000, 100_000]
/** A place of fewer is not what three letters mean. */
export const PEOPLE_OF_A_VILLAGE = 30_000
/** What a capital counts for beside its people: it is meant more often than they are many. */
export const OF_A_CAPITAL = 1e6
/** A country counts for more than every city that has its name. */
export const OF_ALL_CITIES = 1e8
/** Of what begins so, a small country is meant as often as a capital. */
export const OF_A_COUNTRY = 3e6
/** The beginning of a country's name in another language says little: "est" is Estonia, not the Estados Unidos. */
export const SHARE_BY_ANOTHER_BEGINNING = 0.01
/** As many people as a thing counts for that has none. */
export const [OF_A_STANDARD, OF_A_ZONE] = [3e5, 1e5]
/** A standard that one more zone keeps counts for so many more. */
export const OF_EACH_ZONE = 1000
/** A state counts for a little less than the city of its name. */
export const SHARE_OF_A_STATE = 0.9

/** How a text fits a name: whatever fits better comes before all that fits less well, however many people it has. */
export const STEP = {
  /** What /convert answers, or asks about. */
  meant: 3e12,
  exact: 2e12,
  beginning: 1e12,
  inside: 0,
} as const
export type Match = keyof typeof STEP

/** In a drop-down of time zones: whose name it is. Only behind that the people of a zone say which is likelier. */
export const OF_A_MENU = { name: 4, country: 3, time: 2, also: 1 } as const
