// A process that builds, installs, activates or publishes when told to on stdin: it has loaded its code and waits, so that a tracer can attach first.
import { readSync } from 'node:fs'
import { activate } from '#pipeline/delivery/activate.ts'
import { install } from '#pipeline/delivery/install.ts'
import { readSigningKey } from '#pipeline/delivery/keys.ts'
import { publish } from '#pipeline/delivery/publish.ts'
import { silent } from '#pipeline/report.ts'
import { buildWith } from '../worlds/build-with.ts'

const [operation = '', dist = '', ...rest] = process.argv.slice(2)

process.stdout.write('ready\n')
readSync(0, Buffer.alloc(1))

switch (operation) {
  case 'build': {
    const [root = '', lock = ''] = rest
    process.stdout.write(`${buildWith(null, { root, lock, dist, activate: true, report: silent }).id}\n`)
    break
  }
  case 'install': {
    const { id } = await install({
      from: rest[0] ?? '',
      dist,
      at: new Date('2030-03-04T10:00:00Z'),
      activate: true,
      report: silent,
    })
    process.stdout.write(`${id}\n`)
    break
  }
  case 'activate':
    activate(dist, rest[0] ?? '', new Date('2030-03-04T10:00:00Z'))
    process.stdout.write(`${rest[0]}\n`)
    break
  case 'publish': {
    const [artifact = '', key = ''] = rest
    const at = new Date('2030-07-10T10:00:00Z')
    process.stdout.write(`${publish([artifact], dist, { keys: [readSigningKey(key)], at }).current.id}\n`)
    break
  }
  default:
    throw new Error(`no operation ${operation}`)
}
