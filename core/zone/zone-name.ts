// The names that zones and their aliases may have: one pattern for what is compiled, read and verified.

const NAME = /^[A-Za-z0-9._+-]+(?:\/[A-Za-z0-9._+-]+)*$/

/** Whether a text is made as names of tzdb are: letters, digits, ".", "_", "+" and "-", with single "/" between. */
export const isZoneName = (text: string): boolean => NAME.test(text)
