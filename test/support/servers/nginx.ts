// Debian's nginx with the file of deploy/, in front of a server on loopback.
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { ROOT } from '#open/program/root.ts'
import { bound } from './bound-process.ts'
import { freePorts } from './free-port.ts'
import { MOST_LOOKS } from './loopback.ts'

export const NGINX = '/usr/sbin/nginx'

/** Whether this machine has nginx, and this process may start it. */
export const hasNginx = (): boolean => existsSync(NGINX) && process.getuid?.() === 0

export interface Nginx {
  /** The port that speaks TLS; without certificates, HTTP. */
  readonly port: number
  readonly configuration: string
  readonly log: string
  readonly end: () => Promise<void>
}

/** Writes the site into a folder and starts nginx. Resolves when it listens. Without `certificates`, the site has no TLS. */
export async function startNginx(origin: string, folder: string, certificates?: string): Promise<Nginx> {
  const logs = join(folder, 'logs')
  mkdirSync(logs)
  const [plain, port] = await freePorts()
  const deployed = readFileSync(join(ROOT, 'deploy/nginx/tzref.conf'), 'utf8')
    .replaceAll('/etc/nginx/certificates', certificates ?? '')
    .replaceAll('/var/log/nginx', logs)
    .replaceAll('/var/cache/nginx', join(folder, 'cache'))
    .replaceAll('server server:8080', `server ${new URL(origin).host}`)
    .replace('listen 80;', `listen 127.0.0.1:${plain};`)
    .replace('listen 443 ', `listen 127.0.0.1:${port} `)
  const site =
    certificates === undefined
      ? deployed.replace(`127.0.0.1:${port} ssl http2`, `127.0.0.1:${port}`).replaceAll(/^ *ssl_.*$/gm, '')
      : deployed
  const configuration = join(folder, 'nginx.conf')
  // deploy/README.md says so many connections.
  writeFileSync(
    configuration,
    `daemon off; master_process off; pid ${folder}/nginx.pid; error_log stderr;
events { worker_connections 4096; }
http { client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy;
${site}
}\n`,
  )
  const nginx: ChildProcess = spawn(...bound(NGINX, ['-c', configuration]), { stdio: 'ignore' })
  const scheme = certificates === undefined ? 'http' : 'https'
  // The certificate is the test's own, so only a name that it does not have is an answer, too.
  for (let left = MOST_LOOKS; ; left--) {
    const isThere = await fetch(`${scheme}://127.0.0.1:${port}/`).then(
      () => true,
      (error: unknown) => error instanceof Error && /CERT|self.signed/i.test(String(error.cause)),
    )
    if (isThere) break
    if (left === 0 || nginx.exitCode !== null) throw new Error('nginx does not answer')
    await pause(100)
  }
  return {
    port,
    configuration,
    log: join(logs, 'tzref.log'),
    async end() {
      const ended = new Promise((resolve) => nginx.once('exit', resolve))
      nginx.kill()
      await ended
    },
  }
}
