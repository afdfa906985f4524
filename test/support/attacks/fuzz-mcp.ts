// Sends `tzref mcp` lines that no assistant should send, one by one, and checks each answer against the protocol and the tools' schemas.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { Ajv, type ValidateFunction } from 'ajv'
import { ROOT } from '#open/program/root.ts'
import { seededRandom } from '../worlds/seeded-random.ts'

/** A program without an answer for so long hangs. */
const SILENCE_MS = 60_000
const PING = 'the ping behind line '
/** The codes of JSON-RPC and the protocol for a wrong line. −32603 would be our own fault. */
const CODES = new Set([-32_700, -32_600, -32_601, -32_602])

export interface McpFuzz {
  readonly lines: number
  readonly answers: number
  /** How many answers had each status, and how many errors had each code. */
  readonly counts: Readonly<Record<string, number>>
  readonly slowestMs: number
  readonly faults: readonly string[]
}

const PLACES =
  'Berlin|IST|Springfield|Paris, Texas|UTC+5:30|Europe/Kyiv|US|東京|São Paulo|мск|3pm London to Tokyo|sunset in Oslo|next DST change|52.5, 13.4|UTC-05|eastern|Chile'.split(
    '|',
  )
const MOMENTS =
  'now|2026-03-29 02:30|2026-10-25T02:30|0001-01-01T00:00Z|9999-12-31T23:59:59Z|9999-12-31T23:59|0001-01-01 00:00|1793232000|2027-01-01T00:00+05:45'.split(
    '|',
  )
const WORDS =
  "UTC-99|-62135596801|253402300800|1e309|91,181|-0,-0|| |\0|\u001B[31m|\uD800|\u202Efdp|😀|__proto__|constructor|%s%n|../../etc/passwd|'; --|earliest|latest|reject"
    .split('|')
    .concat('x'.repeat(199), 'x'.repeat(201), 'ß'.repeat(200), 'a '.repeat(100), PLACES, MOMENTS)
const NUMBERS = [
  0,
  -0,
  1,
  2,
  10,
  1.5,
  -1,
  89.999_999_9,
  90,
  91,
  180,
  -180,
  1e-9,
  1e300,
  Number.MAX_SAFE_INTEGER,
  2 ** 53,
]
const ARGUMENTS = [
  'place',
  'at',
  'resolution',
  'from',
  'to',
  'after',
  'years',
  'latitude',
  'longitude',
  'text',
  '__proto__',
  'toString',
]
const METHODS =
  `tools/call tools/list ping initialize resources/list prompts/get completion/complete logging/setLevel x
notifications/initialized notifications/cancelled notifications/none sampling/createMessage rpc.discover`.split(
    /\s/,
  )

interface Tool {
  readonly name: string
  readonly inputSchema: { readonly properties: Readonly<Record<string, object>> }
  readonly outputSchema: object
}

/** Makes lines. The same seed gives the same lines. */
class Lines {
  readonly #random: () => number
  readonly #tools: readonly Tool[]

  constructor(seed: number, tools: readonly Tool[]) {
    this.#random = seededRandom(seed)
    this.#tools = tools
  }

  /** A line of a random kind, in bytes, without its line feed. */
  next(id: number): Buffer {
    const roll = this.#random()
    if (roll < 0.4) return this.#textOf(this.#call(id))
    if (roll < 0.6) return this.#textOf(this.#message(id))
    if (roll < 0.75)
      return this.#damaged(this.#textOf(this.#below(3) === 0 ? this.#message(id) : this.#call(id)))
    if (roll < 0.9)
      return this.#textOf(Array.from({ length: this.#below(6) }, (_, at) => this.#oneOfBatch(id, at)))
    if (roll < 0.95) return this.#textOf(this.#value(0))
    return this.#strange(id)
  }

  #below(most: number): number {
    return Math.floor(this.#random() * most)
  }

  #one<Item>(items: readonly Item[]): Item {
    const found = items[this.#below(items.length)]
    if (found === undefined) throw new Error('none to choose from')
    return found
  }

  /** A value as JSON, sometimes with spaces and a carriage return. */
  #textOf(value: unknown): Buffer {
    const text = JSON.stringify(value) ?? 'null'
    return Buffer.from(this.#below(10) === 0 ? ` ${text} \r` : text)
  }

  #value(depth: number): unknown {
    const kind = this.#below(depth > 3 ? 4 : 7)
    if (kind < 2) return this.#one(WORDS)
    if (kind === 2) return this.#one(NUMBERS)
    if (kind === 3) return this.#one([null, true, false])
    const some = Array.from({ length: this.#below(4) }, () => this.#value(depth + 1))
    return kind === 4
      ? some
      : Object.fromEntries(
          some.map((value) => [this.#one([...ARGUMENTS, 'id', 'method', 'jsonrpc', 'params']), value]),
        )
  }

  /** A call of a tool with all sorts of arguments. Most of them are the tool's own. */
  #call(id: unknown): object {
    const tool = this.#one(this.#tools)
    const names = Object.keys(tool.inputSchema.properties)
    const given: [string, unknown][] = names.flatMap((name) => {
      const roll = this.#random()
      if (roll < 0.2) return []
      const isNumber = ['years', 'latitude', 'longitude'].includes(name)
      const isMoment = name === 'at' || name === 'after'
      const text = this.#below(4) === 0 ? this.#one(WORDS) : this.#one(isMoment ? MOMENTS : PLACES)
      if (name === 'resolution' && this.#below(4) > 0) return []
      const likely = isNumber ? this.#one(NUMBERS) : name === 'to' ? [text, this.#one(PLACES)] : text
      return [[name, roll < 0.85 ? likely : this.#value(0)]]
    })
    if (this.#below(12) === 0) given.push([this.#one(ARGUMENTS), this.#value(1)])
    return {
      jsonrpc: '2.0',
      id,
      method: 'tools/call',
      params: { name: tool.name, arguments: Object.fromEntries(given) },
    }
  }

  /** A message of any method. A part may be missing or of another kind. */
  #message(id: unknown): object {
    const whole: Record<string, unknown> = {
      jsonrpc: '2.0',
      id,
      method: this.#one(METHODS),
      params: this.#value(0),
    }
    const roll = this.#random()
    if (roll < 0.5) whole['params'] = {}
    else if (roll < 0.6) delete whole['params']
    if (this.#below(6) === 0) delete whole[this.#one(Object.keys(whole))]
    if (this.#below(6) === 0)
      whole[this.#one(['jsonrpc', 'id', 'method', 'params', 'result', 'error', 'more'])] = this.#value(0)
    return whole
  }

  #oneOfBatch(id: number, at: number): unknown {
    const own = `${id} ${at}`
    const roll = this.#random()
    if (roll < 0.5) return this.#call(own)
    if (roll < 0.6)
      return {
        jsonrpc: '2.0',
        method: 'notifications/cancelled',
        params: { requestId: `${id} ${this.#below(6)}` },
      }
    return roll < 0.9 ? this.#message(own) : this.#value(1)
  }

  /** Removes, adds, changes or repeats bytes, but no line feeds. */
  #damaged(bytes: Buffer): Buffer {
    let damaged = Buffer.from(bytes)
    for (let left = 1 + this.#below(4); left > 0 && damaged.length > 0; left--) {
      const at = this.#below(damaged.length)
      const kind = this.#below(4)
      if (kind === 0) damaged[at] = this.#below(256)
      else if (kind === 1) damaged = damaged.subarray(0, at)
      else if (kind === 2)
        damaged = Buffer.concat([damaged.subarray(0, at), damaged.subarray(at + 1 + this.#below(9))])
      else damaged = Buffer.concat([damaged.subarray(0, at), damaged.subarray(Math.max(0, at - 9))])
    }
    return Buffer.from(damaged.filter((byte) => byte !== 10))
  }

  #strange(id: number): Buffer {
    const deep = 10 ** this.#below(6)
    const nested = `${'['.repeat(deep)}${']'.repeat(deep)}`
    return Buffer.from(
      this.#one([
        nested,
        '['.repeat(deep),
        `{"jsonrpc":"2.0","id":${id},"method":"ping","params":{"deep":${nested}}}`,
        `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"time_in","arguments":{"place":${nested}}}}`,
        `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"time_in","arguments":{"place":"${'x'.repeat(deep * 10)}"}}}`,
        `{"jsonrpc":"2.0","id":${id},"id":null,"method":"ping"}`,
        `{"jsonrpc":"2.0","id":1e400,"method":"ping"}`,
        `{"jsonrpc":"2.0","id":${id}.5,"method":"ping"}`,
        `\uFEFF{"jsonrpc":"2.0","id":${id},"method":"ping"}`,
        `Content-Length: 40\r`,
        `[${`{"jsonrpc":"2.0","method":"notifications/initialized"},`.repeat(deep / 10)}1]`,
      ]),
    )
  }
}

/** Splits at line feeds only, because a text in JSON may hold other line ends. */
async function* linesOf(stream: Readable): AsyncGenerator<string, undefined> {
  let text = ''
  for await (const chunk of stream.setEncoding('utf8') as AsyncIterable<string>) {
    const [first = '', ...others] = chunk.split('\n')
    text += first
    for (const next of others) {
      yield text
      text = next
    }
  }
}

/** Sends so many lines from a seed. */
export async function fuzzMcp(dist: string, seed: number, lines: number): Promise<McpFuzz> {
  const program = spawn(process.execPath, [join(ROOT, 'tzref.js'), 'mcp', '--dist', dist])
  let errors = ''
  program.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text))
  program.stdin.on('error', () => undefined)
  const exit = new Promise<number | null>((resolve) => void program.on('exit', resolve))
  const reader = linesOf(program.stdout)
  const timers = new Set<NodeJS.Timeout>()
  /** All answers before the answer to a ping that is sent after the bytes. Null: the program ended or hung. */
  const ask = async (bytes: Uint8Array, number: number): Promise<string[] | null> => {
    program.stdin.write(bytes)
    program.stdin.write(`\n{"jsonrpc":"2.0","id":"${PING}${number}","method":"ping"}\n`)
    const timer = setTimeout(() => program.kill('SIGKILL'), SILENCE_MS)
    timers.add(timer)
    const answers: string[] = []
    try {
      for (;;) {
        // oxlint-disable-next-line no-await-in-loop -- lines come one by one
        const { done, value } = await reader.next()
        if (done === true) return null
        if (value.startsWith('{') && value.includes(`"${PING}${number}"`)) return answers
        answers.push(value)
      }
    } finally {
      clearTimeout(timer)
    }
  }
  const faults: string[] = []
  const counts: Record<string, number> = {}
  let [answered, slowestMs, sent] = [0, 0, 0]
  const hello = {
    jsonrpc: '2.0',
    id: 0,
    method: 'initialize',
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'fuzz', version: '1' } },
  }
  await ask(Buffer.from(JSON.stringify(hello)), -2)
  const [listed = '{}'] = (await ask(Buffer.from('{"jsonrpc":"2.0","id":0,"method":"tools/list"}'), -1)) ?? []
  const tools: readonly Tool[] = JSON.parse(listed).result.tools
  const ajv = new Ajv({ strict: false })
  const outputs = new Map(tools.map(({ name, outputSchema }) => [name, ajv.compile(outputSchema)]))
  const made = new Lines(seed, tools)
  for (; sent < lines; sent++) {
    const line = made.next(sent + 1)
    const begin = performance.now()
    // oxlint-disable-next-line no-await-in-loop -- one at a time, so that each answer belongs to a known line
    const answers = await ask(line, sent)
    slowestMs = Math.max(slowestMs, performance.now() - begin)
    const shown = `seed ${seed}, line ${sent}: ${line.toString().slice(0, 300)}`
    if (answers === null) {
      faults.push(`${shown}: it ended or hung: ${errors.slice(0, 500)}`)
      break
    }
    answered += answers.length
    for (const problem of problemsOf(line, answers, outputs, counts))
      faults.push(`${shown}: ${problem}: ${answers.join(' ').slice(0, 600)}`)
    if (faults.length >= 20) break
  }
  program.stdin.end()
  const status = await exit
  for (const timer of timers) clearTimeout(timer)
  if (status !== 0) faults.push(`it ended with ${status}`)
  if (errors !== '') faults.push(`on stderr: ${errors.slice(0, 500)}`)
  return { lines: sent, answers: answered, counts, slowestMs, faults }
}

type Json = Readonly<Record<string, unknown>>
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What is wrong with the answers to a line, by JSON-RPC 2.0 and by the tools' schemas. */
function problemsOf(
  line: Buffer,
  answers: readonly string[],
  outputs: ReadonlyMap<string, ValidateFunction>,
  counts: Record<string, number>,
): string[] {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(line)
  const found: unknown[] = answers.map((answer) => JSON.parse(answer))
  if (text.trim() === '') return found.length === 0 ? [] : ['expected no answer']
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    const [only] = found
    count(only, counts)
    return found.length === 1 && errorOf(only) === -32_700 ? [] : ['expected one error -32700']
  }
  if (!Array.isArray(value)) {
    if (found.length > 1) return ['expected one answer at most']
    return problemsOfOne(value, found[0], outputs, counts)
  }
  if (value.length === 0) {
    count(found[0], counts)
    return found.length === 1 && errorOf(found[0]) === -32_600 ? [] : ['expected one error -32600']
  }
  if (found.length > 1) return ['expected the answers to a batch in one array']
  const all: unknown = found[0] ?? []
  if (!Array.isArray(all)) return ['expected an array']
  return problemsOfBatch(value, all, outputs, counts)
}

function problemsOfBatch(
  batch: readonly unknown[],
  answers: readonly unknown[],
  outputs: ReadonlyMap<string, ValidateFunction>,
  counts: Record<string, number>,
): string[] {
  const left = [...answers]
  const problems: string[] = []
  // The least and the greatest number of errors without an id.
  let [least, most] = [0, 0]
  for (const one of batch) {
    const at = isRequest(one) ? left.findIndex((answer) => idOf(answer) === one['id']) : -1
    if (at >= 0) problems.push(...problemsOfOne(one, left.splice(at, 1)[0], outputs, counts))
    else {
      most++
      // A notification or an answer with extra fields is refused, so an error may come.
      if (!isAnswer(one) && !isQuiet(one)) least++
    }
  }
  for (const answer of left) problems.push(...problemsOfOne(null, answer, outputs, counts))
  if (left.length < least || left.length > most)
    problems.push(`${left.length} errors without an id, expected ${least} to ${most}`)
  return problems
}

const isId = (id: unknown): boolean => typeof id === 'string' || Number.isSafeInteger(id)
const idOf = (answer: unknown): unknown => (isObject(answer) ? answer['id'] : undefined)
const errorOf = (answer: unknown): unknown =>
  isObject(answer) && isObject(answer['error']) ? answer['error']['code'] : undefined
const isRequest = (value: unknown): value is Json =>
  isObject(value) && value['jsonrpc'] === '2.0' && isId(value['id']) && typeof value['method'] === 'string'
const isAnswer = (value: unknown): boolean => isObject(value) && !('method' in value) && isId(value['id'])
/** Whether it is a correct notification. */
const isQuiet = (value: unknown): boolean =>
  isObject(value) &&
  value['jsonrpc'] === '2.0' &&
  !('id' in value) &&
  typeof value['method'] === 'string' &&
  (value['params'] === undefined || isObject(value['params']))

function count(answer: unknown, counts: Record<string, number>): void {
  const result = isObject(answer) ? answer['result'] : undefined
  const content = isObject(result) ? result['structuredContent'] : undefined
  const key = isObject(content) ? String(content['status']) : JSON.stringify(errorOf(answer) ?? 'other')
  counts[key] = (counts[key] ?? 0) + 1
}

/** Problems of one answer. `answer` is undefined if there is none. */
function problemsOfOne(
  value: unknown,
  answer: unknown,
  outputs: ReadonlyMap<string, ValidateFunction>,
  counts: Record<string, number>,
): string[] {
  if (answer === undefined) return isQuiet(value) || isAnswer(value) ? [] : ['expected an answer']
  count(answer, counts)
  if (!isObject(answer) || answer['jsonrpc'] !== '2.0') return ['no answer of JSON-RPC']
  const { id, result } = answer
  const code = errorOf(answer)
  if (code !== undefined && (typeof code !== 'number' || !CODES.has(code)))
    return [`the error ${JSON.stringify(code)}`]
  if (code === undefined && !isObject(result)) return ['neither a result nor an error']
  if (!isRequest(value))
    return code === -32_600 && id === null ? [] : ['expected the error -32600 without an id']
  if (id === null ? code !== -32_600 : id !== value['id']) return ['the id is not that of the request']
  if (code !== undefined || value['method'] !== 'tools/call' || !isObject(result)) return []
  const name = isObject(value['params']) ? String(value['params']['name']) : ''
  const isValid = outputs.get(name)
  if (isValid === undefined) return ['a tool that is not there has answered']
  const { structuredContent, content, isError } = result
  const [first] = Array.isArray(content) ? content : []
  if (!isValid(structuredContent)) return [`not of its schema: ${ajvText(isValid)}`]
  if (!isObject(structuredContent) || first?.text !== JSON.stringify(structuredContent))
    return ['the text is another']
  return isError === (structuredContent['status'] === 'invalid')
    ? []
    : ['isError is not what the status says']
}

const ajvText = ({ errors }: ValidateFunction): string => JSON.stringify(errors?.[0])
