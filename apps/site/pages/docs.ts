// The documents: the API reference made from openapi.json, the guides of docs/, and llms.txt.
import { readFileSync } from 'node:fs'
import { oncePer } from '#core/once-per.ts'
import { fold } from '#core/text/fold.ts'
import type { OpenApi, OpenApiOperation, OpenApiSchema } from '#schemas/openapi.ts'
import { endpoints, type Endpoint } from '#schemas/wire/endpoints.ts'
import { openapiDocument } from '#serve/openapi.ts'
import type { Urls } from '#serve/urls.ts'
import { html, type Html, type Insert } from '../frame/html.ts'
import { inlineMarkdown, renderMarkdown } from '../frame/markdown.ts'
import { redirect, sitePage } from '../frame/page-at.ts'
import type { Page, Redirect, SiteDocument, Visit } from '../frame/page.ts'
import { bullets, code, flow, inLine, link, section, stacked, table } from '../frame/parts.ts'
import { counted, given, jumps } from './lists.ts'

/** Seconds for which a document may be cached. */
const MAX_AGE = 3600

/** Path below /docs → the file in docs/ and its name in the list. */
const GUIDES = new Map([
  ['guide', { file: 'interface.md', words: 'Calling the API' }],
  ['operations', { file: 'operations.md', words: 'Running a server' }],
  ['accounts', { file: 'accounts.md', words: 'Accounts' }],
  ['releases', { file: 'releases.md', words: 'Building and publishing releases' }],
  ['library', { file: 'library.md', words: 'The library' }],
  ['coming-from', { file: 'coming-from.md', words: 'Coming from another library or service' }],
  ['sources', { file: 'sources.md', words: 'Where the data comes from' }],
  ['formats', { file: 'artifact-format.md', words: 'The artifact' }],
  ['formats/clocks', { file: 'clocks-format.md', words: 'clocks.bin' }],
  ['formats/boundaries', { file: 'boundaries-format.md', words: 'boundaries.tiles' }],
  ['formats/names', { file: 'names-format.md', words: 'names.bin' }],
  ['formats/tables', { file: 'tables-format.md', words: 'reference.sqlite' }],
])

/** The address on the site for a link between the files of docs/. */
function linkTo(target: string): string | null {
  if (/^https?:/.test(target)) return null
  if (target.startsWith('#')) return target
  const [file = '', anchor] = target.split('#')
  const guide = [...GUIDES].find(([, its]) => its.file === file)
  return guide === undefined ? null : `/docs/${guide[0]}${anchor === undefined ? '' : `#${anchor}`}`
}

/** The address of a server in the documents, which stands for that of the server that shows them. */
const DOCUMENTED = 'http://127.0.0.1:8080'

/** A guide as HTML. Made once for each server. */
const renderedFor = oncePer((urls: Urls) =>
  oncePer(({ file }: { readonly file: string }) =>
    renderMarkdown(
      readFileSync(new URL(`../../../docs/${file}`, import.meta.url), 'utf8')
        .replaceAll(`${DOCUMENTED}/v1`, urls.base)
        .replaceAll(DOCUMENTED, urls.web),
      linkTo,
    ),
  ),
)

/** A guide: a file of docs/ as a page. */
export function showGuide({ identifier, catalogue }: Visit): Page | Redirect | null {
  const name = identifier.toLowerCase()
  const guide = GUIDES.get(name)
  if (guide === undefined) return null
  if (name !== identifier) return redirect(`/docs/${name}`)
  const { title, content } = renderedFor(catalogue.urls)(guide)
  return sitePage({
    title,
    description: `${title}: a guide to this time zone reference.`,
    canonicalPath: `/docs/${name}`,
    crumbs: [['/docs', 'API']],
    maxAge: MAX_AGE,
    content,
  })
}

const descriptionOf = (urls: Urls): OpenApi => JSON.parse(openapiDocument(urls).body)

/** The API reference. */
export const showReference = ({ catalogue: { urls }, query }: Visit): Page =>
  sitePage({
    title: 'The API',
    description:
      'The reference of the API: every operation with its parameters, its answers and examples in curl, JavaScript and Python.',
    canonicalPath: '/docs',
    scripts: ['try.js'],
    maxAge: MAX_AGE,
    content: referenceFor(urls)(given(query, 'q')),
  })

/** Parts of the reference: a heading's name and words, what the filter searches, and the content. */
interface Part {
  readonly id: string
  /** The words by which it is jumped to. */
  readonly words: string
  readonly searched: string
  readonly content: Html
}

/** The reference, narrowed to the operations and types whose path, name or summary has a text. Its parts are made once for each server. */
const referenceFor = oncePer((urls: Urls) => {
  const { paths, components } = descriptionOf(urls)
  const operations = Object.entries(paths).map(([path, { get }]): Part => ({
    id: get.operationId,
    words: path,
    searched: fold(`${path} ${get.operationId} ${get.summary}`),
    content: operationOf(path, get, urls),
  }))
  const types = Object.entries(components.schemas).map(([name, schema]): Part => ({
    id: `type-${name}`,
    words: name,
    searched: fold(name),
    content: typeOf(name, schema),
  }))
  const list = Object.entries(paths).map(
    ([path, { get }]) => html`<a href="#${get.operationId}"><code>GET ${path}</code></a> ${get.summary}`,
  )
  const head = html`<p>
      JSON over HTTP below <code>${urls.base}</code>, read only, with a token in the
      <code>Authorization</code>
      header${urls.account === undefined ? null : html` (${link(urls.account === '/account' ? '/account/sign-up' : urls.account, 'get one')} with an account)`}.
      ${link('/openapi.json', 'openapi.json')} is the full description for programs,
      ${link('/llms.txt', 'llms.txt')} a short one.
    </p>
    ${section('Guides', flow(Array.from(GUIDES, ([name, { words }]) => link(`/docs/${name}`, words))))}`
  const token = html`<div class="panel field no-print" id="token-form" hidden>
    <label for="token">Your API token</label>
    <input
      id="token"
      name="token"
      type="text"
      autocomplete="off"
      spellcheck="false"
      aria-describedby="token-hint"
    />
    <p class="hint" id="token-hint">For “Try it” below. It stays on this page and goes only to the API.</p>
  </div>`
  return (q: string | undefined): Html => {
    const isKept = ({ searched }: Part): boolean => q === undefined || searched.includes(fold(q))
    const [shown, typesShown] = [operations.filter(isKept), types.filter(isKept)]
    const isAll = shown.length === operations.length
    return html`${head} ${isAll ? section('Operations', bullets(list)) : null}
    ${
      q === undefined
        ? null
        : html`<p>
            ${counted(shown.length, 'operation', 'operations')} and
            ${counted(typesShown.length, 'type', 'types').toLowerCase()} with “${q}”.
            ${link('/docs', 'Show all')}
          </p>`
    }
    ${token}
    ${jumps('/docs', 'Operation or type', q, [
      ...shown.map(({ words, id }) => [words, id] as const),
      ...(typesShown.length === 0 ? [] : [['Types', 'types'] as const]),
    ])}
    ${shown.map(({ content }) => content)}
    ${typesShown.length === 0 ? null : section('Types', html`${typesShown.map(({ content }) => content)}`, 'types')}`
  }
})

/** A description: Markdown of one line. Its links lead to the pages of the site. */
const prose = (text: string): Html => inlineMarkdown(text, linkTo)

/** An example's value as a user types it: without quotation marks. */
const plain = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

const example = (parameter: OpenApiOperation['parameters'][number] | undefined): string =>
  plain(parameter?.example ?? '')

/** The parameters without which a path answers 422. Of two names for one thing, the first. */
function neededBy(path: string): ReadonlySet<string> {
  const { parameters = [] }: Partial<Endpoint> = endpoints.find((one) => one.path === path) ?? {}
  const needed = parameters.filter((one) => one.required === true || one.requiredUnless !== undefined)
  return new Set(needed.map(({ name }) => name))
}

/** A request of a path that answers: its parameters are replaced by their examples, and those that it needs follow. */
function exampleOf(path: string, { parameters }: OpenApiOperation): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    example(parameters.find((one) => one.name === name)),
  )
  const needed = neededBy(path)
  const query = parameters
    .filter((one) => one.in === 'query' && needed.has(one.name))
    .map((one) => `${one.name}=${encodeURIComponent(example(one))}`)
  return query.length === 0 ? filled : `${filled}?${query.join('&')}`
}

/** A table whose rows are cards on a small screen. Null when it has none. */
const cardTable = (...of: Parameters<typeof table>): Html | null =>
  of[2].length === 0 ? null : stacked(table(...of))

function operationOf(path: string, operation: OpenApiOperation, { base }: Urls): Html {
  const { operationId, summary, description, parameters, responses } = operation
  const url = base + exampleOf(path, operation)
  return html`<section>
    <h2 id="${operationId}">${summary}</h2>
    <p><code>GET ${path}</code></p>
    <p>${prose(description)}</p>
    ${cardTable(
      `Parameters: ${summary}`,
      ['Parameter', 'In', 'Type', 'Meaning'],
      parameters.map(({ name, in: place, required, description: words, schema }) => [
        html`${code(name)}${required === true ? html`<br /><span class="quiet small">required</span>` : null}`,
        place,
        wordsOf(schema),
        html`${prose(words ?? '')}${schema.default === undefined ? null : html` Default: ${code(plain(schema.default))}.`}`,
      ]),
    )}
    ${cardTable(
      `Answers: ${summary}`,
      ['Status', 'Meaning', 'Body'],
      Object.entries(responses).map(([status, { description: words, content }]) => [
        status,
        prose(words),
        content === undefined ? null : wordsOf(Object.values(content)[0]?.schema ?? {}),
      ]),
    )}
    <h3>Examples</h3>
    <pre><code>curl -H "Authorization: Bearer $TOKEN" "${url}"</code></pre>
    <pre><code>${`const answer = await fetch('${url}', {\n  headers: { authorization: \`Bearer \${token}\` },\n})\nconst { data } = await answer.json()`}</code></pre>
    <pre><code>${`import requests\n\nanswer = requests.get('${url}', headers={'Authorization': f'Bearer {token}'})\ndata = answer.json()['data']`}</code></pre>
    <p class="actions">
      <button type="button" class="quiet-button try" data-url="${url}" hidden>Try it</button>
    </p>
    <pre class="tried" hidden tabindex="0" aria-label="The answer"></pre>
  </section>`
}

/** Describes a schema in a few words, with links to the types. */
function wordsOf(schema: OpenApiSchema): Insert {
  if (schema.$ref !== undefined) {
    const name = schema.$ref.split('/').at(-1) ?? ''
    return html`<a href="#type-${name}">${name}</a>`
  }
  if (schema.const !== undefined) return code(JSON.stringify(schema.const))
  if (schema.enum !== undefined) return inLine(schema.enum.map((value) => code(String(value))))
  if (schema.anyOf !== undefined) return inLine(schema.anyOf.map(wordsOf), ' or ')
  if (schema.type === 'array' && schema.items !== undefined) return html`list of ${wordsOf(schema.items)}`
  if (schema.properties !== undefined)
    return inLine(Object.entries(schema.properties).map(([name, of]) => html`${code(name)}: ${wordsOf(of)}`))
  return [schema.type ?? ''].flat().join(' or ')
}

const typeOf = (name: string, schema: OpenApiSchema): Html =>
  html`<h3 id="type-${name}">${name}</h3>
    ${schema.description === undefined ? null : html`<p>${prose(schema.description)}</p>`}
    ${
      schema.properties === undefined
        ? html`<p>${wordsOf(schema)}</p>`
        : cardTable(
            `Fields of ${name}`,
            ['Field', 'Type', 'Meaning'],
            Object.entries(schema.properties).map(([field, of]) => [
              code(field),
              wordsOf(of),
              prose(of.description ?? ''),
            ]),
          )
    }`

/** Pages that programs may want, in a few words. */
const PAGES = [
  ['/timezones', 'every time zone'],
  ['/countries', 'every country'],
  ['/cities', 'cities by country and letter'],
  ['/abbreviations', 'named standards and their codes'],
  ['/convert', 'convert a time; its address holds from, to, at, resolution'],
  ['/meeting', 'find a time to meet'],
  ['/dst', 'when clocks change next, country by country; /dst/2027 for one year'],
  ['/news', 'what each tz release changed; /news.atom is the feed'],
  ['/changes', 'clock changes of the last and next 30 days'],
  ['/releases', 'the data that answers now'],
] as const

/** The site in brief, for language models and for people who read plain text. */
export function llmsDocument({ catalogue: { urls, artifact } }: Visit): SiteDocument {
  const { paths } = descriptionOf(urls)
  const operations = Object.entries(paths).map(
    ([path, { get }]) => `- \`GET ${path}\`: ${get.summary}. Example: ${urls.base}${exampleOf(path, get)}`,
  )
  const guides = Array.from(GUIDES, ([name, { words }]) => `- [${words}](${urls.web}/docs/${name})`)
  const pages = PAGES.map(([path, words]) => `- [${urls.web}${path}](${urls.web}${path}): ${words}`)
  const body = `# tzref

> Exact time zones: offsets, clock changes, conversions, places and standards, by tz release ${artifact.manifest.tz}. JSON over HTTP below ${urls.base}; a token is needed (Authorization: Bearer …). The pages need none.

## Interface

- [openapi.json](${urls.web}/openapi.json): the whole contract
${operations.join('\n')}

## Guides

${guides.join('\n')}

## Pages

${pages.join('\n')}
`
  return { kind: 'document', type: 'text/plain; charset=utf-8', body, maxAge: MAX_AGE }
}
