// Messages over stdio, one a line: hands each to what answers it, and refuses lines that are not JSON or too long.
import { CODE, refusal } from './protocol.ts'

/** Most characters of one message. */
const LONGEST = 10_000_000

/** Answers the messages of standard input on standard output until the assistant closes it. A last line needs no line end. */
export function answerLines(
  { stdin, stdout }: Pick<NodeJS.Process, 'stdin' | 'stdout'>,
  answerTo: (message: unknown) => object | null,
): void {
  /** The part of a line that has come. Empty for one that is too long. */
  let text = ''
  let isTooLong = false
  const write = (answer: object | null): void => {
    if (answer !== null) stdout.write(`${JSON.stringify(answer)}\n`)
  }
  // A line that is too long is refused once, and what follows of it is not kept.
  const add = (more: string): void => {
    if (isTooLong) return
    text += more
    if (text.length <= LONGEST) return
    isTooLong = true
    text = ''
    write(refusal(CODE.noMessage, `found a message of more than ${LONGEST} characters`))
  }
  const takeLine = (): void => {
    const line = text
    text = ''
    isTooLong = false
    if (line.trim() === '') return
    let message: unknown
    try {
      message = JSON.parse(line)
    } catch (error) {
      return write(refusal(CODE.notJson, `not JSON: ${String(error)}`))
    }
    write(answerTo(message))
  }
  stdin.setEncoding('utf8')
  stdin.on('data', (chunk: string) => {
    const [first = '', ...others] = chunk.split('\n')
    add(first)
    for (const next of others) {
      takeLine()
      add(next)
    }
  })
  stdin.on('end', takeLine)
}
