// The methods of a path, and the 405 for all others.
import { problem, type Problem } from './problem.ts'

/** The methods of a path that is only read. Every path with GET also answers HEAD, and every path answers OPTIONS. */
export const READ: readonly string[] = ['GET', 'HEAD']

/** The `Allow` field of a path with these methods. */
export const allowOf = (methods: readonly string[]): string => [...methods, 'OPTIONS'].join(', ')

/** The 405 for a method that a path does not have. */
export function notSupported(method: string, methods: readonly string[]): Problem {
  const use = allowOf(methods).replace(/, (\w+)$/, ' or $1')
  return problem(405, `${method} is not supported; use ${use}.`, { allow: allowOf(methods) })
}
