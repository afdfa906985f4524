// Turns the documents of docs/ into HTML; it supports only the Markdown that they use.
import { escapeHtml, Html } from './html.ts'
import { code } from './parts.ts'

/** The address on the site for a link of a document. Null when the site does not have it: then only its words stay. */
export type LinkTo = (target: string) => string | null

/**
 * A document's first heading, the text below it, and the headings of its parts. Renders headings, paragraphs, lists of one level, tables and fenced code, and inside
 * them code, links, bold and italic.
 */
export function renderMarkdown(source: string, linkTo: LinkTo) {
  const lines = source.replace(/\r/g, '').split('\n')
  let [title, index, tables] = ['', 0, 0]
  const parts: string[] = []
  const headings: { readonly id: string; readonly words: Html }[] = []
  /** The lines from here until one that ends them. */
  const take = (isEnd: (line: string, next: string) => boolean): string[] => {
    const from = index
    while (index < lines.length && !isEnd(lines[index] ?? '', lines[index + 1] ?? '')) index++
    return lines.slice(from, index)
  }
  while (index < lines.length) {
    const line = lines[index] ?? ''
    const [, marks = '', words = ''] = /^(#{1,4}) (.+)$/.exec(line) ?? []
    if (line.trim() === '') index++
    else if (marks !== '') {
      if (marks.length === 1 && title === '') title = words.replaceAll('`', '')
      else parts.push(`<h${marks.length} id="${idOf(words)}">${inline(words, linkTo)}</h${marks.length}>`)
      if (marks.length === 2) headings.push({ id: idOf(words), words: inlineMarkdown(words, () => null) })
      index++
    } else if (isFence(line)) {
      index++
      parts.push(`<pre><code>${escapeHtml(take(isFence).join('\n'))}</code></pre>`)
      index++
    } else if (line.startsWith('|')) {
      const rows = take((other) => !other.startsWith('|'))
      parts.push(tableOf(rows, linkTo, ++tables))
    } else if (LIST.test(line)) {
      const items = take((other, next) => other.trim() === '' && !IN_LIST.test(next))
      parts.push(listOf(items, linkTo))
    } else {
      const text = take((other) => BLOCK.test(other))
      parts.push(`<p>${inline(text.join(' '), linkTo)}</p>`)
      // The mark of a heading without words.
      if (text.length === 0) index++
    }
  }
  return { title, content: new Html(`<div class="prose">${parts.join('\n')}</div>`), headings }
}

const LIST = /^(?:[-*] |\d+\. )/
/** The text after an empty line in a list. */
const IN_LIST = /^(?:\s+\S|[-*] |\d+\. )/
/** The end of a paragraph. */
const BLOCK = /^(?:\s*$|#{1,4} |```|\||[-*] |\d+\. )/

const isFence = (line: string): boolean => line.startsWith('```')

/** The address of a heading inside its page. */
const idOf = (words: string): string =>
  words
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')

/** A line of Markdown, such as a description. */
export const inlineMarkdown = (text: string, linkTo: LinkTo): Html => new Html(inline(text, linkTo))

function inline(text: string, linkTo: LinkTo): string {
  // Code first, so that nothing inside it is read as Markdown.
  return text
    .split(/(`` .+? ``|`[^`]+`)/)
    .map((part) =>
      part.startsWith('`') && part.length > 2
        ? code(part.replace(/^`` (.+) ``$|^`(.+)`$/, '$1$2')).text.replaceAll('*', '&#42;')
        : escapeHtml(part).replace(/(^|\W)_([^_]+)_(?=\W|$)/g, '$1<em>$2</em>'),
    )
    .join('')
    .replace(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>')
    .replace(/\[((?:[^\][<]|<[^>]+>)+)\]\(([^)\s]+)\)/g, (_, words: string, target: string) => {
      const path = linkTo(target)
      return path === null ? words : `<a href="${path}">${words}</a>`
    })
}

function listOf(lines: readonly string[], linkTo: LinkTo): string {
  const items: string[] = []
  for (const line of lines) {
    if (LIST.test(line)) items.push(line.replace(LIST, ''))
    else if (line.trim() !== '') items.push(`${items.pop() ?? ''} ${line.trim()}`)
  }
  const tag = /^\d/.test(lines[0] ?? '') ? 'ol' : 'ul'
  return `<${tag}>${items.map((item) => `<li>${inline(item, linkTo)}</li>`).join('')}</${tag}>`
}

function tableOf(lines: readonly string[], linkTo: LinkTo, number: number): string {
  const cellsOf = (line: string): string[] =>
    line
      .replace(/^\||\|\s*$/g, '')
      .split(/(?<!\\)\|/)
      .map((cell) => inline(cell.trim().replaceAll('\\|', '|'), linkTo))
  const [head = [], ...rows] = lines.filter((line) => !/^\|[\s:|-]+\|?$/.test(line)).map(cellsOf)
  return `<div class="scroll" tabindex="0" role="region" aria-label="Table ${number}"><table><thead><tr>${head.map((cell) => (cell === '' ? '<td></td>' : `<th scope="col">${cell}</th>`)).join('')}</tr></thead><tbody>${rows.map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('')}</tbody></table></div>`
}
