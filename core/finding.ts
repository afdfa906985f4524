// What a check has to say about one thing: checks return findings, they do not throw.

export interface Finding<Code extends string = string> {
  /** Kebab-case name of what is wrong, for scripts and tests. */
  readonly code: Code
  /** What it is about: a zone's id, a file's name. */
  readonly about: string
  /** What was found and what was expected. */
  readonly message: string
}
