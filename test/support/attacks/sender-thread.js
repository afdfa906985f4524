// One sender in a thread of its own: it opens connections from its address, sends a text on each, reads or does not, and begins again until it is over.
import { connect } from 'node:net'
import { getPriority, setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'

/**
 * `texts` are sent in turn, `deep` of them at once. `endless`: this is sent for ever after the first one. `resetsAfterMs`: each connection is reset
 * after so long.
 */
const { port, from, connections, deep, texts, reads, endless, resetsAfterMs, ms } = workerData
// It is this thread alone that makes way: a sender is another machine's, and must not take the time of those who ask honestly.
setPriority(Math.min(19, getPriority() + 10))
const over = performance.now() + ms
const isOver = () => performance.now() > over
let sent = 0
const next = () => Array.from({ length: deep }, () => texts[sent++ % texts.length]).join('')

function attack() {
  if (isOver()) return
  const socket = connect({ port, host: '127.0.0.1', localAddress: from })
  let begun = 0
  const send = () => {
    begun = 0
    socket.write(next())
    if (endless !== null) pour()
  }
  const pour = () => {
    while (!socket.destroyed && !isOver() && socket.write(endless));
    socket.once('drain', pour)
  }
  socket.on('error', () => undefined)
  socket.once('connect', send)
  if (resetsAfterMs !== null)
    socket.once('connect', () => setTimeout(() => socket.resetAndDestroy(), resetsAfterMs))
  // A server that closes a connection at once must not make a loop without a pause of this thread.
  socket.once('close', () => setTimeout(attack, 1))
  if (!reads) socket.pause()
  else
    socket.on('data', (chunk) => {
      begun += chunk.toString('latin1').split('HTTP/1.1 ').length - 1
      if (begun >= deep && !isOver() && endless === null) send()
    })
  setTimeout(() => socket.destroy(), Math.max(0, over - performance.now()))
}

for (let n = 0; n < connections; n++) attack()
setTimeout(() => {
  parentPort.postMessage(sent)
  parentPort.close()
}, ms + 200)
