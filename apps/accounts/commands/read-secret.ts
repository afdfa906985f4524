// Reads a secret from standard input: a line of a file or pipe, or hidden typing.
import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'

/** The first line of standard input, without its end. At a terminal it prints `question` and shows nothing that is typed. */
export async function readSecret(question: string): Promise<string> {
  const isTerminal = process.stdin.isTTY
  // Takes the text that would otherwise be echoed.
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: process.stdin, output: nowhere, terminal: isTerminal })
  if (isTerminal) process.stderr.write(question)
  try {
    for await (const line of lines) return line
    return ''
  } finally {
    lines.close()
    if (isTerminal) process.stderr.write('\n')
  }
}
