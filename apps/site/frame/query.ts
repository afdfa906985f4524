// The query of an address as its page sees it: the parameters that its row of the route table declares, and no others.
import { oncePer } from '#core/once-per.ts'

/**
 * The parameters of a page. Each is read once; if it is sent several times, the first counts. Those of a list are read together, each as often
 * as it is sent, in the order of the address: `place`, `hours`, `place`.
 */
export type Parameters = readonly (string | readonly string[])[]

const namesOf = oncePer((parameters: Parameters): ReadonlySet<string> => new Set(parameters.flat()))

/**
 * The declared parameters of a query, in the order in which they are declared. Two addresses that differ only in other parameters, or in order,
 * have the same text, which is part of the key of the cache. So a page cannot depend on anything that the key does not have.
 */
export class Query extends URLSearchParams {
  readonly #known: ReadonlySet<string>

  constructor(sent: URLSearchParams | string, parameters: Parameters) {
    const all = [...new URLSearchParams(sent)]
    super(
      parameters.flatMap((one) =>
        typeof one === 'string'
          ? all.filter(([name]) => name === one).slice(0, 1)
          : all.filter(([name]) => one.includes(name)),
      ),
    )
    this.#known = namesOf(parameters)
  }

  override get(name: string): string | null {
    this.#expect(name)
    return super.get(name)
  }

  override has(name: string): boolean {
    this.#expect(name)
    return super.has(name)
  }

  /** A page that read an undeclared parameter would never see it. */
  #expect(name: string): void {
    if (!this.#known.has(name))
      throw new TypeError(`the parameter "${name}" is not declared in the route table`)
  }
}
