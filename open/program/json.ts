// Reads JSON, and prints `--json` in the same way for every command: one value on one line, so that lines can be counted, cut and read one
// by one.

/** The line of text that `--json` writes for a value. */
export const jsonLine = (value: unknown): string => `${JSON.stringify(value)}\n`

/** The value of a text as JSON. Null where it is not JSON. */
export function fromJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Prints a result to stdout: as JSON where that was asked for, else as lines. */
export const print = (asJson: true | undefined, value: unknown, lines: readonly string[]): void =>
  void process.stdout.write(asJson ? jsonLine(value) : lines.map((line) => `${line}\n`).join(''))
