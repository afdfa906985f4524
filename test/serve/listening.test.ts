// Where a server listens: the system holds thousands of connections that Node has not taken yet.
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { listeningAt } from '#serve/listening.ts'
import { leftOut } from '../support/left-out.ts'

/** Listens, and then takes no connection until it ends. */
const BUSY_SERVER = `
const { parentPort, workerData } = require('node:worker_threads')
const server = require('node:net').createServer().listen(workerData.at, () => {
  parentPort.postMessage(server.address().port)
  Atomics.wait(workerData.end, 0, 0)
  process.exit()
})`

const ALLOWED = '/proc/sys/net/core/somaxconn'
const allowed = existsSync(ALLOWED) ? Number(readFileSync(ALLOWED, 'latin1')) : 0
const isAllowed = allowed >= 4096
if (!isAllowed) leftOut('connections that a busy server has not taken', 'a system that holds 4,096 of them')

test.skipIf(!isAllowed)(
  'a connection is made at once behind a thousand that a busy server has not taken',
  async () => {
    const end = new Int32Array(new SharedArrayBuffer(4))
    const workerData = { at: listeningAt('127.0.0.1', 0), end }
    const server = new Worker(BUSY_SERVER, { eval: true, workerData })
    const [port] = await once(server, 'message')
    const sockets = Array.from({ length: 1000 }, () => connect(port, '127.0.0.1'))
    try {
      await Promise.all(sockets.map((socket) => once(socket, 'connect')))
      const from = performance.now()
      const last = connect(port, '127.0.0.1')
      sockets.push(last)
      await once(last, 'connect')
      // The first packet of a connection that found no room is sent again after a second.
      expect(performance.now() - from).toBeLessThan(900)
    } finally {
      for (const socket of sockets) socket.destroy()
      Atomics.store(end, 0, 1)
      Atomics.notify(end, 0)
      await once(server, 'exit')
    }
  },
)
