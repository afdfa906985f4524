// The tokens of forms: only the holder of the secret has one, and no other text of its length is one.
import { expect, test } from 'vitest'
import { formToken, isFormOf } from '#apps/accounts/area/csrf.ts'

test('a form is believed with the token of its own secret, and with no other text', () => {
  const [own, other] = [formToken('the secret of a cookie'), formToken('the secret of another')]
  expect(isFormOf('the secret of a cookie', own)).toBe(true)
  expect(other).toHaveLength(own.length)
  for (const text of [
    other,
    own.toUpperCase(),
    `${own.slice(0, -1)}~`,
    own.slice(0, -1),
    `${own}A`,
    '',
    null,
  ])
    expect(isFormOf('the secret of a cookie', text), String(text)).toBe(false)
})
