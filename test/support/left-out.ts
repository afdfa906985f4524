// Prints on stderr, beside the skipped tests, what a test run could not do on this machine.

/** Says which suite is left out, and for lack of what. */
export function leftOut(suite: string, lacking: string): void {
  process.stderr.write(`LEFT OUT: ${suite}, for lack of ${lacking}\n`)
}
