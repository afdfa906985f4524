// A Worker on loopback: workerd from npm, which runs one module.
import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from './free-port.ts'
import { MOST_LOOKS } from './loopback.ts'

export interface Workerd {
  readonly url: string
  readonly pid: number
  readonly stop: () => Promise<void>
}

/** Starts the program `workerd` with a module that is a Worker, and waits until it answers. Its files go into `folder`. */
export async function startWorkerd(
  workerd: string,
  folder: string,
  module: Uint8Array | string,
  compatibilityDate = '2025-01-01',
): Promise<Workerd> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}/`
  writeFileSync(join(folder, 'worker.js'), module)
  writeFileSync(
    join(folder, 'config.capnp'),
    `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = .main), (name = "internet", network = (allow = ["private", "local", "public"]))],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")]
);
const main :Workerd.Worker = (
  modules = [(name = "worker", esModule = embed "worker.js")],
  compatibilityDate = "${compatibilityDate}"
);`,
  )
  const child = spawn(workerd, ['serve', join(folder, 'config.capnp')], { stdio: 'inherit' })
  let isGone = false
  const ended = new Promise<void>((resolve) => {
    const end = (): void => {
      isGone = true
      resolve()
    }
    child.once('exit', end).once('error', end)
  })
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM')
    await ended
  }
  for (let left = MOST_LOOKS; ; left--) {
    const isUp = await fetch(url, { method: 'HEAD' }).then(
      () => true,
      () => false,
    )
    if (isUp) return { url, pid: child.pid ?? 0, stop }
    if (left === 0 || isGone) {
      await stop()
      throw new Error('workerd does not answer')
    }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
