// A secret from standard input: a line of a file or pipe, or what somebody types without seeing it.
import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'

/** The first line of standard input, without its end; at a terminal `question` is asked and nothing that is typed is shown. */
export async function readSecret(question: string): Promise<string> {
  const isTerminal = process.stdin.isTTY
  // What is typed would be echoed here.
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
