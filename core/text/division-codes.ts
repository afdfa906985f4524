// The names under which the file of names has what is no name by its letters alone: "state code OR" for the OR in "Portland, OR".

/** The longest code or short form of a state in the file of names: "Edomex", "Calif". */
export const LONGEST_STATE_CODE = 6

/** The name of a state's code or short form, or of all states that share it: `WA` is Washington and Western Australia. A code is not a name. */
export const stateCodeName = (code: string): string => `state code ${code}`

/** The name of divisions that say only where they lie: "Central Region". It means one of them behind a town alone. */
export const directionName = (name: string): string => stateCodeName(`of ${name}`)

/** The name of a division's ISO code behind the division's own name: "Milano (MI)". Alone, and behind other towns, it is not read. */
export const ownCodeName = (code: string): string => stateCodeName(`itself ${code}`)

/** The name of a country in two letters with a mark. Without the mark they are a code: `Mỹ` is the United States, `MY` Malaysia. */
export const accentedName = (name: string): string => stateCodeName(`with accents ${name}`)

/** Whether the words of a row of the file of names are one of these names. They are for look-ups only; people never see them. */
export const isStateCodeName = (words: string): boolean => words.startsWith('state-code-')
