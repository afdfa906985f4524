// Meetings without reloads: every link and form of the page is fetched and put in its place. Hours are chosen by keys, by dragging and by touch.
const { root = '', zone: chosen } = document.documentElement.dataset
const KEY = 'tzref-meeting'
const main = document.getElementById('meeting')
const said = document.getElementById('said')
const heads = () => [...main.querySelectorAll('thead th:has(a)')]
const linkOf = (head) => head.querySelector('a')
const isDown = matchMedia('(max-width: 40rem)')
/** The hour of a head as 24 hours have it, whatever the visitor reads. */
const hourOf = (head) => head.querySelector('time').dateTime || head.querySelector('time').textContent

/** What is said of this device's earlier visits, or null without storage. */
const stored = () => {
  try {
    return localStorage.getItem(KEY)
  } catch {
    return null
  }
}

const textOf = (element) => element.textContent

let latest = 0
/** Shows another address in place. The focus stays on the same thing, or goes to `wanted`. */
async function go(address, { isNew = true, wanted = null } = {}) {
  const asked = ++latest
  const active = document.activeElement
  const hour = heads().findIndex((head) => head.contains(active))
  const name = active?.getAttribute('aria-label') ?? ''
  const id = main.contains(active) ? active.id : ''
  const scroll = main.querySelector('.grid')
  const [left, top] = [scroll?.scrollLeft ?? 0, scroll?.scrollTop ?? 0]
  const opened = new Set([...main.querySelectorAll('details[open] > summary')].map(textOf))
  const answer = await fetch(address).catch(() => null)
  const text = answer === null ? '' : await answer.text()
  if (asked !== latest) return
  const next = new DOMParser().parseFromString(text, 'text/html').getElementById('meeting')
  if (next === null) return location.assign(address)
  main.replaceChildren(...document.adoptNode(next).childNodes)
  for (const key of ['address', 'zones']) main.dataset[key] = next.dataset[key]
  const { hash } = new URL(address, location.href)
  if (isNew) history.pushState(null, '', root + main.dataset.address + hash)
  document.dispatchEvent(new Event('tzref:changed'))
  ready()
  const grid = main.querySelector('.grid')
  for (const summary of main.querySelectorAll('details > summary'))
    if (opened.has(textOf(summary))) summary.parentElement.open = true
  grid?.scrollTo({ left, top, behavior: 'instant' })
  const place = isNew && hash !== '' ? document.getElementById(hash.slice(1)) : null
  const focused =
    wanted?.() ??
    (hour >= 0 ? linkOf(heads()[Math.min(hour, heads().length - 1)]) : null) ??
    (id === '' ? null : document.getElementById(id)) ??
    (name === '' ? null : main.querySelector(`[aria-label="${CSS.escape(name)}"]`))
  if (place !== null) {
    place.tabIndex = -1
    place.focus({ preventScroll: true })
    place.scrollIntoView()
  } else if (focused !== null) take(focused)
  else if (main.contains(active) || active === null || !active.isConnected)
    main.querySelector('#add')?.focus()
  said.textContent = main.querySelector('#meeting-text')?.textContent.split('\n')[0] ?? ''
}

/** Puts the focus on something; of the hours, only this one is then reached by the Tab key. */
const take = (focused) => {
  if (heads().some((head) => head.contains(focused))) {
    for (const head of heads())
      for (const link of head.querySelectorAll('a')) link.tabIndex = head.contains(focused) ? 0 : -1
  }
  focused.focus()
}

/** Prepares what was put on the page. */
function ready() {
  const all = heads()
  const current =
    all.find((head) => head.matches('.on')) ?? all.find((head) => head.matches('.work')) ?? all[0]
  for (const head of all) {
    for (const link of head.querySelectorAll('a')) {
      link.tabIndex = head === current ? 0 : -1
      // Whoever chooses an hour here sees it chosen, and may go on to another: the page stays where it is.
      link.hash = ''
    }
  }
  for (const of of main.querySelectorAll('#keys, #copy')) {
    of.hidden = of.id === 'copy' && navigator.clipboard === undefined
  }
  const chips = main.querySelector('.chips')
  const { address } = main.dataset
  try {
    const kept = new URLSearchParams(address.split('?')[1])
    for (const name of ['date', 'from', 'until', 'resolution', 'ending']) kept.delete(name)
    if (chips !== null) localStorage.setItem(KEY, kept.toString())
  } catch {
    // A device without storage remembers nothing.
  }
  offer()
}

/** The visitor's zone and its name by the server, which knows it by all its names. Null: it is not known yet, or it was set by hand. */
let own = null
async function askOwn() {
  const device = Intl.DateTimeFormat().resolvedOptions().timeZone
  if (chosen !== undefined || !device) return
  const answer = await fetch(`${root}/time.json?zone=${encodeURIComponent(device)}`).catch(() => null)
  own = answer?.ok === true ? (await answer.json()).zone : null
}

/** Offers to put the visitor's own place first. */
function offer() {
  const { address, zones } = main.dataset
  if (main.querySelector('.chips') === null || own === null || zones.split(' ').includes(own.iana)) return
  const link = document.createElement('a')
  link.href = `${root}${address.replace('?', `?place=${encodeURIComponent(own.iana)}&`)}`
  link.textContent = `Put your own time first (${own.name})`
  link.className = 'own-first no-print'
  // In the line of the button, where nothing moves for it.
  main.querySelector('form .actions').append(link)
}

/** The address of a link. One to another day takes along what is written in From and Until. */
function addressBy(link) {
  const address = new URL(link.href)
  const { from, until } = main.querySelector('form').elements
  if (link.closest('.days') !== null)
    for (const { name, value } of [from, until]) address.searchParams.set(name, value)
  return address
}

const isPlain = (event) =>
  !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey && event.button === 0

main.addEventListener('click', async (event) => {
  const link = event.target.closest('a')
  const copy = event.target.closest('#copy')
  if (copy !== null) {
    await navigator.clipboard.writeText(main.querySelector('#meeting-text').textContent)
    copy.textContent = said.textContent = 'Copied'
  } else if (link?.hash === '#hours') {
    const current = heads().find((head) => linkOf(head).tabIndex === 0)
    if (current !== undefined) {
      event.preventDefault()
      take(linkOf(current))
    }
  } else if (link?.getAttribute('href').startsWith('#')) {
    // Within the page.
  } else if (link !== null && isPlain(event) && link.pathname === `${root}/meeting`) {
    event.preventDefault()
    void go(addressBy(link))
  } else if (link === null && isPlain(event)) {
    const head = columnAt(event)
    if (head !== null) void go(linkOf(head).href)
  }
})
main.addEventListener('submit', (event) => {
  event.preventDefault()
  clearTimeout(timer)
  void go(`${root}/meeting?${new URLSearchParams(new FormData(event.target))}`)
})
let timer
// An answer on its way would take the place of what is typed meanwhile, and what is half typed is not sent.
main.addEventListener('input', () => {
  clearTimeout(timer)
  latest++
})
main.addEventListener('change', (event) => {
  const { form, name, value } = event.target
  clearTimeout(timer)
  // Whoever types a date gives several on the way. A place is sent when it is chosen or entered.
  if (name !== 'add' || value === '') timer = setTimeout(() => form.isConnected && form.requestSubmit(), 700)
})
addEventListener('popstate', () => go(location.href, { isNew: false }))

/** The head of the column of an event. Null outside the hours and in a gap. */
const columnAt = ({ target }) => {
  const cell = target.closest?.('.hours :is(td, th)')
  const head = cell ? main.querySelector('thead tr').cells[cell.cellIndex] : null
  return head?.querySelector('a') ? head : null
}

/** Marks the columns from one head to another as chosen, and answers the address of that range. */
function mark(one, other) {
  const [low, high] = [one, other].toSorted((a, b) => a.cellIndex - b.cellIndex)
  for (const row of main.querySelectorAll('.hours tr')) {
    for (const cell of row.cells) {
      const isIn = cell.cellIndex >= low.cellIndex && cell.cellIndex <= high.cellIndex
      cell.classList.toggle('on', isIn && !cell.matches('.gap'))
    }
  }
  const range = new URL(linkOf(low).href)
  range.searchParams.set('until', high.dataset.until)
  // After a start that comes twice, the address also says which end it means.
  if ('later' in high.dataset) range.searchParams.set('ending', 'latest')
  else if (range.searchParams.has('ending')) range.searchParams.set('ending', 'earliest')
  return range
}

let [start, end, range] = [null, null, null]
main.addEventListener('pointerdown', (event) => {
  // A finger scrolls, and a tap chooses one hour.
  const head = event.button === 0 && event.pointerType !== 'touch' ? columnAt(event) : null
  if (head !== null) [start, end, range] = [head, head, null]
})
main.addEventListener('pointerover', (event) => {
  const head = start === null ? null : columnAt(event)
  if (head === null || (head === start && range === null)) return
  end = head
  range = mark(start, end)
})
for (const kind of ['dragstart', 'selectstart']) {
  main.addEventListener(kind, (event) => start !== null && event.preventDefault())
}
document.addEventListener('pointerup', () => {
  const dragged = start === end ? null : range
  start = end = null
  if (dragged === null) return
  // The click after it is none.
  addEventListener('click', (event) => (event.preventDefault(), event.stopPropagation()), {
    capture: true,
    once: true,
  })
  setTimeout(() => void go(dragged.href))
})
document.addEventListener('pointercancel', () => (start = end = null))

let [digits, anchor] = ['', null]
main.addEventListener('keydown', (event) => {
  const all = heads()
  const index = all.findIndex((head) => head.contains(document.activeElement))
  if (index < 0 || event.metaKey || event.ctrlKey || event.altKey) return
  const { key, shiftKey } = event
  // Where hours go down, so do the arrows.
  const [back, on] = isDown.matches ? ['ArrowUp', 'ArrowDown'] : ['ArrowLeft', 'ArrowRight']
  const step = { [back]: -1, [on]: 1, PageUp: -6, PageDown: 6, Home: -99, End: 99 }[key]
  if (!/^\d$/.test(key)) digits = ''
  if (/^\d$/.test(key)) {
    // 1 is 01:00, and a 5 after it makes it 15:00.
    digits = digits.length === 1 ? digits + key : key
    const hour = all.find((head) => hourOf(head).startsWith(digits.padStart(2, '0')))
    if (hour !== undefined) take(linkOf(hour))
  } else if (step !== undefined) {
    event.preventDefault()
    const wanted = index + step
    // Past the end of the day comes the other day.
    if (Math.abs(step) === 1 && !shiftKey && all[wanted] === undefined) {
      const beside = main.querySelectorAll('.days a')[step < 0 ? 0 : 1]
      return void go(addressBy(beside), { wanted: () => linkOf(heads().at(step < 0 ? -1 : 0)) })
    }
    const head = all[Math.max(0, Math.min(all.length - 1, wanted))]
    anchor = shiftKey ? (anchor ?? all[index]) : null
    range = anchor === null ? null : mark(anchor, head)
    take(linkOf(head))
    if (range !== null)
      said.textContent = `${range.searchParams.get('from')} to ${range.searchParams.get('until')}`
  } else if (key === 'Enter' && anchor !== null && range !== null) {
    event.preventDefault()
    anchor = null
    void go(range.href)
  }
})

/** Nights are first in the table; what is chosen, or work, comes into view. */
function bringIntoView() {
  const head = heads().find((one) => linkOf(one).tabIndex === 0)
  const grid = main.querySelector('.grid')
  if (isDown.matches) {
    if (head !== undefined) grid.scrollTop = head.offsetTop - grid.querySelector('th').offsetHeight
  } else if (head !== undefined && head.offsetLeft + head.offsetWidth > grid.clientWidth)
    grid.scrollLeft = head.offsetLeft - grid.querySelector('th').offsetWidth
}
/**
 * Shows places on a page that has none. Whoever has begun to write is left alone: on a slow machine the place that was just entered was
 * replaced by the visitor's own.
 */
async function begin(query) {
  const isWritten = [...main.querySelectorAll('form input')].some((one) => one.value !== one.defaultValue)
  if (query === '' || isWritten || main.querySelector('.chips') !== null || location.search !== '') return
  // The address has them too: whoever comes back from another one sees these places again.
  history.replaceState(null, '', `${root}/meeting?${query}`)
  await go(location.href, { isNew: false })
  bringIntoView()
}

ready()
bringIntoView()
await begin(stored() ?? '')
await askOwn()
offer()
await begin(own === null ? '' : `place=${encodeURIComponent(own.iana)}`)
