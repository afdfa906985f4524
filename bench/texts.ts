// Which texts pages have lost: each kind of page of two running servers, an older one and this, by its lines, where figures count as one another.
import { PAGES } from '../test/support/browsers/pages.ts'

/** Elements that end a line of text. */
const ENDS =
  /<\/?(?:p|li|dt|dd|h[1-6]|td|th|tr|caption|figcaption|summary|button|label|option|pre|div|section|nav|a)\b[^>]*>/g

/** The lines of a page's text, once each. Figures are "#": times and dates differ from minute to minute. */
export function linesOf(html: string): Set<string> {
  const main = /<main\b[^>]*>([^]*)<\/main>/.exec(html)?.[1] ?? html
  const text = main
    .replaceAll(/<(script|style)\b[^]*?<\/\1>/g, '')
    .replaceAll(/<svg\b[^]*?<\/svg>/g, '\n')
    .replaceAll(ENDS, '\n')
    .replaceAll(/<[^>]*>/g, '')
  return new Set(
    text
      .split('\n')
      .map((line) => line.replaceAll(/\s+/g, ' ').replaceAll(/\d+/g, '#').trim())
      .filter((line) => /\p{L}{3}/u.test(line)),
  )
}

async function linesAt(origin: string, path: string): Promise<Set<string>> {
  const answer = await fetch(origin + path, { headers: { accept: 'text/html' } })
  return linesOf(await answer.text())
}

/** Prints for each kind of page the lines that the older server has and the newer one has nowhere on that page. Two origins are given. */
export async function benchTexts(older = '', newer = ''): Promise<void> {
  if (!URL.canParse(older) || !URL.canParse(newer)) {
    console.error(
      'texts: give two origins, the older first: npm run bench -- texts http://127.0.0.1:8081 http://127.0.0.1:8080',
    )
    process.exitCode = 2
    return
  }
  let lost = 0
  for (const path of PAGES) {
    const [before, after] = [await linesAt(older, path), await linesAt(newer, path)]
    const gone = [...before].filter((line) => !after.has(line))
    lost += gone.length
    console.log(`${path}: ${before.size} lines before, ${after.size} now, ${gone.length} lost`)
    for (const line of gone) console.log(`  ${line}`)
  }
  console.log(`${PAGES.length} pages, ${lost} lines lost`)
}
