// The lane: whole plain requests for short answers are read off their connection, and answered there, past Node's layers.
//
// Node has everything else: the first request of every connection, so that its timeouts and its list of connections are those of any
// other; what is not one whole plain request in one piece; what is not hot. A connection on which something came that the lane does
// not understand is Node's for good: nobody else could tell where its next request begins.
import type { IncomingHttpHeaders, Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Exchange } from './exchange.ts'
import { createRounds } from './rounds.ts'
import { asksApi } from './target.ts'

/** What is read of a request: by Node, or by the lane. */
export interface Asked {
  readonly method?: string | undefined
  readonly url?: string | undefined
  readonly headers: IncomingHttpHeaders
  readonly socket: Socket
  /** Whether all of it has come, its body too. */
  readonly complete: boolean
}

export interface LaneOptions {
  /** Whether requests may come this way now. */
  readonly isOpen: () => boolean
  /** Whether a request target belongs here. */
  readonly isHot: (target: string) => boolean
  /** Begins the exchange of a request whose answer goes to its connection. */
  readonly begin: (request: Asked, connection: LaneConnection) => Exchange
  readonly answer: (exchange: Exchange) => void
  /** Told once of each exchange: the system has all of its answer, or the connection is gone. */
  readonly ended: (exchange: Exchange) => void
}

/** A connection of which the lane takes what it can. */
export interface LaneConnection {
  readonly isLane: true
  readonly isGone: () => boolean
  /** Writes an answer, whole. */
  readonly write: (text: string, encoding: 'latin1' | 'utf8') => void
}

export interface Lane {
  /** Node's answer on a connection has gone out. */
  readonly nodeHasAnswered: (socket: Socket) => void
  /** Exchanges that are under way here, and requests that wait for Node to read them. */
  readonly busy: () => number
}

/** Longer requests are rare, and Node's. */
const LONGEST = 4096

/**
 * Requests that Node is given in one round of the event loop, but for those to the API: it and the site need a twentieth of a
 * millisecond for each, and a crowd sends a thousand at once.
 */
const GIVEN_IN_A_ROUND = 8

/** Opens the lane on all connections that a server will have. */
export function openLane(server: Server, options: LaneOptions): Lane {
  const connections = new WeakMap<Socket, () => void>()
  const rounds = createRounds(GIVEN_IN_A_ROUND)
  let busy = 0

  server.on('connection', (socket: Socket) => {
    const listeners = socket.listeners('data')
    // A Node whose server listens otherwise has all to itself.
    if (listeners.length !== 1) return
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- whoever listens to 'data' of a socket takes pieces of it
    const parse = listeners[0] as (chunk: Buffer) => void
    /** Whose turn it is: Node's until its answer has gone out, the lane's until its own has, nobody's. */
    let turn: 'node' | 'lane' | null = null
    let isFirst = true
    /** For good. */
    let isNodes = false
    let exchange: Exchange | null = null
    /** What came while the lane was answering. */
    const held: Buffer[] = []

    /** Gives Node a piece that begins a request. Nothing of the connection is under way, so nobody else ends its pause. */
    function give(chunk: Buffer): void {
      if (asksApi(chunk)) return parse(chunk)
      const isGiven = rounds.begin(() => {
        if (socket.destroyed) return
        socket.resume()
        parse(chunk)
      })
      if (!isGiven) socket.pause()
    }

    function take(chunk: Buffer): void {
      if (turn === 'lane') {
        held.push(chunk)
        socket.pause()
        return
      }
      const plain = turn === null ? readPlain(chunk) : null
      if (plain === null) {
        socket.off('data', take)
        socket.on('data', parse)
        connections.delete(socket)
        isNodes = true
        return turn === null ? give(chunk) : parse(chunk)
      }
      if (
        isFirst ||
        plain.method !== 'GET' ||
        socket.writableLength > 0 ||
        !options.isHot(plain.target) ||
        !options.isOpen()
      ) {
        isFirst = false
        turn = 'node'
        return give(chunk)
      }
      turn = 'lane'
      busy++
      const { method, target, headers } = plain
      exchange = options.begin({ method, url: target, headers, socket, complete: true }, connection)
      options.answer(exchange)
    }

    function end(isWhole: boolean): void {
      const ended = exchange
      if (ended === null) return
      exchange = null
      turn = null
      busy--
      if (isWhole && ended.direct !== null) ended.direct.isWhole = true
      options.ended(ended)
      if (held.length === 0 || socket.destroyed) return
      socket.resume()
      socket.emit('data', Buffer.concat(held.splice(0)))
    }
    const written = (error?: Error | null): void => end(error === null || error === undefined)
    const connection: LaneConnection = {
      isLane: true,
      isGone: () => socket.destroyed || !socket.writable,
      write(text, encoding) {
        socket.write(text, encoding)
        // Most often the system has taken all of it by now. Else an empty piece behind it says when it has.
        if (socket.writableLength === 0) end(socket.errored === null)
        else socket.write('', encoding, written)
      },
    }

    connections.set(socket, () => {
      if (turn === 'node') turn = null
    })
    socket.off('data', parse)
    socket.on('data', take)
    readPast(
      socket,
      () => turn === null && !isNodes && socket.readableFlowing === true && socket.readableLength === 0,
      take,
    )
    socket.once('close', () => end(false))
  })

  return {
    nodeHasAnswered: (socket) => connections.get(socket)?.(),
    busy: () => busy + rounds.waiting(),
  }
}

/**
 * Has `take` given what is read while it is due, past the layers of the stream, which do as much again for a piece as for a file. Where
 * this Node has no such place, nothing changes: the stream gives all to its listeners.
 */
function readPast(socket: Socket, isDue: () => boolean, take: (chunk: Buffer) => void): void {
  const handle: unknown = Reflect.get(socket, '_handle')
  if (typeof handle !== 'object' || handle === null) return
  const read: unknown = Reflect.get(handle, 'onread')
  if (typeof read !== 'function') return
  Reflect.set(handle, 'onread', function (this: unknown, bytes: unknown): unknown {
    if (!(bytes instanceof ArrayBuffer) || !isDue()) return Reflect.apply(read, this, [bytes])
    take(Buffer.from(bytes))
    return undefined
  })
}

interface Plain {
  readonly method: 'GET' | 'HEAD'
  readonly target: string
  readonly headers: IncomingHttpHeaders
}

const VERSION = ' HTTP/1.1'
/** Characters that every reader of addresses reads alike. */
const TARGET = /^\/[\w/.~%?&=+,:;@!$'()*-]*$/

/** The only request of a piece, which is all of it, with nothing about it that would change how Node reads a connection; else null. */
export function readPlain(chunk: Buffer): Plain | null {
  if (chunk.length > LONGEST) return null
  const text = chunk.toString('latin1')
  const method = text.startsWith('GET /') ? 'GET' : text.startsWith('HEAD /') ? 'HEAD' : null
  const end = text.indexOf('\r\n')
  if (method === null || !text.endsWith(VERSION, end)) return null
  const target = text.slice(method.length + 1, end - VERSION.length)
  if (!TARGET.test(target)) return null
  const headers = headersOf(text.slice(end + 2))
  return headers === null ? null : { method, target, headers }
}

/** Fields as clients send them again and again → what they say. In memory alone: who sees them sees tokens. */
const known = new Map<string, IncomingHttpHeaders>()
const MOST_KNOWN = 4096

function headersOf(text: string): IncomingHttpHeaders | null {
  const found = known.get(text)
  if (found !== undefined) return found
  const headers = readHeaders(text)
  // Those are others with every request.
  if (headers !== null && headers['x-request-id'] === undefined && headers['traceparent'] === undefined) {
    if (known.size >= MOST_KNOWN) known.clear()
    known.set(text, headers)
  }
  return headers
}

const FIELD = /([\w!#$%&'*+.^`|~-]+):[ \t]*((?:[!-~]+(?: +[!-~]+)*)?)[ \t]*\r\n/y
/** With these, what follows the fields is no new request, or the connection ends. */
const NOT_PLAIN = ['content-length', 'transfer-encoding', 'upgrade', 'expect', 'trailer']

/** The fields of a request up to the empty line behind them; null where one is not plain, is there twice, or where Host is missing. */
function readHeaders(text: string): IncomingHttpHeaders | null {
  // Those of usual clients have few shapes, and are read as fast as any object. What every object has is no name of a plain field.
  const headers: IncomingHttpHeaders = {}
  let at = 0
  while (at !== text.length - 2) {
    FIELD.lastIndex = at
    const match = FIELD.exec(text)
    if (match === null) return null
    const name = (match[1] ?? '').toLowerCase()
    const value = match[2] ?? ''
    if (name in headers || NOT_PLAIN.includes(name)) return null
    if (name === 'connection' && value.toLowerCase() !== 'keep-alive') return null
    headers[name] = value
    at = FIELD.lastIndex
  }
  return text.endsWith('\r\n') && headers.host !== undefined ? headers : null
}
