// Model Context Protocol messages over stdio, one a line: batches too; invalid messages get a JSON-RPC error.
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import {
  CallToolRequestSchema,
  CancelledNotificationSchema,
  ErrorCode,
  InitializeRequestSchema,
  JSONRPCMessageSchema,
  ListToolsRequestSchema,
  PingRequestSchema,
  type JSONRPCErrorResponse,
  type JSONRPCMessage,
} from '@modelcontextprotocol/sdk/types.js'

/** Most characters of one message. */
const LONGEST = 10_000_000

/** Requests that came in one array, and their answers so far. The answers go back in one array (JSON-RPC 2.0, 6). */
interface Batch {
  /** Ids of the requests without an answer. An id that came twice is in it twice. */
  readonly open: (string | number)[]
  readonly answers: JSONRPCMessage[]
}

type Stdio = Pick<NodeJS.Process, 'stdin' | 'stdout'>

/** Requests with their schemas. The SDK would answer wrong parameters with an internal error. */
const REQUESTS = new Map(
  [InitializeRequestSchema, PingRequestSchema, ListToolsRequestSchema, CallToolRequestSchema].map(
    (schema) => [schema.shape.method.value as string, schema] as const,
  ),
)

/** Replaces the SDK's own transport: that one ignores lines it cannot read, and has no batches, which the protocol had in 2025-03-26. */
export class StdioMessages implements Transport {
  onmessage?: NonNullable<Transport['onmessage']>
  onerror?: NonNullable<Transport['onerror']>
  onclose?: NonNullable<Transport['onclose']>
  readonly #stdio: Stdio
  readonly #batches: Batch[] = []
  /** What has come of a line. Empty for one that is too long. */
  #text = ''
  #isTooLong = false

  constructor(stdio: Stdio) {
    this.#stdio = stdio
  }

  async start(): Promise<void> {
    const { stdin } = this.#stdio
    stdin.setEncoding('utf8')
    stdin.on('data', this.#read)
    stdin.on('end', this.#end)
  }

  async close(): Promise<void> {
    // A pipe that is only paused would keep the process alive as long as the assistant has it open.
    this.#stdio.stdin.off('data', this.#read).off('end', this.#end).destroy()
    this.onclose?.()
  }

  async send(message: JSONRPCMessage): Promise<void> {
    const id = 'id' in message && !('method' in message) ? message.id : undefined
    const batch = id === undefined ? undefined : this.#batches.find(({ open }) => open.includes(id))
    if (id === undefined || batch === undefined) {
      this.#write(message)
      return
    }
    batch.open.splice(batch.open.indexOf(id), 1)
    batch.answers.push(message)
    this.#endOf(batch)
  }

  readonly #read = (chunk: string): void => {
    const [first = '', ...others] = chunk.split('\n')
    this.#add(first)
    for (const next of others) {
      this.#takeLine()
      this.#add(next)
    }
  }

  /** Adds text to the line. A line that is too long is refused once, and what follows of it is not kept. */
  #add(text: string): void {
    if (this.#isTooLong) return
    this.#text += text
    if (this.#text.length <= LONGEST) return
    this.#isTooLong = true
    this.#text = ''
    this.#refuse(ErrorCode.InvalidRequest, `found a message of more than ${LONGEST} characters`)
  }

  /** A last line without a line end is a message too. It is answered before the next round of the event loop. */
  readonly #end = (): void => {
    this.#takeLine()
    setImmediate(() => this.onclose?.())
  }

  #takeLine(): void {
    const line = this.#text
    this.#text = ''
    this.#isTooLong = false
    if (line.trim() !== '') this.#take(line)
  }

  #take(line: string): void {
    let value: unknown
    try {
      value = JSON.parse(line)
    } catch (error) {
      this.#refuse(ErrorCode.ParseError, `not JSON: ${String(error)}`)
      return
    }
    if (!Array.isArray(value)) {
      this.#hand(value)
      return
    }
    if (value.length === 0) this.#refuse(ErrorCode.InvalidRequest, 'found an empty batch')
    const batch: Batch = { open: [], answers: [] }
    this.#batches.push(batch)
    const messages = value.map((one: unknown) => JSONRPCMessageSchema.safeParse(one).data)
    for (const message of messages)
      if (message === undefined) batch.answers.push(NO_MESSAGE)
      else if ('method' in message && 'id' in message) batch.open.push(message.id)
    this.#endOf(batch)
    for (const message of messages) if (message !== undefined) this.#handMessage(message)
  }

  #hand(value: unknown): void {
    const { data } = JSONRPCMessageSchema.safeParse(value)
    if (data === undefined) this.#write(NO_MESSAGE)
    else this.#handMessage(data)
  }

  /** A cancelled request is answered anyway: a tool answers at once, and a batch waits for all its requests. */
  #handMessage(message: JSONRPCMessage): void {
    if ('method' in message && 'id' in message) {
      const { id, method } = message
      const { error } = REQUESTS.get(method)?.safeParse(message) ?? {}
      if (error !== undefined) {
        const faults = error.issues.map(({ path, message: fault }) => `${path.join('.')}: ${fault}`)
        const found = refusal(ErrorCode.InvalidParams, `${method}: ${faults.join('; ')}`)
        void this.send({ ...found, id })
        return
      }
    }
    const isCancel = !('id' in message) && CancelledNotificationSchema.safeParse(message).success
    if (!isCancel) this.onmessage?.(message)
  }

  /** Sends the answers of a batch when it has all of them. */
  #endOf(batch: Batch): void {
    if (batch.open.length > 0) return
    this.#batches.splice(this.#batches.indexOf(batch), 1)
    if (batch.answers.length > 0) this.#write(batch.answers)
  }

  #refuse(code: number, message: string): void {
    this.onerror?.(new Error(message))
    this.#write(refusal(code, message))
  }

  #write(message: JSONRPCMessage | readonly JSONRPCMessage[]): void {
    this.#stdio.stdout.write(`${JSON.stringify(message)}\n`)
  }
}

/** An error for a message whose id cannot be read. JSON-RPC uses null as its id, which the SDK's type does not allow. */
const refusal = (code: number, message: string): JSONRPCErrorResponse =>
  Object.assign(JSON.parse('{"jsonrpc":"2.0","id":null}'), { error: { code, message } })

const NO_MESSAGE = refusal(ErrorCode.InvalidRequest, 'expected a message of JSON-RPC 2.0')
