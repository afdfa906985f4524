// What the lines of an account's audit say, in the words of its owner.
import type { AuditEntry } from '../../accounts/audit.ts'
import { numberIn, textIn } from '../../accounts/detail.ts'

/** The words for each action. `{key}` stands for the name of the key, or its id. */
const WORDS: Readonly<Record<string, string>> = {
  'account.create': 'The account was made',
  'account.verify': 'The operator verified the address',
  'account.confirm': 'The address was verified, and a password was chosen',
  'account.set-plan': 'The plan was changed',
  'account.disable': 'The operator disabled the account',
  'account.enable': 'The operator enabled the account again',
  'account.freeze': 'The account was frozen',
  'account.unfreeze': 'The operator ended the freeze',
  'account.ask-change-email': 'A change of the e-mail address was requested',
  'account.change-email': 'The e-mail address was changed',
  'account.take-back': 'The earlier e-mail address was restored',
  'account.set-password': 'The password was changed',
  'factor.add': 'The second factor was turned on',
  'factor.remove': 'The second factor was turned off',
  'factor.reset': 'The operator turned the second factor off',
  'factor.use-recovery-code': 'A recovery code was used',
  'factor.make-recovery-codes': 'New recovery codes were made',
  'session.create': 'Signed in',
  'session.sign-out': 'Signed out',
  'session.end': 'A session was ended',
  'session.end-others': 'All other sessions were ended',
  'session.end-all': 'All sessions were ended',
  'refused.session': 'Refused: the end of a session that is not one of this account',
  'refused.key': 'Refused: a change of a key that is not one of this account',
  'refused.form': 'Refused: a form that was not made for its session',
  'refused.code-limit': 'Refused: more codes of the second factor than are allowed',
  'token.create': 'The key “{key}” was made',
  'token.revoke': 'The key “{key}” was revoked',
  'token.roll': 'The key “{key}” was rolled',
}

const CODES: Readonly<Record<string, string>> = {
  wrong: 'Refused: a wrong code of the second factor',
  used: 'Refused: a code of the second factor that was used before',
  missing: 'Refused: a change without a code of the second factor',
}

/** A line of the audit as a sentence without its full stop. `nameOf` gives the name of a key by its id; null: it has none any more. */
export function wordsOf(
  { action, tokenId, detail }: AuditEntry,
  nameOf: (id: string) => string | null,
): string {
  if (action === 'refused.code') return CODES[textIn(detail, 'why') ?? 'wrong'] ?? CODES['wrong'] ?? action
  const [left, plan] = [numberIn(detail, 'left'), textIn(detail, 'plan')]
  if (action === 'factor.use-recovery-code' && left !== null) return `${WORDS[action]}; ${left} left`
  if (action === 'account.set-plan' && plan !== null) return `${WORDS[action]} to “${plan}”`
  // A line of a later version.
  const words = WORDS[action] ?? action
  return tokenId === null ? words : words.replace('{key}', () => nameOf(tokenId) ?? tokenId)
}
