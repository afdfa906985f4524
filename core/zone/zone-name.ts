// The one pattern for names of zones and aliases, for what is compiled, read and verified.

const NAME = /^[A-Za-z0-9._+-]+(?:\/[A-Za-z0-9._+-]+)*$/

/** Whether a text has the form of tzdb's names: letters, digits, ".", "_", "+" and "-", with single "/" between them. */
export const isZoneName = (text: string): boolean => NAME.test(text)
