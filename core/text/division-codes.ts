// The names under which the file of names has what means a division beside other text only: "state code OR" for the OR in "Portland, OR".

/** The longest code or short form of a state in the file of names: "Edomex", "Calif". */
export const LONGEST_STATE_CODE = 6

/** The name of a state's code or short form, or of all states that share it: `WA` is Washington and Western Australia. A code is not a name. */
export const stateCodeName = (code: string): string => `state code ${code}`

/** The name of divisions that say only where they lie: "Central Region". It means one of them behind a town alone. */
export const directionName = (name: string): string => stateCodeName(`of ${name}`)

/** Whether the words of a row of the file of names are one of these names. They are for look-ups only; people never see them. */
export const isStateCodeName = (words: string): boolean => words.startsWith('state-code-')
