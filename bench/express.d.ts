// Declares the parts of Express that the bench uses, because Express has no types of its own.
declare module 'express' {
  import type { RequestListener } from 'node:http'
  interface Request {
    readonly params: Readonly<Record<string, string>> & { readonly id?: readonly string[] }
    readonly query: Readonly<Record<string, string>>
  }
  type Handler = (request: Request, response: { json(body: object): void }) => void
  export default function express(): RequestListener & { get(path: string, handler: Handler): void }
}
