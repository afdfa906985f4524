// Makes the addresses of stores (`postgres://…`, `redis://…`) safe to print.

/** An address without its password. When it cannot be parsed, only its scheme. */
export function withoutPassword(address: string): string {
  try {
    const url = new URL(address)
    if (url.password !== '') url.password = '***'
    if (url.searchParams.has('password')) url.searchParams.set('password', '***')
    return url.href
  } catch {
    // An address that cannot be parsed may contain its password anywhere.
    return `${/^[a-z]+:\/\//i.exec(address)?.[0] ?? ''}…`
  }
}
