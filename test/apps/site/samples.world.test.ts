// Every request that the reference and llms.txt show is one that the service answers: in curl, JavaScript and Python, and behind "Try it".
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints } from '#schemas/wire/endpoints.ts'
import { BASE, openService, type Service } from '../../support/worlds/service.ts'

let service: Service
beforeAll(async () => {
  service = await openService()
})
afterAll(() => service.close())

/** A page, with the characters that HTML writes as entities. */
async function page(url: string): Promise<string> {
  const { body } = await service.app.inject({ method: 'GET', url, headers: { host: 'localhost' } })
  return body.replaceAll('&amp;', '&').replaceAll('&#39;', "'").replaceAll('&quot;', '"')
}

/** Checks that each address answers, and returns how often each is shown. */
async function askAll(text: string): Promise<Map<string, number>> {
  const shown = new Map<string, number>()
  for (const [address] of text.matchAll(new RegExp(`${BASE}/[^\\s"'<]+`, 'g')))
    shown.set(address, (shown.get(address) ?? 0) + 1)
  for (const address of shown.keys()) {
    const { status, text: answer } = await service.ask(address.slice(BASE.length))
    expect(status, `${address}: ${answer.slice(0, 200)}`).toBe(200)
  }
  return shown
}

test('the page of each operation shows one request in three languages, and it answers', async () => {
  const { paths } = JSON.parse((await service.app.inject({ url: '/openapi.json' })).body)
  const operations = Object.values<{ get: { operationId: string } }>(paths)
  expect(operations).toHaveLength(endpoints.length)
  for (const { get } of operations) {
    // The answer, and where the fields begin, have addresses too.
    const samples = (await page(`/docs/api/${get.operationId}`)).match(/<span data-request>[^<]*/g) ?? []
    const shown = await askAll(samples.join('\n').replaceAll('>', ' '))
    expect([...shown.values()], get.operationId).toEqual([3])
  }
})

test('the first page of the reference shows the first call, and it answers', async () => {
  const samples = (await page('/docs')).match(/<span data-request>[^<]*/g) ?? []
  expect([...(await askAll(samples.join('\n').replaceAll('>', ' '))).values()]).toEqual([3])
})

test('llms.txt shows one request of each operation, and it answers', async () => {
  const shown = await askAll(await page('/llms.txt'))
  expect([...shown.values()]).toEqual(endpoints.map(() => 1))
})

test.each([
  '/timezones/Europe/Dublin',
  '/countries/ireland',
  '/cities/dublin',
  '/abbreviations/greenwich-mean-time',
])('%s shows a request that answers', async (path) => {
  const shown = await askAll(await page(path))
  expect([...shown.keys()]).toEqual([BASE + path])
})
