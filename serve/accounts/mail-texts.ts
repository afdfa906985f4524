// The three mails of the service, as plain text: verify your address, 80 % of the quota, 100 % of the quota.
import { type Month, resetOf } from '#serve/access/month.ts'
import { servedPerMonth, type Plan } from '#serve/access/plans.ts'
import { formatUtc } from './format-utc.ts'

export interface MailText {
  readonly subject: string
  readonly text: string
}

// Lines stay within 76 characters: such a mail travels as it is, and its link can be read and copied from the source too.

/** The mail whose link confirms an address. */
export function verificationMail(link: string, expiresAtMs: number): MailText {
  return {
    subject: 'Verify your e-mail address',
    text: `Somebody, most likely you, made an account for this address at a time zone
reference service. Follow this link to verify the address:

${link}

It works until ${formatUtc(expiresAtMs)}. As long as the address is not
verified, requests with tokens of the account are answered with 403.

If it was not you, there is nothing to do.
`,
  }
}

/** The mail at 80 or 100 percent of a month's quota. */
export function quotaMail(plan: Plan, month: Month, percent: number): MailText {
  const served = servedPerMonth(plan)
  const beyond =
    served > plan.requestsPerMonth
      ? `Requests above the quota are served up to ${served} (${plan.headroomPercent} % more);
those beyond are answered with 429.`
      : 'Requests above the quota are answered with 429.'
  return {
    subject: `${percent} % of the ${plan.name} quota for ${month.id} is used`,
    text: `Your account has used ${percent} % of its requests for ${month.id}:
the ${plan.name} plan has ${plan.requestsPerMonth} in a month.

${beyond}

The quota resets on ${resetOf(month)}. For more requests in this
month, change to a larger plan.
`,
  }
}
