// The logo of the site: a disc, half light and half dark.
import { html } from './html.ts'
import type { SiteDocument } from './page.ts'

export const MARK = html`<svg viewBox="0 0 32 32" aria-hidden="true" focusable="false">
  <circle class="lit" cx="16" cy="16" r="14.5" stroke-width="1.5"></circle>
  <path class="dark" d="M16 1.5a14.5 14.5 0 0 1 0 29z"></path>
</svg>`

/** The logo of the site as a file, with its own colours. */
export const faviconDocument = (): SiteDocument => ({
  kind: 'document',
  type: 'image/svg+xml',
  body: MARK.text
    .replace('<svg', '<svg xmlns="http://www.w3.org/2000/svg"')
    .replace('class="lit"', 'fill="#f6d98a" stroke="#8c8f99"')
    .replace('class="dark"', 'fill="#3a4778"'),
  maxAge: 86_400,
})
