// Which methods a path has, and what is said of the others: one text for every 405.
import type { Problem } from './problem.ts'

/** The methods of what is only read. Every path that has GET answers HEAD too, and every path OPTIONS. */
export const READ: readonly string[] = ['GET', 'HEAD']

/** The `Allow` field of a path with these methods. */
export const allowOf = (methods: readonly string[]): string => [...methods, 'OPTIONS'].join(', ')

/** 405 for a method that a path does not have. */
export function notSupported(method: string, methods: readonly string[]): Problem {
  const use = allowOf(methods).replace(/, (\w+)$/, ' or $1')
  return {
    kind: 'problem',
    status: 405,
    body: { message: `${method} is not supported; use ${use}.` },
    headers: { allow: allowOf(methods) },
  }
}
