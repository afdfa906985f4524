// What the account area knows of a visit: whose forms are believed, and who is signed in.
import type { Account } from '../../accounts/accounts.ts'
import type { AccountVisit } from '../page.ts'

/** A visit whose forms carry `csrf`. */
export interface FormVisit extends AccountVisit {
  readonly csrf: string
}

/** A visit of whoever is signed in. */
export interface OwnVisit extends FormVisit {
  readonly account: Account
  /** The secret of the session. */
  readonly session: string
}
