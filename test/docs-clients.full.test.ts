// The programs of docs/interface.md print what they should, against a server on loopback, where their language is installed.
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ROOT } from '#open/program/root.ts'
import { leftOut } from './support/left-out.ts'
import { listening } from './support/servers/loopback.ts'
import { openService, type Service } from './support/worlds/service.ts'
import { findTool } from './support/oracles/zic-oracle.ts'

const run = promisify(execFile)
const text = readFileSync(join(ROOT, 'docs/interface.md'), 'utf8')

/** Language of the block → its tool, the file it is written to, and the arguments before the file. */
const PROGRAMS = [
  ['python', 'python3', 'ask.py', []],
  ['go', 'go', 'ask.go', ['run']],
  ['java', 'java', 'Ask.java', []],
] as const

let service: Service
let base = ''
const folder = mkdtempSync(join(tmpdir(), 'tzref-clients-'))
beforeAll(async () => {
  service = await openService()
  base = `http://127.0.0.1:${await listening(service.app)}/v1`
})
afterAll(async () => {
  await service.close()
  rmSync(folder, { recursive: true, force: true })
})

for (const [language, tool, file, before] of PROGRAMS) {
  const found = findTool(tool)
  if (found === null) leftOut(`the sample in ${language}`, tool)
  test.skipIf(found === null)(
    `the sample in ${language} prints a time and the choices`,
    async () => {
      const [, program = ''] = new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(text) ?? []
      writeFileSync(join(folder, file), program)
      const { stdout } = await run(found ?? '', [...before, join(folder, file)], {
        timeout: 120_000,
        env: {
          ...process.env,
          BASE: base,
          TOKEN: service.token,
          GOFLAGS: '-mod=mod',
          GOCACHE: join(folder, 'go'),
        },
      })
      expect(stdout.trim().split('\n')).toEqual([
        '200 2026-07-15T13:00:00+01:00'.replace(':00+', language === 'java' ? '+' : ':00+'),
        '300 central-standard-time china-standard-time cuba-standard-time taiwan-standard-time',
      ])
    },
    150_000,
  )
}
