// The parts of pages: links, facts, tables, form fields, notices.
import { withTimes } from './hours.ts'
import { attributes, html, type Html, type Insert } from './html.ts'
import type { Suggestion } from './page.ts'

/** A link inside the site, by its path below the root. */
export const link = (path: string, text: Insert): Html => html`<a href="${path}">${text}</a>`

/** Parts of a page in a line, with a comma or another text between them. */
export const inLine = (parts: readonly Insert[], between: Insert = ', '): readonly Insert[] =>
  parts.flatMap((part, index) => (index === 0 ? [part] : [between, part]))

/** The place below a map where the script shows zone and time of the point that a mouse rests on. */
export const POINTED: Html = html`<output class="pointed"></output>`

/** Most characters of code that stay in one line, on the smallest screens too. */
const SHORT = 20

/** Code in a line of text. Short code is not parted, which would leave the minus sign of `-offset` alone at the end of a line. */
export const code = (text: string): Html =>
  html`<code${attributes({ class: text.length > SHORT ? null : 'short' })}>${text}</code>`

/** A zone's identifier in a table. It may be parted behind its slashes and low lines, and in no word. */
export const idInCell = (iana: string): Html =>
  html`${iana.split(/(?<=[/_])/).map((part, index) => (index === 0 ? part : html`<wbr />${part}`))}`

/** Words about what a script does. The stylesheet shows them only where scripts run. */
export const scripted = (words: string): Html => html`<span class="scripted">${words}</span>`

/** A definition list. A fact whose value is null is left out. `look`: with lines, one fact in each; else two, where there is room. */
export const factList = (
  facts: readonly (readonly [string, Insert])[],
  look: 'lines' | 'compact' = 'compact',
): Html =>
  html`<dl class="facts${look === 'lines' ? ' lines' : ''}">
    ${facts
      .filter(([, value]) => value !== null)
      .map(
        ([name, value]) =>
          html`<dt>${name}</dt>
            <dd>${value}</dd>`,
      )}
  </dl>`

/** A heading and the content below it. Null when there is no content. */
export const section = (title: string, content: Html | null, id?: string): Html | null =>
  content === null
    ? null
    : html`<section>
        <h2${attributes({ id })}>${title}</h2>
        ${content}
      </section>`

const listOf =
  (look: string | null) =>
  (items: readonly Insert[]): Html | null =>
    items.length === 0
      ? null
      : html`<ul${attributes({ class: look })}>
          ${items.map((item) => html`<li>${item}</li>`)}
        </ul>`

/** A list without bullets that flows in lines. Null when it has no items. */
export const flow = listOf('flow')

/** A list with bullets. Null when it has no items. */
export const bullets = listOf(null)

/** A list of cards. Null when it has no items. */
export const cards = listOf('cards')

/** The attribute of a `<details>` that is open. */
export const OPEN = html` open`

/** A column of a table: its head, and the classes of its cells. */
export type Column = string | { readonly head: string; readonly look: 'n' | 'w' | 'n w' }

/** A column of numbers. */
export const figures = (head: string): Column => ({ head, look: 'n' })

/** A column that a phone leaves out: what it says stands elsewhere too, on the page of its row. */
export const onWide = (column: Column): Column =>
  typeof column === 'string' ? { head: column, look: 'w' } : { head: column.head, look: 'n w' }

/** Rows of a table that browsers lay out only when it comes near the window. */
const MANY = 30

/**
 * A table that scrolls on its own when it is wider than the page. The first cell of a row is its head. `caption` describes the table for
 * screen readers, and names the scrolling region. For people who see the page, the heading above the table does that.
 */
export function table(
  caption: string,
  columns: readonly Column[],
  rows: readonly (readonly Insert[])[],
): Html {
  const headOf = (column: Column): string => (typeof column === 'string' ? column : column.head)
  const kinds = columns.map((column) =>
    attributes({ class: typeof column === 'string' ? null : column.look }),
  )
  return html`<div
    class="scroll${rows.length > MANY ? ' many' : ''}"
    tabindex="0"
    role="region"
    aria-label="${caption}"
  >
    <table>
      <caption class="unseen">
        ${caption}
      </caption>
      <thead>
        <tr>
          ${columns.map((column, index) => html`<th scope="col" ${kinds[index] ?? null}>${headOf(column)}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (cells) =>
            html`<tr>
              ${cells.map((cell, index) =>
                index === 0
                  ? html`<th scope="row" ${kinds[index] ?? null}>${cell}</th>`
                  : html`<td${kinds[index] ?? null}>${cell}</td>`,
              )}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`
}

/** A table whose rows are cards on a small screen. `kind` is a class of the stylesheet; null: it needs none. */
export const stacked = (rows: Html, kind: 'keys' | null = null): Html =>
  html`<div class="stacked${kind === null ? '' : ` ${kind}`}">${rows}</div>`

interface Labelled {
  readonly label: string
  readonly name: string
  /** Default: its name. Needed when several forms of the page have fields with the same name. */
  readonly id?: string
  /** Shown below the field. */
  readonly hint?: string
  /** The error in the entered value. Screen readers read it with the field. */
  readonly fault?: Insert | undefined
}

export interface Field extends Labelled {
  /** As in HTML. Default: text. */
  readonly type?: string
  readonly value?: string | undefined
  readonly required?: boolean
  /** Other attributes of the input. */
  readonly more?: Readonly<Record<string, string | number | boolean>>
}

const idOf = ({ id, name }: Labelled): string => id ?? name

const described = (of: Labelled): Record<string, string | null> => ({
  'aria-invalid': of.fault === undefined ? null : 'true',
  'aria-describedby':
    [of.hint === undefined ? '' : `${idOf(of)}-hint`, of.fault === undefined ? '' : `${idOf(of)}-fault`]
      .filter((id) => id !== '')
      .join(' ') || null,
})

const below = (of: Labelled): Html => html`
  ${of.fault === undefined ? null : html`<p class="fault" id="${idOf(of)}-fault">${of.fault}</p>`}
  ${of.hint === undefined ? null : html`<p class="hint" id="${idOf(of)}-hint">${of.hint}</p>`}
`

/** A labelled input. */
export const field = (of: Field): Html =>
  html`<div class="field">
    <label for="${idOf(of)}">${of.label}</label>
    <input${attributes({ id: idOf(of), name: of.name, type: of.type ?? 'text', value: of.value, required: of.required, ...described(of), ...of.more })} />
    ${below(of)}
  </div>`

/** A value that a form sends without showing it. */
export const hidden = (name: string, value: string): Html =>
  html`<input${attributes({ type: 'hidden', name, value })} />`

/** A labelled select box. Each option has a value and its words. */
export const choice = (
  of: Labelled & { readonly value?: string; readonly options: readonly (readonly [string, string])[] },
): Html =>
  html`<div class="field">
    <label for="${idOf(of)}">${of.label}</label>
    <select${attributes({ id: idOf(of), name: of.name, ...described(of) })}>
      ${of.options.map(
        ([value, words]) =>
          html`<option${attributes({ value, selected: value === of.value })}>${words}</option>`,
      )}
    </select>
    ${below(of)}
  </div>`

/** A button that sends its form. `quiet`: not the main action. `danger`: an action that cannot be undone. */
export const button = (
  text: string,
  kind: 'main' | 'quiet' | 'danger' = 'main',
  more: Readonly<Record<string, string>> = {},
): Html =>
  html`<button${attributes({ class: kind === 'main' ? null : kind === 'quiet' ? 'quiet-button' : 'danger', ...more })}>${text}</button>`

/** An important message. `good` and `bad` colour its edge; its words say the same. */
export const notice = (kind: 'plain' | 'good' | 'bad', content: Insert): Html =>
  html`<div class="notice ${kind}" ${attributes({ role: kind === 'bad' ? 'alert' : 'status' })}>
    ${typeof content === 'string' ? html`<p>${content}</p>` : content}
  </div>`

/** A box around a form or around content that belongs together. */
export const panel = (content: Insert): Html => html`<div class="panel">${content}</div>`

/** The search box. `large` on a page about searching. */
export const searchBox = (value: string, kind: 'small' | 'large' = 'small'): Html => {
  const id = kind === 'small' ? 'site-search' : 'search'
  return html`<form class="search ${kind}" action="/search" role="search">
    <label class="unseen" for="${id}">Search places, zones, standards</label>
    <input${attributes({ id, name: 'q', type: 'search', value, placeholder: kind === 'small' ? 'Place or zone' : 'City, country, zone, or 47.37, 8.54', autocomplete: 'off', spellcheck: 'false' })} />
    <button>Search</button>
  </form>`
}

/** The link of a result, with what it leads to. */
const linked = ({ name, detail, path }: Suggestion): Html =>
  html`${link(path, withTimes(name))} · <span class="quiet">${withTimes(detail)}</span>`

/** Pages that may have been meant, each with what it is. Null without any. */
export const suggestions = (pages: readonly Suggestion[]): Html | null =>
  pages.length === 0
    ? null
    : html`<p>Did you mean one of these pages?</p>
        <ul class="results">
          ${pages.map((its) => html`<li>${linked(its)}</li>`)}
        </ul>`
