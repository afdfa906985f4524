// Reads plans.json, checks every field, finds a plan by its id, and says how many requests above the quota are served (headroom).
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Static, Type } from 'typebox'
import { Pointer, Value } from 'typebox/value'
import { CommandError } from '#open/program/command-error.ts'
import { expectFile } from '#open/program/file-kind.ts'
import { Closed } from '#schemas/wire/shapes.ts'

// Each description is the part of an error message after "expected". Names appear in header fields, mails and messages: printable ASCII
// without quotes needs no escaping in any of them.
const word = (pattern: string, description: string) => Type.String({ pattern, description })
const integer = (minimum: number, maximum: number) =>
  Type.Integer({ minimum, maximum, description: `an integer from ${minimum} to ${maximum}` })

const PlanRow = Closed(
  {
    id: word('^[a-z][a-z0-9-]{0,31}$', 'lower-case letters, digits and hyphens, at most 32'),
    /** As written in messages and mails. */
    name: word('^[A-Za-z][A-Za-z0-9 -]{0,63}$', 'letters, digits, spaces and hyphens, at most 64'),
    /** Per month, plus taxes. Absent: no price is shown. */
    priceUsd: Type.Optional(Type.Number({ minimum: 0, description: 'a number, 0 or more' })),
    requestsPerMonth: integer(1, 1e12),
    requestsPerSecond: integer(1, 1e6),
    /** Requests served above the month's quota, in percent of it. 0: the plan stops at its quota. */
    headroomPercent: integer(0, 100),
    /** Other promises of the operator with the plan. Absent: nothing. */
    extras: Type.Optional(
      Type.Array(Type.String({ description: 'a string' }), { description: 'an array of strings' }),
    ),
  },
  'an object',
)
const PlansFile = Type.Object(
  {
    plans: Type.Array(PlanRow, { minItems: 1, description: 'an array of at least one plan' }),
    /** Whom customers write to. */
    contact: Type.Optional(
      Type.String({
        pattern: '^(?:[^\\s@<>"]+@[^\\s@<>"]+\\.[^\\s@<>"]+|https?://[^\\s<>"]+)$',
        maxLength: 254,
        description: 'an e-mail address or https://…, at most 254 characters',
      }),
    ),
  },
  { description: '{"plans": [...]}' },
)

/** The limits of an account. */
export type Plan = Readonly<Static<typeof PlanRow>>

/** Every plan by its id, in the order of the file. */
export interface Plans extends ReadonlyMap<string, Plan> {
  /** Whom customers write to: an e-mail address or a web address. Null: the file does not say. */
  readonly contact: string | null
  /** Whether an operator's file offers these plans to customers. The plans that come with tzref are limits, and no offer. */
  readonly isOffer: boolean
}

/** The default plans, which come with tzref. */
const DEFAULT_PLANS_PATH = fileURLToPath(new URL('plans.json', import.meta.url))

/** The first fault in a plans file: its place, the value found (undefined: nothing), the value expected. */
function firstFault(file: unknown): { where: string; found: unknown; expected: string } | null {
  const fault = Value.Errors(PlansFile, file).find(({ keyword }) => keyword !== 'boolean')
  if (fault === undefined) return null
  let { instancePath, schemaPath } = fault
  if (fault.keyword === 'required') {
    const [missing] = fault.params.requiredProperties
    instancePath += `/${missing}`
    schemaPath += `/properties/${missing}`
  }
  const place = instancePath
    .replaceAll(/\/(\d+)/g, '[$1]')
    .replaceAll('/', '.')
    .slice(1)
  const where = place === '' ? 'the file' : place
  if (fault.keyword === 'additionalProperties') {
    const expected = `only ${Object.keys(PlanRow.properties).join(', ')}`
    return { where, found: fault.params.additionalProperties[0], expected }
  }
  const expected = String(Pointer.Get(PlansFile, `${schemaPath.slice(1)}/description`))
  return { where, found: Pointer.Get(file, instancePath), expected }
}

/**
 * The plans in a JSON text. `isOffer`: whether it is an operator's. Throws a CommandError that names the place, the value found and the
 * value expected.
 */
export function parsePlans(text: string, path: string, isOffer = true): Plans {
  const refusal = (where: string, found: unknown, expected: string): CommandError =>
    new CommandError(
      `${path}: ${where}: found ${found === undefined ? 'nothing' : JSON.stringify(found)}, expected ${expected}`,
      1,
    )
  let file: unknown
  try {
    file = JSON.parse(text)
  } catch (error) {
    throw new CommandError(`${path}: not JSON (${String(error)}), expected {"plans": [...]}`, 1)
  }
  const fault = firstFault(file)
  if (fault !== null) throw refusal(fault.where, fault.found, fault.expected)
  const plans = new Map<string, Plan>()
  const { plans: rows, contact = null } = Value.Parse(PlansFile, file)
  for (const [index, plan] of rows.entries()) {
    if (plans.has(plan.id)) throw refusal(`plans[${index}].id`, plan.id, 'an id that no earlier plan has')
    plans.set(plan.id, plan)
  }
  return Object.assign(plans, { contact, isOffer })
}

/** Reads and checks a plans file. Without a path: the plans that come with tzref. */
export function readPlans(path: string = DEFAULT_PLANS_PATH): Plans {
  expectFile(path, 'a plans file', 1)
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    throw new CommandError(`${path}: cannot be read (${String(error)}), expected a plans file`, 1)
  }
  return parsePlans(text, path, path !== DEFAULT_PLANS_PATH)
}

/** The most requests that are served in one month: the quota plus its headroom. */
export function servedPerMonth(plan: Plan): number {
  return plan.requestsPerMonth + Math.floor((plan.requestsPerMonth * plan.headroomPercent) / 100)
}
