// The two files of people in docs/future-times.md: an Outlook export and a table of bookings print what the document shows.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, inject, test } from 'vitest'
import { ROOT } from '#open/program/root.ts'

const dist = mkdtempSync(join(tmpdir(), 'tzref-people-'))
symlinkSync(inject('embeddedArtifact'), join(dist, 'current'))
afterAll(() => rmSync(dist, { recursive: true }))

const SHOWN = [
  ...readFileSync(join(ROOT, 'docs/future-times.md'), 'utf8').matchAll(
    /^```text\n\$ npm run -s tzref -- (.*)\n([^]*?)exit code (\d)\n```$/gm,
  ),
].map(([, command = '', output = '', code = '']) => ({ command, output, code: Number(code) }))

test('the document shows two runs', () => {
  expect(SHOWN.map(({ code }) => code)).toEqual([5, 1])
})

test.each(SHOWN)('$command', ({ command, output, code }) => {
  const args = [join(ROOT, 'tzref.js'), ...command.split(' '), '--dist', dist]
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' })
  expect([status, `${stdout}${stderr}`]).toEqual([code, output])
})
