// The samples of the reference run as they are shown, against a server on loopback: curl, JavaScript and Python, where these are installed.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints } from '#schemas/wire/endpoints.ts'
import { leftOut } from '../../support/left-out.ts'
import { listening } from '../../support/servers/loopback.ts'
import { findTool } from '../../support/oracles/zic-oracle.ts'
import { BASE, openService, type Service } from '../../support/worlds/service.ts'

const run = promisify(execFile)

let service: Service
let samples: string[] = []
beforeAll(async () => {
  service = await openService()
  const port = await listening(service.app)
  const headers = { host: 'localhost' }
  const { paths } = JSON.parse((await service.app.inject({ url: '/openapi.json', headers })).body)
  const bodies = await Promise.all(
    Object.values<{ get: { operationId: string } }>(paths).map(
      async ({ get }) => (await service.app.inject({ url: `/docs/api/${get.operationId}`, headers })).body,
    ),
  )
  // The examples of answers are in figures.
  const requests = bodies.join('').replaceAll(/<figure class="answered">[\s\S]*?<\/figure>/g, '')
  samples = [...requests.matchAll(/<pre[^>]*><code>([\s\S]*?)<\/code><\/pre>/g)].map(([, sample = '']) =>
    sample
      .replaceAll(/<[^>]+>/g, '')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&quot;', '"')
      .replaceAll('&#39;', "'")
      .replaceAll('&amp;', '&')
      .replaceAll(BASE, `http://127.0.0.1:${port}/v1`),
  )
})
afterAll(() => service.close())

/** The tool, the start of a sample in its language, and what is put around it so that it prints the answer's data. */
const LANGUAGES = [
  ['curl', 'curl ', 'sh', ['-c'], (sample: string) => sample.replace('curl ', 'curl -sf ')],
  [
    'node',
    'const answer = await fetch',
    process.execPath,
    ['--input-type=module', '-e'],
    (sample: string) => `const token = process.env.TOKEN\n${sample}\nconsole.log(JSON.stringify({ data }))`,
  ],
  [
    'python3',
    'import requests',
    'python3',
    ['-c'],
    (sample: string) =>
      `import os, json\ntoken = os.environ['TOKEN']\n${sample}\nprint(json.dumps({'data': data}))`,
  ],
] as const

/** Why the samples of a language do not run here; null where they do. */
async function missing(tool: string): Promise<string | null> {
  if (tool === 'node') return null
  if (findTool(tool) === null) return tool
  if (tool !== 'python3') return null
  return run('python3', ['-c', 'import requests']).then(
    () => null,
    () => "Python's requests",
  )
}

test.each(LANGUAGES)(
  'each sample for %s prints the data of its answer',
  async (tool, start, program, before, whole) => {
    const lacks = await missing(tool)
    if (lacks !== null) {
      leftOut(`the samples of the reference for ${tool}`, lacks)
      return
    }
    const shown = samples.filter((sample) => sample.startsWith(start))
    expect(shown).toHaveLength(endpoints.length)
    for (const sample of shown) {
      const { stdout } = await run(program, [...before, whole(sample)], {
        env: { ...process.env, TOKEN: service.token },
        maxBuffer: 1 << 27,
      })
      expect(JSON.parse(stdout).data, sample).toBeInstanceOf(Object)
    }
  },
)

test('no sample of the reference is of another language', () => {
  const known = samples.filter((sample) => LANGUAGES.some(([, start]) => sample.startsWith(start)))
  expect(known).toEqual(samples)
})
