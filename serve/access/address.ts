// Addresses of stores (`postgres://…`, `redis://…`) as they may be printed.

/** An address without its password. */
export function withoutPassword(address: string): string {
  try {
    const url = new URL(address)
    if (url.password !== '') url.password = '***'
    if (url.searchParams.has('password')) url.searchParams.set('password', '***')
    return url.href
  } catch {
    // What cannot be read may hold its password anywhere.
    return `${/^[a-z]+:\/\//i.exec(address)?.[0] ?? ''}…`
  }
}
