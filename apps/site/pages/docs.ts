// The documents: the API reference made from openapi.json, the guides of docs/, and llms.txt.
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path/posix'
import { oncePer } from '#core/once-per.ts'
import type { OpenApi, OpenApiOperation, OpenApiSchema } from '#schemas/openapi.ts'
import { endpoints, type Endpoint } from '#schemas/wire/endpoints.ts'
import { openapiDocument } from '#serve/openapi.ts'
import type { Urls } from '#serve/urls.ts'
import { attributes, html, type Html, type Insert } from '../frame/html.ts'
import { inlineMarkdown, renderMarkdown } from '../frame/markdown.ts'
import { redirect, sitePage } from '../frame/page-at.ts'
import type { Page, Redirect, SiteDocument, Visit } from '../frame/page.ts'
import { code, flow, inLine, link, section, stacked, table } from '../frame/parts.ts'

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
  ['formats', { file: 'formats/artifact.md', words: 'The artifact' }],
  ['formats/clocks', { file: 'formats/clocks.md', words: 'clocks.bin' }],
  ['formats/boundaries', { file: 'formats/boundaries.md', words: 'boundaries.tiles' }],
  ['formats/names', { file: 'formats/names.md', words: 'names.bin' }],
  ['formats/tables', { file: 'formats/tables.md', words: 'reference.sqlite' }],
])

/** The address on the site for a link of one file of docs/ to another. Null: the site does not have that one. */
const linkFrom =
  (from: string) =>
  (target: string): string | null => {
    if (/^https?:/.test(target)) return null
    if (target.startsWith('#')) return target
    const [path = '', anchor] = target.split('#')
    const file = join(dirname(from), path)
    const guide = [...GUIDES].find(([, its]) => its.file === file)
    return guide === undefined ? null : `/docs/${guide[0]}${anchor === undefined ? '' : `#${anchor}`}`
  }

/** The address of a server in the documents, which stands for that of the server that shows them. */
const DOCUMENTED = 'http://127.0.0.1:8080'

/** The paragraph that links the parts of a document, as it stands before the first of them. A page has them beside its text. */
const OWN_PARTS = /^(?:\[[^\]]+\]\(#[^)]+\)(?: ·)?[ \n])+\n(?=[^]*?^## )/m

/** A guide as HTML. Made once for each server. */
const renderedFor = oncePer((urls: Urls) =>
  oncePer(({ file }: { readonly file: string }) =>
    renderMarkdown(
      readFileSync(new URL(`../../../docs/${file}`, import.meta.url), 'utf8')
        .replace(OWN_PARTS, '')
        .replaceAll(`${DOCUMENTED}/v1`, urls.base)
        .replaceAll(DOCUMENTED, urls.web),
      linkFrom(file),
    ),
  ),
)

/** A guide: a file of docs/ as a page. Below `api/`, the page of an operation. */
export function showGuide(visit: Visit): Page | Redirect | null {
  const { identifier, catalogue } = visit
  const [, operation] = /^api\/(.+)$/i.exec(identifier) ?? []
  if (operation !== undefined) return showOperation(operation, visit)
  const name = identifier.toLowerCase()
  const guide = GUIDES.get(name)
  if (guide === undefined) return null
  if (name !== identifier) return redirect(`/docs/${name}`)
  const { title, content, headings } = renderedFor(catalogue.urls)(guide)
  return sitePage({
    title,
    description: `${title}: a guide to this time zone reference.`,
    canonicalPath: `/docs/${name}`,
    crumbs: [['/docs', 'API']],
    maxAge: MAX_AGE,
    content: html`<div class="guide">
      <nav class="contents" aria-label="On this page">
        <ul class="plain">
          ${headings.map(({ id, words }) => html`<li><a href="#${id}">${words}</a></li>`)}
        </ul>
      </nav>
      ${content}
    </div>`,
  })
}

const descriptionOf = oncePer((urls: Urls): OpenApi => JSON.parse(openapiDocument(urls).body))

/** The path of the page of an operation. */
const pageOf = ({ operationId }: OpenApiOperation): string => `/docs/api/${operationId}`

/** The page of all types. */
const TYPES = '/docs/api/types'

/** The pages of the reference below its first one, and the guides. */
export const documentPaths = ({ catalogue: { urls } }: Pick<Visit, 'catalogue'>): string[] => [
  ...Object.values(descriptionOf(urls).paths).map(({ get }) => pageOf(get)),
  TYPES,
  ...Array.from(GUIDES.keys(), (name) => `/docs/${name}`),
]

/** The operation of the first call. */
const FIRST = 'convert'

/** The first page of the reference: the first call, all operations, and what is the same for all of them. */
export const showReference = ({ catalogue: { urls } }: Visit): Page =>
  sitePage({
    title: 'The API',
    description:
      'The reference of the API: the first call in five minutes, and a page for each operation with its parameters, samples in curl, JavaScript and Python, and an answer.',
    canonicalPath: '/docs',
    scripts: ['try.js'],
    maxAge: MAX_AGE,
    content: referenceFor(urls),
  })

const referenceFor = oncePer((urls: Urls): Html => {
  const { paths, components } = descriptionOf(urls)
  const operations = Object.entries(paths).map(([path, { get }]) => ({ path, get }))
  const first = operations.find(({ get }) => get.operationId === FIRST) ?? operations[0]
  const key =
    urls.account === undefined
      ? html`Ask whoever runs this server for a token.`
      : html`${link(urls.account === '/account' ? '/account/sign-up' : urls.account, 'Create an account')},
        and a key in it: that is the token.`
  return html`<p>
      JSON over HTTP below <code>${urls.base}</code>, read only, with a token in the
      <code>Authorization</code> header. ${link('/openapi.json', 'openapi.json')} is the full description for
      programs, ${link('/llms.txt', 'llms.txt')} a short one.
    </p>
    ${
      first === undefined
        ? null
        : // Its request and its answer need the whole width.
          html`<section class="first">
            <h2>The first call</h2>
            <div class="columns">
              <div>
                <p>${key} Put it in place of <code>$TOKEN</code>, and ask:</p>
                ${samplesOf(first.path, first.get, urls)}
              </div>
              ${answerOf(first.get, urls)}
            </div>
          </section>`
    }
    ${section(
      'Operations',
      table(
        'Operations',
        ['Request', 'Answer'],
        operations.map(({ path, get }) => [
          html`<a href="${pageOf(get)}" id="${get.operationId}"><code>GET ${path}</code></a>`,
          get.summary,
        ]),
      ),
      'operations',
    )}
    ${section(
      'Errors of every operation',
      html`<p>The body is a problem: ${typeLink('Error', components.schemas)}.</p>
        ${answersTable('Errors of every operation', sharedAnswers(urls))}`,
      'errors',
    )}
    ${section('Guides', flow(Array.from(GUIDES, ([name, { words }]) => link(`/docs/${name}`, words))))}
    ${section('Types', flow(Object.keys(components.schemas).map((name) => html`<a href="${TYPES}#type-${name}" id="type-${name}">${name}</a>`)), 'types')}`
})

const typeLink = (name: string, schemas: OpenApi['components']['schemas']): Insert =>
  schemas[name] === undefined ? 'a message' : html`<a href="${TYPES}#type-${name}">${name}</a>`

/** The answers that all operations have in the same words: they are told once. */
const sharedAnswers = oncePer((urls: Urls): Responses => {
  const all = Object.values(descriptionOf(urls).paths).map(({ get }) => get.responses)
  const [first = {}] = all
  return Object.fromEntries(
    Object.entries(first).filter(
      ([status, { description }]) =>
        status !== '200' && all.every((responses) => responses[status]?.description === description),
    ),
  )
})

type Responses = OpenApiOperation['responses']

const answersTable = (caption: string, responses: Responses): Html | null =>
  cardTable(
    caption,
    ['Status', 'Meaning', 'Body'],
    Object.entries(responses).map(([status, { description, content }]) => [
      status,
      prose(description),
      content === undefined ? null : wordsOf(Object.values(content)[0]?.schema ?? {}),
    ]),
  )

/** The page of an operation, or of all types. Null: there is none of the name. */
function showOperation(name: string, { catalogue: { urls } }: Visit): Page | Redirect | null {
  const { paths, components } = descriptionOf(urls)
  const common = { crumbs: [['/docs', 'API']], maxAge: MAX_AGE } as const
  if (name.toLowerCase() === 'types') {
    if (name !== 'types') return redirect(TYPES)
    return sitePage({
      ...common,
      title: 'Types of the API',
      description: 'The types of the answers of the API, with every field and what it means.',
      canonicalPath: TYPES,
      content: html`${Object.entries(components.schemas).map(([type, schema]) => typeOf(type, schema))}`,
    })
  }
  const found = Object.entries(paths).find(
    ([, { get }]) => get.operationId.toLowerCase() === name.toLowerCase(),
  )
  if (found === undefined) return null
  const [path, { get }] = found
  if (get.operationId !== name) return redirect(pageOf(get))
  return sitePage({
    ...common,
    title: get.summary,
    description: `GET ${path}: ${get.summary.toLowerCase()}. Parameters, samples in curl, JavaScript and Python, and an answer.`,
    canonicalPath: pageOf(get),
    scripts: ['try.js'],
    content: operationOf(path, get, urls),
  })
}

/** A description: Markdown of one line. Its links lead to the pages of the site. */
const prose = (text: string): Html => inlineMarkdown(text, linkFrom('README.md'))

/** An example's value as a user types it: without quotation marks. */
const plain = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

type Parameter = OpenApiOperation['parameters'][number]

const example = (parameter: Parameter | undefined): string => plain(parameter?.example ?? '')

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

function operationOf(path: string, operation: OpenApiOperation, urls: Urls): Html {
  const { summary, description, responses, operationId } = operation
  const shared = sharedAnswers(urls)
  const own = Object.fromEntries(Object.entries(responses).filter(([status]) => shared[status] === undefined))
  const operations = Object.entries(descriptionOf(urls).paths)
  return html`<div class="reference">
    <div>
      <p><code>GET ${path}</code></p>
      <p>${prose(description)}</p>
      ${section('Parameters', tryForm(path, operation, urls))}
      ${section(
        'Answers',
        html`${answersTable(`Answers: ${summary}`, own)}
          <p>And ${link('/docs#errors', 'the errors of every operation')}.</p>`,
      )}
    </div>
    <div class="beside">${samplesOf(path, operation, urls)} ${answerOf(operation, urls)}</div>
    <nav aria-label="Operations">
      <h2>All operations</h2>
      <ul class="plain">
        ${operations.map(([, { get }]) => html`<li><a href="${pageOf(get)}" ${attributes({ 'aria-current': get.operationId === operationId ? 'page' : null })}>${get.summary}</a></li>`)}
      </ul>
    </nav>
  </div>`
}

/** The parameters of an operation, each with its field; a script asks with what is filled in. */
function tryForm(path: string, { parameters }: OpenApiOperation, { base }: Urls): Html {
  const needed = neededBy(path)
  return html`<form id="try" data-base="${base}" data-path="${path}">
    ${parameters.map((parameter) => parameterField(parameter, needed.has(parameter.name)))}
    <div class="field scripted-block">
      <label for="token">Your API token</label>
      <input id="token" type="text" autocomplete="off" spellcheck="false" aria-describedby="token-hint" />
      <p class="hint" id="token-hint">It stays on this page and goes only to the API.</p>
    </div>
    <p class="actions scripted-block"><button>Try it</button></p>
  </form>`
}

function parameterField(parameter: Parameter, isNeeded: boolean): Html {
  const { name, in: place, required, description = '', schema } = parameter
  const id = `p-${name}`
  const isFilled = place === 'path' || isNeeded
  const more = schema.default === undefined ? null : html` Default: ${code(plain(schema.default))}.`
  const data = { id, name, class: 'scripted-block', 'data-in': place, 'aria-describedby': `${id}-hint` }
  return html`<div class="field">
    <label for="${id}"
      >${code(name)}
      <span class="quiet small"
        >${place === 'path' ? 'in the path, ' : ''}${wordsOf(schema)}${required === true ? ', required' : ''}</span
      ></label
    >
    ${
      schema.enum === undefined
        ? html`<input${attributes({ ...data, type: 'text', value: isFilled ? example(parameter) : '', placeholder: example(parameter), autocomplete: 'off', spellcheck: 'false' })} />`
        : html`<select${attributes(data)}>
            <option value=""></option>
            ${schema.enum.map((value) => html`<option${attributes({ selected: isFilled && plain(value) === example(parameter) })}>${plain(value)}</option>`)}
          </select>`
    }
    <p class="hint" id="${id}-hint">${prose(description)}${more}</p>
  </div>`
}

/** A request in three languages. The script shows one of them, and writes the request that the fields say into all. */
function samplesOf(path: string, operation: OpenApiOperation, { base }: Urls): Html {
  const url = html`<span data-request>${base + exampleOf(path, operation)}</span>`
  const languages: readonly (readonly [name: string, sample: Html])[] = [
    ['curl', html`curl -H "Authorization: Bearer $TOKEN" "${url}"`],
    [
      'JavaScript',
      lines(
        "const answer = await fetch('",
        url,
        "', {",
        '  headers: { authorization: `Bearer ${token}` },',
        '})',
        'const { data } = await answer.json()',
      ),
    ],
    [
      'Python',
      lines(
        "import requests\n\nanswer = requests.get('",
        url,
        "', headers={'Authorization': f'Bearer {token}'})",
        "data = answer.json()['data']",
      ),
    ],
  ]
  return html`<div class="samples">
    ${languages.map(
      ([name, sample]) =>
        html`<div data-language="${name}">
          <p class="language">${name}</p>
          <pre tabindex="0" aria-label="${name}"><code>${sample}</code></pre>
        </div>`,
    )}
  </div>`
}

/** A text with the request in it. The lines behind it keep their indentation, which the template would take. */
const lines = (before: string, url: Html, ...behind: readonly string[]): Html =>
  html`${before}${url}${behind.join('\n')}`

/** The address of the API in the answers of its description, which stands for that of this server. */
const EXAMPLED = 'https://api.example.org/v1'

/** An answer of an operation, as the description of the API has it. */
function answerOf({ responses, summary }: OpenApiOperation, { base }: Urls): Html | null {
  const [answer] = Object.values(responses['200']?.content ?? {})
  return answer?.example === undefined
    ? null
    : html`<figure class="answered">
        <figcaption>An answer</figcaption>
        <pre
          id="answer"
          tabindex="0"
          aria-label="An answer: ${summary}"
        ><code>${JSON.stringify(answer.example, null, 2).replaceAll(EXAMPLED, base)}</code></pre>
      </figure>`
}

/** Describes a schema in a few words, with links to the types. */
function wordsOf(schema: OpenApiSchema): Insert {
  if (schema.$ref !== undefined) {
    const name = schema.$ref.split('/').at(-1) ?? ''
    return html`<a href="${TYPES}#type-${name}">${name}</a>`
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
  html`<h2 id="type-${name}">${name}</h2>
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
