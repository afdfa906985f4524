// HTML as a template tag: it escapes every inserted value, except HTML that this tag made.
import { oncePer } from '#core/once-per.ts'

/** Text that is HTML already. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

export type Insert = Html | string | number | null | readonly Insert[]

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Escapes text for an element or a quoted attribute. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign)

function written(insert: Insert): string {
  if (insert === null) return ''
  if (insert instanceof Html) return insert.text
  if (typeof insert === 'string') return escapeHtml(insert)
  if (typeof insert === 'number') return `${insert}`
  return insert.map(written).join('')
}

/** The texts of a template without their indentation in the source, which would be a fifth of every page. */
const trim = oncePer((texts: TemplateStringsArray): readonly string[] =>
  texts.map((text) => text.replace(/\s*\n\s*/g, '\n')),
)

/** `html\`<p>${name}</p>\`` */
export function html(texts: TemplateStringsArray, ...inserts: readonly Insert[]): Html {
  const parts = trim(texts)
  let whole = parts[0] ?? ''
  for (const [index, insert] of inserts.entries()) whole += written(insert) + (parts[index + 1] ?? '')
  return new Html(whole)
}

/** Attributes by name, each with a space before it. The value true gives only the name; false and null are left out. */
export function attributes(values: Readonly<Record<string, Attribute>>): Html {
  let text = ''
  for (const [name, value] of Object.entries(values)) {
    if (value === true) text += ` ${name}`
    else if ((value ?? false) !== false) text += ` ${name}="${escapeHtml(String(value))}"`
  }
  return new Html(text)
}

type Attribute = string | number | boolean | null | undefined
