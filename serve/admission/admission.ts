// May this one have more? Every request asks here, and is told to go, to wait, or is refused. It knows who asks, and at what load.
import type { Logger } from 'pino'
import type { Exchange } from '../http/exchange.ts'
import type { Trust } from '../http/client-address.ts'
import { BUSY, type Problem, TOO_MANY } from '../http/problem.ts'
import { Line } from './line.ts'
import { Networks } from './networks.ts'
import { FIELD_MS, REQUEST_MS } from './numbers.ts'
import { type Sender, Senders } from './senders.ts'
import { chargedTo } from './slices.ts'

/** Go, or the refusal to answer with. A promise of one of them: wait. It never resolves when the client leaves before. */
export type Verdict = 'go' | Problem

export interface AdmissionOptions {
  /** The senders of the process. Absent: new ones. */
  readonly senders?: Senders | undefined
  /** Milliseconds that a request may wait for its turn. */
  readonly longestWaitMs?: number | undefined
  readonly trust: Trust
  /** The account of a browser that has signed in before, by its Cookie field. Null: it is not known. Absent: no browser is known. */
  readonly browserOf?: ((cookie: string) => string | null) | undefined
  readonly logger: Pick<Logger, 'warn'> | undefined
}

/** The admission of one server. */
export class Admission {
  readonly senders: Senders
  readonly networks: Networks
  readonly #line: Line
  readonly #browserOf: AdmissionOptions['browserOf']

  constructor({ senders = new Senders(), longestWaitMs, trust, browserOf, logger }: AdmissionOptions) {
    this.senders = senders
    this.networks = new Networks(senders, trust, logger)
    this.#line = new Line(senders, longestWaitMs)
    this.#browserOf = browserOf
  }

  /** The payer of a request without a token: the account of a browser that has signed in before, or its network. */
  payerOf(exchange: Exchange): Sender {
    const { cookie } = exchange.request.headers
    const account = cookie === undefined ? null : (this.#browserOf?.(cookie) ?? null)
    return account === null ? this.networks.of(exchange) : this.senders.ofAccount(account)
  }

  /**
   * Whether a sender may have one more request. Ask it once for each, before anything long of it is decoded. A connection ends with the first
   * of its requests that is one too many: so a crowd on few connections costs few refusals.
   */
  ask(exchange: Exchange, sender: Sender): Verdict | Promise<Verdict> {
    if (!this.senders.takes(exchange, sender)) {
      exchange.writer.refuseMore()
      return TOO_MANY
    }
    return this.#line.isFreeFor(sender) ? 'go' : this.wait(exchange)
  }

  /** Asks for a request whose body nobody wants, and does with the verdict what there is to do: at once, or after the wait. */
  admit(exchange: Exchange, sender: Sender, act: (verdict: Verdict) => void): void {
    // Node would parse it for as long as the request waits.
    exchange.writer.leaveBody(exchange)
    const verdict = this.ask(exchange, sender)
    if (verdict instanceof Promise) void verdict.then(act)
    else act(verdict)
  }

  /** Waits for the turn of a request: for work that is more than to read it, or after something that it waited for. */
  async wait(exchange: Exchange): Promise<Verdict> {
    return (await this.#line.turn(exchange)) ? 'go' : BUSY
  }

  /** Does the first work of a request, from its arrival at `fromMs` on, and charges it, with what Node did before, to whom it was found to belong. */
  arrive(exchange: Exchange, fromMs: number, work: () => void): void {
    work()
    // Of a refusal before anybody was asked, only the network is known.
    const sender = exchange.sender ?? this.networks.of(exchange)
    this.senders.charge(sender, performance.now() - fromMs)
    this.senders.chargeByNode(sender, REQUEST_MS + (exchange.request.rawHeaders.length / 2) * FIELD_MS)
  }

  /** Does work for a request after something that it waited for, and charges it, unless it is in its turn, which is charged as a whole. */
  resume(exchange: Exchange, work: () => void): void {
    if (this.#line.isRunning(exchange)) work()
    else this.senders.measure(exchange, work)
  }

  /** Does work whose slices are charged to the sender of a request. */
  inSlicesOf(sender: Sender, work: () => void): void {
    chargedTo(sender, this.senders, work)
  }

  /** Requests that wait for their turn. */
  waiting(): number {
    return this.#line.waiting()
  }
}
