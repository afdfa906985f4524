// A new key on its way to the page that shows it once.
import type { NewToken } from '../../accounts/tokens.ts'
import type { SeeOther } from '../page.ts'
import { keepForOnce, takeOnce } from './shown-once.ts'
import type { OwnVisit } from './visit.ts'

export type MadeKey = Pick<NewToken, 'name' | 'text'>

/** Leads to the page that shows a key. Loading that page again creates no other key. */
export async function showOnce(visit: OwnVisit, { name, text }: MadeKey): Promise<SeeOther> {
  const secret = await keepForOnce(visit, 'show-key', { name, text })
  return { kind: 'see-other', path: `/account/keys?made=${secret}` }
}

/** The key that this address is to show. Null when it was shown before, is too old, or was created by another session. */
export const takeMadeKey = (visit: OwnVisit, secret: string): Promise<MadeKey | null> =>
  takeOnce(visit, 'show-key', secret)
