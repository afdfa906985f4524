// Offsets never come from Intl or the host: every zone is served while Intl.DateTimeFormat throws and TZ is wrong.
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openService, type Service } from '../support/worlds/interface-service.ts'

let service: Service
beforeAll(async () => {
  service = await openService()
})
afterAll(() => service.close())

test('every zone is served without Intl.DateTimeFormat, Date’s local getters and localeCompare', async () => {
  // A function and not an arrow, because `new` calls DateTimeFormat.
  function refuse(): never {
    throw new Error('the host was asked for a date, an offset or an order')
  }
  const spies = [
    vi.spyOn(Intl, 'DateTimeFormat').mockImplementation(refuse),
    vi.spyOn(Date.prototype, 'getTimezoneOffset').mockImplementation(refuse),
    vi.spyOn(Date.prototype, 'toLocaleString').mockImplementation(refuse),
    vi.spyOn(String.prototype, 'localeCompare').mockImplementation(refuse),
  ]
  try {
    expect(() => new Intl.DateTimeFormat('en')).toThrow('the host was asked')
    const list = await service.ask('/timezones?per_page=500&detail=full&sort=display_name')
    expect(list.status).toBe(200)
    expect(list.body.data).toHaveLength(419)
    for (const { iana } of list.body.data) {
      const answered = await service.ask(`/timezones/${iana}?at=2047-07-01T00:00:00Z`)
      expect(answered.status, iana).toBe(200)
    }
  } finally {
    for (const spy of spies) spy.mockRestore()
  }
})
