// For each row of the route table the dearest address that a client can ask for, and how many such addresses there are.

/** The dearest requests of a route. */
export interface Worst {
  /** Another address, as dear as the others, for each number. */
  readonly path: (number: number) => string
  /** How many different answers there are. Absent: as many as a client likes, by another text or number. */
  readonly answers?: number
}

const only = (path: string): Worst => ({ path: () => path, answers: 1 })
/** One of some addresses, in turns. */
const each = (...paths: readonly string[]): Worst => ({
  path: (number) => paths[number % paths.length] ?? '',
  answers: paths.length,
})
const any = (path: (number: number) => string): Worst => ({ path })

const letter = (number: number): string => 'aeionrstlu'.charAt(number % 10)
/** Up to a thousand spellings of one text: letters in both cases. */
const spelt = (text: string, number: number): string =>
  Array.from(text, (sign, bit) => ((number >> bit) & 1 ? sign.toUpperCase() : sign)).join('')
const TEN = 'tokyo,lima,cairo,sydney,kolkata,denver,moscow,auckland,paris,chicago'
const MANY = Array.from({ length: 49 }, (_, index) => `place=UTC%2B${index % 13}:${Math.floor(index / 13)}0`)

/** By pattern. Scripts and styles are one row, `/assets/`, because their patterns have their hashes. */
export const WORST_OF_SITE: Readonly<Record<string, Worst>> = {
  '/openapi.json': only('/openapi.json'),
  '/openapi-3.0.json': only('/openapi-3.0.json'),
  '/time.json': any((number) => `/time.json?lat=51.5&lon=0.1&at=${number}&zone=Europe/Berlin`),
  '/favicon.svg': only('/favicon.svg'),
  '/world.svg': only('/world.svg'),
  '/map/{tile}': {
    path: (number) => `/map/${(64 + (number % 64)).toString(4).slice(1)}.svg`,
    answers: 87_360,
  },
  '/preview.png': only('/preview.png'),
  '/': only('/'),
  '/search': any((number) => `/search?zone=Europe/Berlin&q=${spelt('san+san+san', number)}`),
  '/search.json': any((number) => `/search.json?zone=Europe/Berlin&q=${spelt('san+san+san', number)}`),
  '/your-time': any((number) => `/your-time?back=/${number}`),
  '/convert': any(
    (number) =>
      `/convert?from=berlin&to=${TEN}&at=${1850 + (number % 300)}-06-01T00:00&said=${number}&resolution=latest`,
  ),
  '/reading.json': any(
    (number) => `/reading.json?from=springfield&at=tomorrow+${number % 24}:${(number % 50) + 10}`,
  ),
  '/t/{moment}': any(
    (number) =>
      `/t/${1900 + (number % 200)}-03-28T09:00/Europe/Berlin?name=berlin&to=${TEN}&minutes=60&resolution=latest&tz=2026c&at=${number}`,
  ),
  '/clocks': any(
    (number) =>
      `/clocks?${MANY.slice(0, 24)
        .map((place) => `${place}&hours=8:00-16:00`)
        .join('&')}&at=${2027 + (number % 100)}-03-28T09:00Z`,
  ),
  '/embed/clocks': any(
    (number) =>
      `/embed/clocks?${MANY.slice(0, 24).join('&')}&at=${2027 + (number % 100)}-03-28T09:00Z&clock=12`,
  ),
  '/clocks.svg': any(
    (number) =>
      `/clocks.svg?${MANY.slice(0, 24).join('&')}&at=${2027 + (number % 100)}-03-28T09:00Z&clock=12`,
  ),
  '/compare': any((number) => `/compare?one=berlin&other=${spelt('san+francisco', number)}`),
  '/compare/{places}': any(
    (number) => `/compare/america/new_york/europe/${number % 2 === 0 ? 'berlin' : 'london'}`,
  ),
  '/meeting': any(
    (number) =>
      `/meeting?${MANY.map((place) => `${place}&hours=9:00-17:00`).join('&')}&add=lima&date=${2027 + (number % 100)}-03-28&from=09:00&until=10:00&minutes=30&resolution=latest&ending=latest`,
  ),
  '/meeting.ics': any(
    (number) =>
      `/meeting.ics?place=paris&hours=9:00-17:00&place=tokyo&add=lima&date=${2027 + (number % 100)}-03-28&from=09:00&until=10:00&minutes=30&resolution=latest&ending=latest`,
  ),
  '/lookup': any((number) => `/lookup?lat=51.${number}&lon=7.1&zoom=5`),
  '/changes': only('/changes'),
  '/dst': only('/dst'),
  '/dst/{year}': any((number) => `/dst/${2000 + (number % 80)}?q=&region=&changes=`),
  '/check': only('/check'),
  '/check.json': only('/check.json'),
  '/releases': only('/releases'),
  '/news': only('/news'),
  '/news/{release}': each('/news/2026f', '/news/2026e'),
  '/news.atom': only('/news.atom'),
  '/releases.atom': only('/releases.atom'),
  '/docs': only('/docs'),
  '/docs/{guide}': each('/docs/library', '/docs/formats'),
  '/llms.txt': only('/llms.txt'),
  '/robots.txt': only('/robots.txt'),
  '/sitemap.xml': only('/sitemap.xml'),
  '/sitemap/{file}': each('/sitemap/1.xml', '/sitemap/2.xml'),
  '/timezones': any((number) => `/timezones?q=${' '.repeat(number % 50)}&country=&observes_dst=&offset=`),
  '/abbreviations': any((number) => `/abbreviations?q=${'+'.repeat(number % 50)}&continent=`),
  '/countries': any((number) => `/countries?q=${'+'.repeat(number % 50)}&region=&observes_dst=`),
  '/cities': any(
    (number) => `/cities?q=${letter(number)}${'+'.repeat(Math.floor(number / 10) % 50)}&country=`,
  ),
  '/timezones/{page}': each(
    '/timezones/Europe/Berlin',
    '/timezones/America/New_York',
    '/timezones/Asia/Shanghai',
    '/timezones/Europe/London',
  ),
  '/abbreviations/{page}': each('/abbreviations/central-european-time', '/abbreviations/CST'),
  '/countries/{page}': each('/countries/united-states', '/countries/russia', '/countries/canada'),
  '/cities/{page}': any((number) => `/cities/paris?date=${1950 + (number % 100)}-06-01`),
  '/assets/': only('/assets/'),
}

/** Below /v1, with a token: by pattern as in the route table. */
export const WORST_OF_API: Readonly<Record<string, Worst>> = {
  '/timezones': any((number) => `/timezones?per_page=500&detail=full&sort=-display_name&x=${number}`),
  '/timezones/{iana}': any((number) => `/timezones/Europe/Berlin?detail=full&x=${number}`),
  '/timezones/{iana}/transitions': any(
    (number) => `/timezones/America/New_York/transitions?per_page=500&to=9999-12-31T00:00:00Z&x=${number}`,
  ),
  '/abbreviations': any((number) => `/abbreviations?per_page=500&detail=full&x=${number}`),
  '/abbreviations/{abbreviation}': any(
    (number) => `/abbreviations/central-european-time?include=timezones,countries&detail=full&x=${number}`,
  ),
  '/countries': any((number) => `/countries?per_page=500&detail=full&x=${number}`),
  '/countries/{country}': any(
    (number) => `/countries/us?include=timezones,abbreviations,cities&detail=full&x=${number}`,
  ),
  '/cities': any((number) => `/cities?q=${letter(number)}&detail=full&per_page=100&sort=-offset`),
  '/cities/{slug}': any((number) => `/cities/atlantsi-city-of-the-sea-${number}`),
  '/convert': any(
    (number) => `/convert?from=Europe/Berlin&to=${TEN}&at=${1850 + (number % 300)}-06-01T00:00:00`,
  ),
  '/lookup': any((number) => `/lookup?lat=51.${number}&lon=7.1&detail=full`),
}

/** Of the account area, signed in: with GET, where a page has it. */
export const WORST_OF_ACCOUNT: Readonly<Record<string, Worst>> = {
  '/account/sign-up': only('/account/sign-up'),
  '/account/welcome/{link}': any((number) => `/account/welcome/${number}`),
  '/account/verify': only('/account/verify'),
  '/account/verify/{link}': any((number) => `/account/verify/${number}`),
  '/account/freeze/{link}': any((number) => `/account/freeze/${number}`),
  '/account/sign-in': only('/account/sign-in?done=reset&next=/account/keys'),
  '/account/sign-in/code': only('/account/sign-in/code'),
  '/account/forgot': only('/account/forgot'),
  '/account/reset': any((number) => `/account/reset?link=${number}&code`),
  '/account': only('/account'),
  '/account/keys': any((number) => `/account/keys?made=${number}`),
  '/account/usage': any((number) => `/account/usage?month=2026-${10 + (number % 2)}`),
  '/account/usage.csv': any((number) => `/account/usage.csv?month=2026-${10 + (number % 2)}`),
  '/account/settings': only('/account/settings?done=password'),
  '/account/second-factor': any((number) => `/account/second-factor?codes=${number}`),
  '/account/log': any((number) => `/account/log?page=${number}`),
  '/account/sign-out': only('/account/sign-out'),
}
