// HTML as a template tag: whatever is put in is escaped, unless it is HTML of this tag's own making.

/** Text that is HTML already. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Insert = Html | string | number | null | readonly Insert[]

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Text that means itself in an element and in a quoted attribute. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign)

function written(insert: Insert): string {
  if (insert === null) return ''
  if (insert instanceof Html) return insert.text
  if (typeof insert === 'string' || typeof insert === 'number') return escapeHtml(String(insert))
  return insert.map(written).join('')
}

/** `html\`<p>${name}</p>\`` */
export const html = (texts: TemplateStringsArray, ...inserts: readonly Insert[]): Html =>
  new Html(texts.reduce((whole, text, index) => whole + written(inserts[index - 1] ?? null) + text))
