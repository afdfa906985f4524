// What `--json` prints, the same for every command: one value on one line, so that lines can be counted, cut and read one by one.

/** A value as the line of text that `--json` writes. */
export const jsonLine = (value: unknown): string => `${JSON.stringify(value)}\n`
