// Measures the longest turn of a server's event loop, in processor time of its thread.
//
// It is loaded into the server. On SIGUSR2 it writes the longest turn to the file named in its own URL, and starts again.
import { openSync, readSync, writeFileSync } from 'node:fs'

/** The shortest turn that can be measured. Turns between two checks count as one. */
const LOOK_EVERY_MS = 5

const file = new URL(import.meta.url).searchParams.get('file') ?? ''
const own = openSync(`/proc/self/task/${process.pid}/schedstat`)
const room = Buffer.alloc(128)

/** Milliseconds of processor time that the thread has used. */
const taken = () =>
  Number(room.toString('latin1', 0, readSync(own, room, 0, room.length, 0)).split(' ')[0]) / 1e6

let last = taken()
let longest = 0
setInterval(() => {
  const now = taken()
  longest = Math.max(longest, now - last)
  last = now
}, LOOK_EVERY_MS).unref()

process.on('SIGUSR2', () => {
  writeFileSync(file, `${longest}\n`)
  longest = 0
})
