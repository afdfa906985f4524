// The result of a check about one thing. Checks return findings; they do not throw.

export interface Finding<Code extends string = string> {
  /** Kebab-case name of the fault, for scripts and tests. */
  readonly code: Code
  /** The thing that it is about: a zone's id, a file's name. */
  readonly about: string
  /** The value that was found, and the one that was expected. */
  readonly message: string
}
