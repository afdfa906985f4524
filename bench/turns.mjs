// Imported into a server that is measured: the longest turn of its loop, by the processor time of its thread. On SIGUSR2 it writes that to the file that its own address names, and begins anew.
import { openSync, readSync, writeFileSync } from 'node:fs'

/** A turn is no shorter than this in what is written: turns between two looks are counted as one. */
const LOOK_EVERY_MS = 5

const file = new URL(import.meta.url).searchParams.get('file') ?? ''
const own = openSync(`/proc/self/task/${process.pid}/schedstat`)
const room = Buffer.alloc(128)

/** Milliseconds of processor time that the thread has taken. */
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
