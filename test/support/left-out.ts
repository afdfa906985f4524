// Prints on stderr, next to the skipped tests, what a test run could not do on this machine.

/** Prints the suite that is left out, and what is missing for it. */
export function leftOut(suite: string, lacking: string): void {
  process.stderr.write(`LEFT OUT: ${suite}, for lack of ${lacking}\n`)
}
