// Every path that this server answers: those of the API, and those of the site with their kinds. Methods, 405,
// OPTIONS, CORS and the name in the log follow from them.
import * as wire from '#schemas/wire/endpoints.ts'
import type { ApiRoute } from './api/api.ts'
import { listAbbreviations, showAbbreviation } from './api/endpoints/abbreviations.ts'
import { listCities, showCity } from './api/endpoints/cities.ts'
import { showConversion } from './api/endpoints/convert.ts'
import { listCountries, showCountry } from './api/endpoints/countries.ts'
import type { EndpointHandler } from './api/endpoints/endpoint.ts'
import { lookUp } from './api/endpoints/look-up.ts'
import { listTimezones, showTimezone } from './api/endpoints/timezones.ts'
import { listTransitions } from './api/endpoints/transitions.ts'
import { openapi30Document, openapiDocument } from './openapi.ts'
import * as aboutData from '#site/pages/about-data.ts'
import { ACCOUNT_ROUTES } from '#accounts/area/area.ts'
import { ASSET_ROUTES } from '#site/frame/assets.ts'
import { readingDocument, showConvert } from '#site/pages/convert.ts'
import * as docs from '#site/pages/docs.ts'
import * as dst from '#site/pages/dst.ts'
import { showCity as showCityPage } from '#site/pages/city.ts'
import { showCountry as showCountryPage } from '#site/pages/country.ts'
import { showHome } from '#site/pages/home.ts'
import * as lists from '#site/pages/lists.ts'
import { showLookup } from '#site/pages/look-up.ts'
import { faviconDocument } from '#site/frame/mark.ts'
import { meetingFile, showMeeting } from '#site/pages/meeting.ts'
import * as news from '#site/pages/news.ts'
import { chooseYourTime, showYourTime } from '#site/pages/own-time.ts'
import type { SiteRoute } from '#site/frame/page.ts'
import { previewDocument } from '#site/pictures/preview.ts'
import { tileDocument } from '#site/pictures/tiles.ts'
import { worldDocument } from '#site/pictures/world.ts'
import type { Parameters } from '#site/frame/query.ts'
import * as robotsAndSitemap from '#site/pages/robots-and-sitemap.ts'
import { searchDocument, showSearch } from '#site/pages/search-page.ts'
import { showMoment } from '#site/pages/sent-moment.ts'
import { showStandard } from '#site/pages/standard.ts'
import { showZone } from '#site/pages/zone.ts'

const api = ({ path, parameters }: wire.Endpoint, answer: EndpointHandler): ApiRoute => ({
  pattern: path,
  parameters: new Set(parameters.map(({ name }) => name)),
  answer,
})

/** Below /v1, for programs with a token: GET, HEAD, OPTIONS. Browsers on other origins may call them. */
export const API_ROUTES: readonly ApiRoute[] = [
  api(wire.timezones, listTimezones),
  api(wire.timezone, showTimezone),
  api(wire.transitions, listTransitions),
  api(wire.abbreviations, listAbbreviations),
  api(wire.abbreviation, showAbbreviation),
  api(wire.countries, listCountries),
  api(wire.country, showCountry),
  api(wire.cities, listCities),
  api(wire.city, showCity),
  api(wire.convert, showConversion),
  api(wire.lookup, lookUp),
]

/** The hours of a meeting belong to the place before them. */
const MEETING: Parameters = [['place', 'hours'], 'add', 'date', 'from', 'until', 'resolution', 'ending']

/** Below the root, for people and for programs that look around. No token is needed. Other origins may read the description, and nothing else. */
export const SITE_ROUTES: readonly SiteRoute[] = [
  {
    kind: 'document',
    pattern: '/openapi.json',
    parameters: [],
    document: ({ catalogue: { urls } }) => openapiDocument(urls),
  },
  {
    kind: 'document',
    pattern: '/openapi-3.0.json',
    parameters: [],
    document: ({ catalogue: { urls } }) => openapi30Document(urls),
  },
  {
    kind: 'document',
    pattern: '/time.json',
    parameters: ['zone', 'lat', 'lon', 'at'],
    document: aboutData.timeDocument,
  },
  { kind: 'document', pattern: '/favicon.svg', parameters: [], document: faviconDocument },
  ...ASSET_ROUTES,
  { kind: 'document', pattern: '/world.svg', parameters: [], document: worldDocument },
  { kind: 'document', pattern: '/map/{tile}', parameters: [], document: tileDocument },
  { kind: 'document', pattern: '/preview/{picture}', parameters: [], document: previewDocument },
  { kind: 'page', pattern: '/', parameters: [], show: showHome },
  { kind: 'page', pattern: '/search', parameters: ['q', 'zone'], show: showSearch },
  { kind: 'document', pattern: '/search.json', parameters: ['q', 'zone'], document: searchDocument },
  { kind: 'page', pattern: '/your-time', parameters: ['back'], show: showYourTime, choose: chooseYourTime },
  {
    kind: 'page',
    pattern: '/convert',
    parameters: ['from', 'to', 'at', 'said', 'resolution', 'picked', 'was'],
    show: showConvert,
  },
  { kind: 'document', pattern: '/reading.json', parameters: ['from', 'at'], document: readingDocument },
  {
    kind: 'page',
    pattern: '/t/{moment}',
    parameters: ['name', 'to', 'minutes', 'resolution', 'tz', 'at'],
    show: showMoment,
  },
  { kind: 'page', pattern: '/meeting', parameters: MEETING, show: showMeeting },
  { kind: 'document', pattern: '/meeting.ics', parameters: MEETING, document: meetingFile },
  {
    kind: 'page',
    pattern: '/lookup',
    parameters: ['lat', 'latitude', 'lon', 'lng', 'longitude', 'zoom'],
    show: showLookup,
  },
  { kind: 'page', pattern: '/changes', parameters: [], show: aboutData.showChanges },
  { kind: 'page', pattern: '/dst', parameters: [], show: dst.showNextYear },
  {
    kind: 'page',
    pattern: '/dst/{year}',
    parameters: ['q', 'region', 'changes', 'year'],
    show: dst.showYear,
  },
  { kind: 'page', pattern: '/check', parameters: [], show: aboutData.showCheck },
  { kind: 'document', pattern: '/check.json', parameters: [], document: aboutData.checkDocument },
  { kind: 'page', pattern: '/releases', parameters: [], show: aboutData.showReleases },
  { kind: 'page', pattern: '/news', parameters: [], show: news.showNews },
  { kind: 'page', pattern: '/news/{release}', parameters: [], show: news.showRelease },
  { kind: 'document', pattern: '/news.atom', parameters: [], document: news.newsFeed },
  // Its address before there was /news.
  { kind: 'document', pattern: '/releases.atom', parameters: [], document: news.newsFeed },
  { kind: 'page', pattern: '/docs', parameters: [], show: docs.showReference },
  { kind: 'page', pattern: '/docs/{guide}', parameters: [], show: docs.showGuide },
  { kind: 'document', pattern: '/llms.txt', parameters: [], document: docs.llmsDocument },
  { kind: 'document', pattern: '/robots.txt', parameters: [], document: robotsAndSitemap.robotsDocument },
  { kind: 'document', pattern: '/sitemap.xml', parameters: [], document: robotsAndSitemap.sitemapIndex },
  { kind: 'document', pattern: '/sitemap/{file}', parameters: [], document: robotsAndSitemap.sitemapFile },
  {
    kind: 'page',
    pattern: '/timezones',
    parameters: ['q', 'country', 'observes_dst', 'offset'],
    show: lists.listZones,
  },
  { kind: 'page', pattern: '/abbreviations', parameters: ['q', 'continent'], show: lists.listStandards },
  {
    kind: 'page',
    pattern: '/countries',
    parameters: ['q', 'region', 'observes_dst'],
    show: lists.listCountries,
  },
  { kind: 'page', pattern: '/cities', parameters: ['q', 'country', 'letter'], show: lists.listCities },
  { kind: 'page', pattern: '/timezones/{page}', parameters: [], show: showZone },
  { kind: 'page', pattern: '/abbreviations/{page}', parameters: [], show: showStandard },
  { kind: 'page', pattern: '/countries/{page}', parameters: ['year'], show: showCountryPage },
  { kind: 'page', pattern: '/cities/{page}', parameters: ['date', 'year'], show: showCityPage },
  ...ACCOUNT_ROUTES,
]
