// Samples a server's main thread. It is loaded into the server. On SIGUSR2 it begins, and on the next one it writes what it saw to the file
// named in its own URL, as V8's CPU profile.
import { renameSync, writeFileSync } from 'node:fs'
import { Session } from 'node:inspector'

/** Microseconds between two samples. */
const SAMPLE_EVERY = 200

const file = new URL(import.meta.url).searchParams.get('file') ?? ''
const session = new Session()
session.connect()
session.post('Profiler.enable')
session.post('Profiler.setSamplingInterval', { interval: SAMPLE_EVERY })

let isOn = false
process.on('SIGUSR2', () => {
  isOn = !isOn
  if (isOn) session.post('Profiler.start')
  else
    session.post('Profiler.stop', (error, { profile }) => {
      writeFileSync(`${file}.part`, JSON.stringify(error ?? profile))
      renameSync(`${file}.part`, file)
    })
})
