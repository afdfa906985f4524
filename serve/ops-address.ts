// Where the operators' port is, and when its metrics need a token.
import { readFileSync } from 'node:fs'
import { CommandError } from '#open/program/command-error.ts'
import { shellWord } from '#open/program/hint.ts'
import { isLoopback } from '#open/program/loopback.ts'

/** Defaults of the operators' port, and of the address that it is on. */
export const DEFAULT_PORT = 9080
export const DEFAULT_HOST = '127.0.0.1'

/** Where the operators' port is, as a server is told. */
export interface OpsAddress {
  readonly opsPort?: number
  readonly opsHost?: string
  readonly opsTokenFile?: string
}

/** The shortest token that is not guessed. */
const LEAST_TOKEN = 16

/** Throws a CommandError when others than this machine could read the metrics without a token, or when the token's file is no good. */
export function expectTokenOf({ opsHost = DEFAULT_HOST, opsTokenFile }: OpsAddress): void {
  const file = shellWord(opsTokenFile ?? 'ops-token')
  const make = `(umask 077 && openssl rand -hex 32 > ${file}), and the same command with --ops-token-file ${file}`
  if (opsTokenFile === undefined) {
    if (isLoopback(opsHost)) return
    throw new CommandError(
      `--ops-host ${opsHost}: others than this machine could read the metrics, expected --ops-token-file`,
      2,
      make,
    )
  }
  let token
  try {
    token = readFileSync(opsTokenFile, 'utf8').trim()
  } catch (error) {
    throw new CommandError(
      `--ops-token-file ${opsTokenFile}: ${error instanceof Error ? error.message : String(error)}`,
      2,
      make,
    )
  }
  if (!/^[\x21-\x7e]+$/.test(token) || token.length < LEAST_TOKEN)
    throw new CommandError(
      `--ops-token-file ${opsTokenFile}: expected one word of at least ${LEAST_TOKEN} letters and digits`,
      2,
      make,
    )
}
