// A real process under load: crowds of expensive requests, and clients that never read their answers.
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { memoryOf } from '../../bench/http-client.ts'
import { expectAtRest } from '../support/attacks/at-rest.ts'
import { watchHealth } from '../support/servers/health-watch.ts'
import { type ServerProcess, startServerProcess } from '../support/servers/server-process.ts'

const DEAREST = '/v1/countries/us?include=timezones,abbreviations,cities&detail=full'
const folder = mkdtempSync(join(tmpdir(), 'tzref-pressed-'))
let server: ServerProcess
let authorization = ''
beforeAll(async () => {
  server = await startServerProcess(inject('embeddedArtifact'), [
    '--accounts',
    join(folder, 'accounts.sqlite'),
  ])
  while (!server.stdout().includes('curl')) await pause(50)
  authorization = `Bearer ${/tzr_\w+/.exec(server.stdout())?.[0] ?? ''}`
})
afterAll(async () => {
  await server.end()
  rmSync(folder, { recursive: true })
})

test('health and readiness answer while a crowd asks for the most expensive answers, and the server answers afterwards', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 150 })
  const statuses = new Map<number, number>()
  const until = Date.now() + 8000
  const client = async (): Promise<void> => {
    while (Date.now() < until) {
      await new Promise<void>((resolve) => {
        // Compressed, so that this process has less to read than the server has to make.
        const headers = { authorization, 'accept-encoding': 'gzip' }
        get(`${server.origin}${DEAREST}`, { agent, headers }, (response) => {
          const status = response.statusCode ?? 0
          statuses.set(status, (statuses.get(status) ?? 0) + 1)
          response.resume().on('close', resolve)
        }).on('error', () => resolve())
      })
    }
  }
  const health = watchHealth(['/healthz', '/readyz'].map((path) => server.opsOrigin + path))
  await Promise.all(Array.from({ length: 150 }, client))
  const { slowestMs, faults } = await health.end()
  agent.destroy()
  process.stdout.write(
    `pressed: statuses ${JSON.stringify(Object.fromEntries(statuses))}, slowest health ${slowestMs.toFixed(0)} ms\n`,
  )
  expect(faults).toEqual([])
  expect(slowestMs).toBeLessThan(1000)
  expect(statuses.get(200) ?? 0).toBeGreaterThan(0)
  expect((statuses.get(429) ?? 0) + (statuses.get(503) ?? 0)).toBeGreaterThan(0)
  // A request without an answer is refused with 429 or 503. No connection is cut, and nothing fails.
  expect([...statuses.keys()].filter((status) => status !== 200 && status !== 429 && status !== 503)).toEqual(
    [],
  )
  await expect
    .poll(async () => (await server.ask('/v1/timezones/UTC', { authorization })).status, { timeout: 30_000 })
    .toBe(200)
  await expectAtRest(server)
})

/** Asks four times on one connection and reads nothing. About one answer fits into the buffers of the system. */
const asker = (): Socket => {
  const socket = connect(Number(new URL(server.origin).port), '127.0.0.1').on('error', () => undefined)
  socket.pause()
  socket.write(`GET ${DEAREST} HTTP/1.1\r\nHost: a\r\nAuthorization: ${authorization}\r\n\r\n`.repeat(4))
  return socket
}
test('unread answers with the same bytes are held once, others are served, and clients that do not read are disconnected', async () => {
  // The first answers take memory that the process keeps, so they come before the measurement.
  for (let index = 0; index < 3; index++) {
    await Promise.all(Array.from({ length: 8 }, () => server.ask(DEAREST, { authorization })))
  }
  const before = memoryOf(server.pid)
  const sockets: Socket[] = []
  for (let index = 0; index < 40; index++) {
    sockets.push(asker())
    await pause(100)
  }
  const held = memoryOf(server.pid) - before
  process.stdout.write(`pressed: of 160 unread answers of 3.5 MB ${held.toFixed(0)} MB held\n`)
  // All answers together would be 560 MB. They share their bytes, but the measurement is of the whole process, with garbage.
  expect(held).toBeLessThan(150)
  expect((await server.ask('/timezones/UTC')).status).toBe(200)
  await expect.poll(() => server.stderr(), { timeout: 60_000, interval: 1000 }).toContain('"cut":true')
  expect((await server.ask('/v1/timezones/UTC', { authorization })).status).toBe(200)
  for (const socket of sockets) socket.destroy()
  await expectAtRest(server)
})
