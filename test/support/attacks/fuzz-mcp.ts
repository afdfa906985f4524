// Sends `tzref mcp` lines that no assistant should send, one by one, and checks each answer against the protocol and the tools' schemas.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Ajv, type ValidateFunction } from 'ajv'
import fc from 'fast-check'
import { ROOT } from '#open/program/root.ts'

/** A program without an answer for so long hangs. */
const SILENCE_MS = 60_000
/** The codes of JSON-RPC and the protocol for a wrong line. −32603 would be our own fault. */
const CODES = new Set([-32_700, -32_600, -32_601, -32_602])
const TEXTS = [
  'Berlin',
  'IST',
  'Springfield',
  'Paris, Texas',
  'UTC+5:30',
  'US',
  '東京',
  'мск',
  '3pm London to Tokyo',
  '52.5, 13.4',

  'now',
  '2026-03-29 02:30',
  '0001-01-01T00:00Z',
  '9999-12-31T23:59:59Z',
  '1793232000',
  'earliest',
  'x'.repeat(201),

  'UTC-99',
  '1e309',
  '91,181',
  '',
  '\0',
  '\u001B[31m',
  '\uD800',
  '\u202Efdp',
  '__proto__',
  '../../etc/passwd',
]
const METHODS = [
  'tools/call',
  'tools/list',
  'ping',
  'initialize',
  'resources/list',
  'notifications/cancelled',
  'x',
  'rpc.discover',
]

/** Arguments that are seldom met by chance. */
const OWN: Readonly<Record<string, readonly unknown[]>> = {
  at: ['now', '2026-03-29 02:30', '9999-12-31T23:59:59Z'],
  after: ['now', '2026-03-29T02:30:00Z'],
  resolution: ['earliest', 'latest', 'reject'],
  to: [['Tokyo'], ['IST', 'Berlin'], []],
  years: [1, 10, 1000],
  latitude: [52.5, -90, 89.999_999_9, 91],
  longitude: [13.4, 180, -0],
}

type Json = Readonly<Record<string, unknown>>
interface Tool {
  readonly name: string
  readonly inputSchema: { readonly properties: Json }
  readonly outputSchema: object
}

export interface McpFuzz {
  readonly lines: number
  readonly answers: number
  /** How many answers had each status, and how many errors had each code. */
  readonly counts: Readonly<Record<string, number>>
  readonly slowestMs: number
  readonly faults: readonly string[]
}

/** Lines of every kind, without line feeds. */
function anyLine(tools: readonly Tool[]): fc.Arbitrary<string> {
  const text = fc.constantFrom(...TEXTS)
  const value = fc.oneof(
    text,
    fc.jsonValue({ maxDepth: 3 }),
    fc.double(),
    fc.constantFrom(0, -0, 90, 91, 1e300, 2 ** 53),
  )
  const id = fc.oneof(fc.integer(), fc.string())
  const given = (properties: Json): Record<string, fc.Arbitrary<unknown>> =>
    Object.fromEntries(
      Object.keys(properties).map((key) => [
        key,
        fc.oneof({ weight: 9, arbitrary: key in OWN ? fc.constantFrom(...(OWN[key] ?? [])) : text }, value),
      ]),
    )
  const call = fc.constantFrom(...tools).chain(({ name, inputSchema: { properties } }) =>
    fc.record({
      jsonrpc: fc.constant('2.0'),
      id,
      method: fc.constant('tools/call'),
      params: fc.record({
        name: fc.constant(name),
        arguments: fc.oneof(fc.record(given(properties)), fc.record(given(properties), { requiredKeys: [] })),
      }),
    }),
  )
  const message = fc.record(
    {
      jsonrpc: fc.constantFrom('2.0', '1.0'),
      id: fc.oneof({ weight: 3, arbitrary: id }, value),
      method: fc.constantFrom(...METHODS),
      params: fc.oneof(value, fc.constant({})),
    },
    { requiredKeys: [] },
  )
  const whole = fc
    .oneof(call, call, message, value, fc.array(fc.oneof(call, message, value), { maxLength: 5 }))
    .map((one) => JSON.stringify(one))
  const cut = fc
    .tuple(whole, fc.nat(), fc.nat(9), fc.constantFrom('', '"', '[', '\u0007'))
    .map(([line, place, length, put]) => {
      const at = place % (line.length + 1)
      return line.slice(0, at) + put + line.slice(at + length)
    })
  const deep = fc
    .integer({ min: 0, max: 5 })
    .map(
      (power) =>
        `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"deep":${'['.repeat(10 ** power)}${']'.repeat(10 ** power)}}}`,
    )
  return fc
    .oneof({ weight: 8, arbitrary: whole }, { weight: 3, arbitrary: cut }, deep)
    .map((line) => line.replaceAll('\n', ' '))
}

/** Sends so many lines from a seed to `tzref mcp` on a folder of artifacts. */
export async function fuzzMcp(dist: string, seed: number, lines: number): Promise<McpFuzz> {
  const program = spawn(process.execPath, [join(ROOT, 'tzref.js'), 'mcp', '--dist', dist])
  let errors = ''
  program.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text))
  program.stdin.on('error', () => undefined)
  const exit = new Promise<number | null>((resolve) => void program.on('exit', resolve))
  const reader = createInterface({ input: program.stdout, crlfDelay: Infinity })[Symbol.asyncIterator]()
  /** All answers before the answer to a ping that is sent after the line. Null: the program ended or hung. */
  const ask = async (line: string, number: number): Promise<string[] | null> => {
    program.stdin.write(`${line}\n{"jsonrpc":"2.0","id":"the ping behind ${number}","method":"ping"}\n`)
    const timer = setTimeout(() => program.kill('SIGKILL'), SILENCE_MS)
    const answers: string[] = []
    try {
      for (;;) {
        // oxlint-disable-next-line no-await-in-loop -- lines come one by one
        const { done, value } = await reader.next()
        if (done === true) return null
        if (value.startsWith('{') && value.includes(`"the ping behind ${number}"`)) return answers
        answers.push(value)
      }
    } finally {
      clearTimeout(timer)
    }
  }
  const [listed = '{}'] = (await ask('{"jsonrpc":"2.0","id":0,"method":"tools/list"}', -1)) ?? []
  const tools: readonly Tool[] = JSON.parse(listed).result.tools
  const ajv = new Ajv({ strict: false })
  const outputs = new Map(tools.map(({ name, outputSchema }) => [name, ajv.compile(outputSchema)]))
  const faults: string[] = []
  const counts: Record<string, number> = {}
  let [answered, slowestMs, sent] = [0, 0, 0]
  for (const line of fc.sample(anyLine(tools), { seed, numRuns: lines })) {
    const begin = performance.now()
    // oxlint-disable-next-line no-await-in-loop -- one at a time, so that each answer belongs to a known line
    const answers = await ask(line, sent)
    slowestMs = Math.max(slowestMs, performance.now() - begin)
    const shown = `seed ${seed}, line ${sent++}: ${line.slice(0, 300)}`
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
  if (status !== 0) faults.push(`it ended with ${status}`)
  if (errors !== '') faults.push(`on stderr: ${errors.slice(0, 500)}`)
  return { lines: sent, answers: answered, counts, slowestMs, faults }
}

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isId = (id: unknown): boolean => typeof id === 'string' || Number.isSafeInteger(id)
const isRequest = (value: unknown): value is Json =>
  isObject(value) && value['jsonrpc'] === '2.0' && isId(value['id']) && typeof value['method'] === 'string'
const codeOf = (answer: Json): unknown => (isObject(answer['error']) ? answer['error']['code'] : undefined)

/** What is wrong with the answers to a line, by JSON-RPC 2.0 and by the tools' schemas. */
function problemsOf(
  line: string,
  answers: readonly string[],
  outputs: ReadonlyMap<string, ValidateFunction>,
  counts: Record<string, number>,
): string[] {
  if (line.trim() === '') return answers.length === 0 ? [] : ['expected no answer']
  if (answers.length > 1) return ['expected one answer at most']
  const sent = parsed(line)
  const asked: readonly unknown[] = Array.isArray(sent) && sent.length > 0 ? sent : [sent]
  const said: unknown[] = answers.map((answer): unknown => JSON.parse(answer)).flat()
  const requests = asked.filter(isRequest)
  if (said.length > asked.length) return ['more answers than messages']
  if (said.length < requests.length) return ['a request without an answer']
  return said.flatMap((answer) => problemsOfOne(answer, requests, sent === undefined, outputs, counts))
}

/** A line as JSON. Undefined if it is none. */
function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

function problemsOfOne(
  answer: unknown,
  requests: readonly Json[],
  isNoJson: boolean,
  outputs: ReadonlyMap<string, ValidateFunction>,
  counts: Record<string, number>,
): string[] {
  if (!isObject(answer) || answer['jsonrpc'] !== '2.0') return ['no answer of JSON-RPC']
  const { id, result } = answer
  const code = codeOf(answer)
  const content = isObject(result) ? result['structuredContent'] : undefined
  const key = isObject(content) ? String(content['status']) : JSON.stringify(code ?? 'other')
  counts[key] = (counts[key] ?? 0) + 1
  if (isNoJson !== (code === -32_700)) return ['the error -32700 is for a line that is not JSON']
  if (code !== undefined) {
    if (typeof code !== 'number' || !CODES.has(code)) return [`the error ${JSON.stringify(code)}`]
    return id === null || requests.some((request) => request['id'] === id) ? [] : ['the id is of no request']
  }
  if (!isObject(result)) return ['no result of a request']
  // Two requests of one line may have the same id, mostly the empty text: the answer must fit one of them.
  const problems = requests
    .filter((request) => request['id'] === id)
    .map((request) => problemsOfResult(request, result, content, outputs))
  return problems.find((found) => found.length === 0) ?? problems[0] ?? ['no result of a request']
}

function problemsOfResult(
  request: Json,
  result: Json,
  content: unknown,
  outputs: ReadonlyMap<string, ValidateFunction>,
): string[] {
  if (request['method'] !== 'tools/call') return []
  const isValid = outputs.get(isObject(request['params']) ? String(request['params']['name']) : '')
  if (isValid === undefined) return ['a tool that is not there has answered']
  if (!isValid(content) || !isObject(content))
    return [`not of its schema: ${JSON.stringify(isValid.errors?.[0])}`]
  const [first] = Array.isArray(result['content']) ? result['content'] : []
  if (first?.text !== JSON.stringify(content)) return ['the text is another']
  return result['isError'] === (content['status'] === 'invalid')
    ? []
    : ['isError is not what the status says']
}
