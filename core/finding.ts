// What a check has to say about data that is usable but not as expected.

export interface Finding {
  /** What kind of thing was found, in kebab-case. */
  readonly code: string
  /** One sentence that says where, what was found, and what was expected. */
  readonly message: string
}
