// Visitors of the account area for tests: browsers without a window that keep cookies and send the forms of pages.
import { formToken } from '#apps/accounts/area/csrf.ts'

/** The answer of an address. */
export interface Shown {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | number | undefined>>
  readonly body: string
}

export type Ask = (
  method: 'GET' | 'HEAD' | 'POST',
  path: string,
  headers: Record<string, string>,
  body: string,
) => Promise<Shown>

const SECRET = 'tests'.padEnd(32, 'x')

/** A form that the server accepts without a page before it: a browser's cookie, and the token that belongs to it. */
export const BELIEVED = { cookie: `tzref_form=${SECRET}`, csrf: formToken(SECRET) }

const FORM = 'application/x-www-form-urlencoded'

export interface Visitor {
  readonly cookies: Map<string, string>
  open(path: string): Promise<Shown>
  /** Opens a page, sends its form and follows the redirect. `at`: the page with the form, if it is another page. */
  send(path: string, fields: Readonly<Record<string, string>>, at?: string): Promise<Shown>
  /** Sends fields as they are and follows no redirect. */
  post(path: string, fields: Readonly<Record<string, string>>): Promise<Shown>
}

/** The first heading of a page. */
export const headingOf = ({ body }: Shown): string => /<h1>([^<]*)<\/h1>/.exec(body)?.[1] ?? ''

/** The token in the forms of a page. */
export const csrfIn = ({ body }: Shown): string => /name="csrf" value="([^"]*)"/.exec(body)?.[1] ?? ''

/** A new browser. */
export function visitor(ask: Ask, headers: Record<string, string> = {}): Visitor {
  const cookies = new Map<string, string>()
  async function go(method: 'GET' | 'POST', path: string, body = ''): Promise<Shown> {
    const sent = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const shown = await ask(
      method,
      path,
      {
        ...headers,
        accept: 'text/html',
        ...(sent === '' ? {} : { cookie: sent }),
        ...(method === 'POST' ? { 'content-type': FORM } : {}),
      },
      body,
    )
    for (const line of [shown.headers['set-cookie'] ?? []].flat()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(String(line)) ?? []
      if (value === '') cookies.delete(name)
      else cookies.set(name, value)
    }
    return shown
  }
  async function follow(shown: Shown): Promise<Shown> {
    return shown.status === 303 ? follow(await go('GET', String(shown.headers['location']))) : shown
  }
  return {
    cookies,
    open: async (path) => follow(await go('GET', path)),
    post: (path, fields) => go('POST', path, new URLSearchParams(fields).toString()),
    async send(path, fields, at = path) {
      const csrf = csrfIn(await go('GET', at))
      return follow(await go('POST', path, new URLSearchParams({ csrf, ...fields }).toString()))
    },
  }
}
