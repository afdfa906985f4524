// Prints `--json` in the same way for every command: one value on one line, so that lines can be counted, cut and read one by one.

/** The line of text that `--json` writes for a value. */
export const jsonLine = (value: unknown): string => `${JSON.stringify(value)}\n`
