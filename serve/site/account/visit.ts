// A visit to the account area, with the token for its forms and the account that is signed in.
import type { Account } from '../../accounts/accounts.ts'
import type { AccountVisit } from '../page.ts'

/** A visit whose forms carry `csrf`. */
export interface FormVisit extends AccountVisit {
  readonly csrf: string
}

/** A visit by a signed-in visitor. */
export interface OwnVisit extends FormVisit {
  readonly account: Account
  /** The secret of the session. */
  readonly session: string
}
