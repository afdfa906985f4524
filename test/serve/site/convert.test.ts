// Facts about the page of conversions: what it says of a name or a time that it cannot convert, and what to do next.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openService, type Service } from '../../support/service.ts'

let service: Service
beforeAll(async () => {
  service = await openService()
})
afterAll(() => service.close())

async function asked(query: Record<string, string>): Promise<{ status: number; body: string; text: string }> {
  const { statusCode, body } = await service.app.inject({
    url: `/convert?${new URLSearchParams(query).toString()}`,
    headers: { host: 'localhost' },
  })
  const text = body
    .replace(/<\/?(?:time|a|strong)\b[^>]*>/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
  return { status: statusCode, body, text }
}

test('a time before standard time is shown as it was written', async () => {
  const { text } = await asked({ from: 'Zurich', to: 'UTC', at: '1850-01-06T12:00' })
  expect(text).toContain('12:00 on Sunday 6 January 1850 in Zurich')
  expect(text).not.toContain('11:59:52')
})
