// Facts about dear questions: what is asked is folded once.
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { openService, type Service } from '../../support/service.ts'

let service: Service
beforeAll(async () => {
  service = await openService()
})
afterEach(() => vi.restoreAllMocks())
afterAll(() => service.close())

const page = (path: string) => service.app.inject({ url: path, headers: { host: 'localhost' } })

test.each(['/cities', '/timezones', '/abbreviations', '/countries'])(
  'the text of a filter of %s is folded once, and not for each thing of the list',
  async (path) => {
    await page(path)
    const folding = vi.spyOn(String.prototype, 'normalize')
    const { statusCode } = await page(`${path}?q=${encodeURIComponent('\uFDFA'.repeat(97))}`)
    expect(statusCode).toBe(200)
    expect(folding.mock.calls.length).toBeLessThan(20)
  },
)
