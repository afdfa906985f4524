// Answers messages of the Model Context Protocol: JSON-RPC 2.0, with the four methods of a server that has only tools.

/** The codes of JSON-RPC 2.0 for what went wrong. */
export const CODE = {
  notJson: -32_700,
  noMessage: -32_600,
  noMethod: -32_601,
  badParams: -32_602,
  fault: -32_603,
} as const

/** Versions of the protocol, the newest first. They differ in nothing that a server of tools needs. */
const VERSIONS = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05', '2024-10-07']

/** The server as an assistant sees it, with the tools that it can call. */
export interface ToolServer {
  readonly name: string
  readonly version: string
  /** How an assistant should use the tools. */
  readonly instructions: string
  /** By name. `listed` is what `tools/list` gives, `call` the result of a call. */
  readonly tools: ReadonlyMap<string, { readonly listed: object; readonly call: (given: Fields) => object }>
}

type Fields = Readonly<Record<string, unknown>>
type Id = string | number

/** An error, for the request with this id. It is null where no id could be read. */
export const refusal = (code: number, message: string, id: Id | null = null): object => ({
  jsonrpc: '2.0',
  id,
  error: { code, message },
})

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isText = (value: unknown): value is string => typeof value === 'string'
const isId = (value: unknown): value is Id => isText(value) || Number.isSafeInteger(value)

/** Wrong parameters of a request. */
class ParamsError extends Error {}

/** Throws a ParamsError for a field that is not what it should be. */
function expectField(
  fields: Fields,
  path: string,
  name: string,
  test: (value: unknown) => boolean,
  expected: string,
) {
  if (!test(fields[name])) throw new ParamsError(`${path}.${name}: expected ${expected}`)
}

/** Answers one message. Null for a notification and for an answer, which need none, and so for a cancellation: a tool answers at once. */
function answerToOne(value: unknown, server: ToolServer): object | null {
  const noMessage = refusal(CODE.noMessage, 'expected a message of JSON-RPC 2.0')
  if (!isObject(value) || value['jsonrpc'] !== '2.0') return noMessage
  const { id, method, params = {}, result, error } = value
  const hasOnly = (...names: readonly string[]): boolean =>
    Object.keys(value).every((name) => name === 'jsonrpc' || names.includes(name))
  if (!('method' in value)) {
    const isAnswer =
      (isId(id) && isObject(result) && hasOnly('id', 'result')) ||
      ((id === undefined || isId(id)) && isError(error) && hasOnly('id', 'error'))
    return isAnswer ? null : noMessage
  }
  if (!isText(method) || !isObject(params) || !hasOnly('id', 'method', 'params')) return noMessage
  if (!isObject(params['_meta'] ?? {})) return noMessage
  if (!('id' in value)) return null
  if (!isId(id)) return noMessage
  try {
    const found = resultOf(method, value['params'], server)
    return found === null
      ? refusal(CODE.noMethod, `found no method "${method}"`, id)
      : { jsonrpc: '2.0', id, result: found }
  } catch (fault) {
    const { message } = fault instanceof Error ? fault : new Error(String(fault))
    return refusal(fault instanceof ParamsError ? CODE.badParams : CODE.fault, message, id)
  }
}

const isError = (value: unknown): boolean =>
  isObject(value) && Number.isSafeInteger(value['code']) && isText(value['message'])

/** The result of a request; null if there is no such method. Throws a ParamsError for wrong parameters. */
function resultOf(method: string, given: unknown, server: ToolServer): object | null {
  const path = `${method}: params`
  const params = isObject(given) ? given : {}
  switch (method) {
    case 'initialize': {
      if (given === undefined) throw new ParamsError(`${path}: expected an object`)
      expectField(params, path, 'protocolVersion', isText, 'a text')
      expectField(params, path, 'capabilities', isObject, 'an object')
      expectField(params, path, 'clientInfo', isObject, 'an object')
      const client = isObject(params['clientInfo']) ? params['clientInfo'] : {}
      for (const name of ['name', 'version'])
        expectField(client, `${path}.clientInfo`, name, isText, 'a text')
      const { name, version, instructions } = server
      return {
        protocolVersion: VERSIONS.find((one) => one === params['protocolVersion']) ?? VERSIONS[0],
        capabilities: { tools: {} },
        serverInfo: { name, version },
        instructions,
      }
    }
    case 'ping':
      return {}
    case 'tools/list':
      expectField(params, path, 'cursor', (cursor) => cursor === undefined || isText(cursor), 'a text')
      return { tools: [...server.tools.values()].map(({ listed }) => listed) }
    case 'tools/call': {
      expectField(params, path, 'name', isText, 'a text')
      expectField(params, path, 'arguments', (some) => some === undefined || isObject(some), 'an object')
      const { name, arguments: some = {} } = params
      const tool = server.tools.get(String(name))
      if (tool === undefined) {
        const names = [...server.tools.keys()].join(', ')
        throw new ParamsError(`there is no tool "${String(name)}", expected one of ${names}`)
      }
      return tool.call(isObject(some) ? some : {})
    }
    default:
      return null
  }
}

/**
 * The answer to what an assistant sent, or null if it needs none. Several messages in one array, which the protocol had in 2025-03-26, are
 * answered in one array (JSON-RPC 2.0, 6).
 */
export function answerTo(sent: unknown, server: ToolServer): object | null {
  if (!Array.isArray(sent)) return answerToOne(sent, server)
  if (sent.length === 0) return refusal(CODE.noMessage, 'found an empty batch')
  const answers = sent.flatMap((one: unknown) => answerToOne(one, server) ?? [])
  return answers.length === 0 ? null : answers
}
