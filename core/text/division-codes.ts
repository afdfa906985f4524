// The name under which the file of names has the code of a state: "state code OR" for the OR in "Portland, OR".

/** The longest code or short form of a state in the file of names: "Edomex", "Calif". */
export const LONGEST_STATE_CODE = 6

/** The name of a state's code or short form, or of all states that share it: `WA` is Washington and Western Australia. A code is not a name. */
export const stateCodeName = (code: string): string => `state code ${code}`

/** Whether the words of a row of the file of names are such a name. It is for look-ups only; people never see it. */
export const isStateCodeName = (words: string): boolean => words.startsWith('state-code-')
