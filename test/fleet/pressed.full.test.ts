// A server under pressure, on a real process: crowds of dear requests, and clients that never read what they asked for.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type ServerProcess, startServerProcess } from '../support/server-process.ts'

const DEAREST = '/v1/countries/us?include=timezones,abbreviations,cities&detail=full'
const folder = mkdtempSync(join(tmpdir(), 'tzref-pressed-'))
let server: ServerProcess
let authorization = ''
beforeAll(async () => {
  server = await startServerProcess(inject('embeddedArtifact'), [
    '--accounts',
    join(folder, 'accounts.sqlite'),
  ])
  await expect.poll(() => server.stdout(), { timeout: 20_000 }).toContain('curl')
  authorization = `Bearer ${/tzr_\w+/.exec(server.stdout())?.[0] ?? ''}`
})
afterAll(async () => {
  await server.end()
  rmSync(folder, { recursive: true })
})

const memoryMb = (): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1]) / 1024

test('health and readiness answer within a second while a crowd asks for the dearest, which is refused in part', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 150 })
  const statuses = new Map<number, number>()
  const until = Date.now() + 8000
  const client = async (): Promise<void> => {
    while (Date.now() < until) {
      await new Promise<void>((resolve) => {
        get(`${server.origin}${DEAREST}`, { agent, headers: { authorization } }, (response) => {
          const status = response.statusCode ?? 0
          statuses.set(status, (statuses.get(status) ?? 0) + 1)
          response.resume().on('close', resolve)
        }).on('error', () => resolve())
      })
    }
  }
  const clients = Promise.all(Array.from({ length: 150 }, client))
  let slowest = 0
  while (Date.now() < until) {
    for (const path of ['/healthz', '/readyz']) {
      const began = performance.now()
      expect((await server.ask(`${server.opsOrigin}${path}`)).status).toBe(200)
      slowest = Math.max(slowest, performance.now() - began)
    }
    await pause(100)
  }
  await clients
  agent.destroy()
  process.stdout.write(
    `pressed: statuses ${JSON.stringify(Object.fromEntries(statuses))}, slowest health ${slowest.toFixed(0)} ms\n`,
  )
  expect(slowest).toBeLessThan(1000)
  expect(statuses.get(200) ?? 0).toBeGreaterThan(0)
  expect(statuses.get(503) ?? 0).toBeGreaterThan(0)
  await expect
    .poll(async () => (await server.ask('/v1/timezones/UTC', { authorization })).status, { timeout: 5000 })
    .toBe(200)
})

test('answers that nobody reads are held up to a limit, and others are served meanwhile', async () => {
  const before = memoryMb()
  const sockets: Socket[] = []
  for (let index = 0; index < 60; index++) {
    const socket = connect(Number(new URL(server.origin).port), '127.0.0.1').on('error', () => undefined)
    socket.pause()
    socket.write(`GET ${DEAREST} HTTP/1.1\r\nHost: a\r\nAuthorization: ${authorization}\r\n\r\n`)
    sockets.push(socket)
    // No more than the plan allows, however fast they are made.
    await pause(30)
  }
  await pause(3000)
  const held = memoryMb() - before
  process.stdout.write(`pressed: 60 unread answers of 3.5 MB hold ${held.toFixed(0)} MB\n`)
  expect(held).toBeLessThan(150)
  const full = await server.ask('/v1/timezones/UTC', { authorization })
  expect(full.status).toBe(503)
  expect(full.body).toContain('wait to be read')
  // The account's own answers are in the way, nobody else's.
  expect((await server.ask('/timezones/UTC')).status).toBe(200)
  for (const socket of sockets) socket.destroy()
  await expect
    .poll(async () => (await server.ask('/v1/timezones/UTC', { authorization })).status, { timeout: 10_000 })
    .toBe(200)
})

test('a client that stops reading is let go, and stands in nobody’s way any more', async () => {
  const sockets = Array.from({ length: 20 }, () => {
    const socket = connect(Number(new URL(server.origin).port), '127.0.0.1').on('error', () => undefined)
    socket.pause()
    socket.write(`GET ${DEAREST} HTTP/1.1\r\nHost: a\r\nAuthorization: ${authorization}\r\n\r\n`)
    return socket
  })
  await pause(2000)
  await expect
    .poll(async () => (await server.ask('/v1/timezones/UTC', { authorization })).status, {
      timeout: 40_000,
      interval: 1000,
    })
    .toBe(200)
  expect(server.stderr()).toContain('"cut":true')
  for (const socket of sockets) socket.destroy()
})
