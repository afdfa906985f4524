// The web of a test: files by host and path over https. Arguments: their folder, a certificate and its key.
import { existsSync, readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:https'
import { join } from 'node:path'

const [, , folder, certificate, key] = process.argv
createServer({ cert: readFileSync(certificate), key: readFileSync(key) }, (request, response) => {
  const { host, pathname } = new URL(request.url, `https://${request.headers.host}`)
  const path = join(folder, host, pathname)
  if (existsSync(`${path}.leads-to`))
    response.writeHead(302, { location: readFileSync(`${path}.leads-to`, 'utf8') }).end()
  else if (existsSync(path) && statSync(path).isFile()) {
    const bytes = readFileSync(path)
    response.writeHead(200, { 'content-length': bytes.length }).end(bytes)
  } else response.writeHead(404).end()
}).listen(443, '127.0.0.1', () => process.stdout.write('serves\n'))
