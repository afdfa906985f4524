// Clocks side by side: their days and shades go on with their times, a slider moves all of them, and they are moved by a mouse, a finger and by
// keys. They are remembered on the device, and nicknames never leave it but behind the # of an address.
const { root = '' } = document.documentElement.dataset
const [STEP, STEPS, HOUR, DAY] = [900, 120, 3600, 86_400]
const main = document.getElementById('clocks')
const list = () => document.querySelector('ol.clocks')
const items = () => [...(list()?.children ?? [])]
const part = (item, name) => item.querySelector(`.${name}`)
const DATES = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
})
const dateOf = (day) => DATES.format(day * DAY * 1000).replace(',', '')
const two = (value) => String(value).padStart(2, '0')
const put = (element, text) => {
  if (element !== null && element.textContent !== text) element.textContent = text
}

/** The last tick of the clock. */
let ticked = null
const offsetAt = (item, at) => ticked.offsetOf(part(item, 'hm').dataset, at)

/** What a time is for somebody, in the word that is shown. */
function suitsAt({ dataset }, local) {
  const day = Math.floor(local / DAY)
  const minute = Math.floor((local - day * DAY) / 60)
  const [from, until] = (dataset.work ?? '540 1020').split(' ').map(Number)
  const isFree = (one) => (dataset.weekend ?? '').split(' ').includes(String((((one + 4) % 7) + 7) % 7))
  if (minute >= from && minute < until && !isFree(day)) return 'work'
  if (minute + 1440 < until && !isFree(day - 1)) return 'work'
  if (minute < 420 || minute >= 1320) return 'night'
  return isFree(day) ? 'weekend' : 'awake'
}

/** The shades of a clock, as the server draws them. */
function shade(item, start) {
  const bar = part(item, 'bar')
  if (bar === null) return
  const locals = Array.from({ length: STEPS }, (_, step) => {
    const at = start + step * STEP
    return at + offsetAt(item, at)
  })
  const kinds = locals.map((local) => suitsAt(item, local))
  for (const kind of ['work', 'awake', 'weekend']) {
    const path = kinds.map((one, step) => (one === kind ? `M${step} 0h1v2h-1z` : '')).join('')
    bar.querySelector(`.${kind}`).setAttribute('d', path)
  }
  const isMidnight = (local, step) =>
    step > 0 && Math.floor(local / DAY) !== Math.floor(locals[step - 1] / DAY)
  part(bar, 'midnight').setAttribute(
    'd',
    locals.map((local, step) => (isMidnight(local, step) ? `M${step} 0v1` : '')).join(''),
  )
}

/** The hours of the first clock over the shades, as the server writes them. */
function scale(start, first) {
  const svg = document.querySelector('.scale-of-hours')
  if (svg === null) return
  svg.replaceChildren()
  for (let step = 0; step < STEPS; step += HOUR / STEP) {
    const at = start + step * STEP
    const hour = Math.floor((at + offsetAt(first, at)) / HOUR)
    if (hour % 3 !== 0) continue
    const text = document.createElementNS('http://www.w3.org/2000/svg', 'text')
    text.setAttribute('x', step)
    text.setAttribute('y', 3.8)
    text.textContent = ((hour % 24) + 24) % 24
    svg.append(text)
  }
}

/** Shows everything of the clocks but their times, which the clock's script shows. */
function render() {
  const all = items()
  if (ticked === null || all.length === 0) return
  const { dataset } = list()
  const isLive = dataset.shownAt === undefined
  const start = Math.floor(ticked.now / HOUR) * HOUR - 6 * HOUR
  // Clocks that somebody moved away from now stay where they are.
  if (isLive && Number(dataset.start) !== start) {
    dataset.start = start
    delete dataset.shaded
  }
  const at = isLive ? ticked.now : Number(dataset.shownAt)
  const isByDevice = 'byDevice' in dataset
  const base = isByDevice ? ticked.own && ticked.offsetOf(ticked.own, at) : offsetAt(all[0], at)
  const dayOf = (offset) => Math.floor((at + offset) / DAY)
  for (const item of all) {
    const offset = offsetAt(item, at)
    const days = base === null ? 0 : dayOf(offset) - dayOf(base)
    const suits = suitsAt(item, at + offset)
    put(part(item, 'day'), dateOf(dayOf(offset)))
    put(
      part(item, 'apart'),
      base === null || (!isByDevice && item === all[0])
        ? ticked.written(offset)
        : ticked.apart(offset - base),
    )
    put(part(item, 'suits'), suits)
    const size = Math.abs(days)
    put(
      part(item, 'days'),
      days === 0 ? '' : `${days > 0 ? '+' : '\u2212'}${size} day${size === 1 ? '' : 's'}`,
    )
    if (!item.classList.contains(suits)) item.className = suits
    part(item, 'hand')?.setAttribute('d', `M${(at - Number(dataset.start)) / STEP} 0v1`)
    if (dataset.shaded === undefined) shade(item, Number(dataset.start))
  }
  if (dataset.shaded === undefined) scale(Number(dataset.start), all[0])
  dataset.shaded = ''
  showSlider(at, isLive, all[0])
}

/** What the slider shows, in words: "+3 h 15 min, Sat 28 Nov 18:15 in Zurich". */
function showSlider(at, isLive, item) {
  const slide = document.getElementById('slide')
  if (slide === null) return
  if (document.activeElement !== slide || isLive)
    slide.value = Math.round((at - Number(list().dataset.start)) / STEP)
  if (!isLive || document.getElementById('now').hidden === false) {
    const minutes = Math.round((at - ticked.now) / 60)
    const name = item.dataset.name
    const size = Math.abs(minutes)
    const far =
      size < 2880 ? `, ${minutes < 0 ? '\u2212' : '+'}${Math.floor(size / 60)} h ${size % 60} min` : ''
    const words = isLive
      ? 'Now'
      : `${part(item, 'day').textContent}, ${part(item, 'hm').textContent} in ${name}${far}`
    put(document.getElementById('when'), words)
    slide.setAttribute('aria-valuetext', words)
  } else slide.setAttribute('aria-valuetext', 'Now')
  document.getElementById('now').hidden = isLive
}

/** Says that the device's clock is wrong. Less than two seconds, and what the way to the server may be, are not told. */
function tellDevice({ ahead, way }) {
  const size = Math.round(Math.abs(ahead) / 1000)
  const [count, unit] =
    size < 120
      ? [size, 'second']
      : size < 7200
        ? [Math.round(size / 60), 'minute']
        : [Math.round(size / HOUR), 'hour']
  const isOff = Math.abs(ahead) > 2000 + way
  const words = `The clock of your device is ${count} ${unit}s ${ahead > 0 ? 'ahead' : 'behind'}. These clocks show the time of the server, which is right.`
  put(document.getElementById('device'), isOff ? words : '')
}

/** The places in the order of the page, as an address. */
function addressNow() {
  const query = new URLSearchParams()
  for (const { dataset } of items()) {
    query.append('place', dataset.token)
    const hours = dataset.work
      ?.split(' ')
      .map((minutes) => `${two(Math.floor(minutes / 60) % 24)}:${two(minutes % 60)}`)
    if (hours !== undefined) query.append('hours', hours.join('-'))
  }
  const { shownAt } = list().dataset
  if (shownAt !== undefined) query.set('at', `${new Date(shownAt * 1000).toISOString().slice(0, 16)}Z`)
  return `/clocks?${query}`
}

document.addEventListener('tzref:tick', ({ detail }) => {
  const isFirst = ticked === null
  ticked = detail
  render()
  tellDevice(detail)
  if (isFirst) document.documentElement.dataset.ticks = ''
})
const again = () => document.dispatchEvent(new Event('tzref:tick-now'))

const KEY = 'tzref-clocks'
const read = () => {
  try {
    return JSON.parse(localStorage.getItem(KEY)) ?? null
  } catch {
    return null
  }
}
const keep = (kept) => {
  try {
    localStorage.setItem(KEY, JSON.stringify(kept))
  } catch {
    // A device without storage remembers nothing.
  }
}

/** The names that people gave: those behind the # of this address first. */
const namesIn = (hash) => Object.fromEntries(new URLSearchParams(hash.replace(/^#/, '')))
const hashOf = (names) => {
  const tokens = new Set(items().map((item) => item.dataset.token))
  const its = Object.entries(names).filter(([token, name]) => tokens.has(token) && name !== '')
  return its.length === 0 ? '' : `#${new URLSearchParams(its)}`
}
function showNames(names) {
  for (const item of items()) {
    const { token, name } = item.dataset
    put(item.querySelector('b'), names[token] || name)
    part(item, 'of').textContent = names[token] ? name : (item.dataset.of ??= part(item, 'of').textContent)
  }
}

const stop = (event) => (event.preventDefault(), event.stopPropagation())

async function fetched(address) {
  const answer = await fetch(address).catch(() => null)
  return answer === null ? null : new DOMParser().parseFromString(await answer.text(), 'text/html')
}

/** On the first page: the clocks that the device remembers, and usual ones after them. */
async function showKept(kept) {
  const found = (await fetched(`${root}/clocks?${kept.query}`))?.querySelectorAll('ol.clocks > li') ?? []
  const usual = items()
  const own = [...found].slice(0, usual.length)
  const tokens = new Set(own.map((item) => item.dataset.token))
  for (const item of own) for (const of of item.querySelectorAll('button')) of.remove()
  const others = usual.filter((item) => !tokens.has(item.dataset.token))
  list().replaceChildren(...own, ...others.slice(0, usual.length - own.length))
  delete list().dataset.shaded
  showNames(kept.names ?? {})
  again()
}

/** The places of an address. */
function queryOf(address) {
  const query = new URLSearchParams(address.split('?')[1])
  query.delete('at')
  return query.toString()
}

/** Usual clocks with that of the device first. */
function withOwn() {
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone
  const tokens = items().map((item) => item.dataset.token)
  return new URLSearchParams(
    [own, ...tokens.filter((token) => token !== own)]
      .slice(0, tokens.length)
      .map((token) => ['place', token]),
  )
}

function startPage() {
  let kept = read()
  let names = { ...kept?.names, ...namesIn(location.hash) }
  /** Whether these are the visitor's own clocks, and not those of somebody who sent the address. */
  let isMine = location.search === '' || kept === null || queryOf(main.dataset.address) === kept.query
  const said = document.createElement('p')
  said.className = 'unseen'
  said.role = 'status'
  main.after(said)

  const remember = () => {
    if (!isMine || 'isUsual' in main.dataset) return
    kept = { query: queryOf(main.dataset.address), names }
    keep(kept)
  }
  const address = () => root + main.dataset.address + hashOf(names)

  /** Prepares what was put on the page. */
  function ready() {
    showNames(names)
    nicknames()
    foreign()
    document.dispatchEvent(new Event('tzref:changed'))
    again()
    render()
  }

  let latest = 0
  /** The clock that a pointer holds, and where it was. */
  let held = null
  /** Shows another address in place. */
  async function go(to, { isNew = true, focus = null } = {}) {
    const asked = ++latest
    const next = (await fetched(to))?.getElementById('clocks') ?? null
    if (asked !== latest) return
    // Without a network the clocks stay as they are here.
    if (next === null) return
    const open = [...main.querySelectorAll('details')].map((one) => one.open)
    main.replaceChildren(...document.adoptNode(next).childNodes)
    main.dataset.address = next.dataset.address
    // What a pointer holds is no longer in the page.
    held = null
    if ('isUsual' in next.dataset) main.dataset.isUsual = ''
    else delete main.dataset.isUsual
    for (const [index, one] of [...main.querySelectorAll('details')].entries())
      one.open ||= open[index] ?? false
    remember()
    if (isNew) history.pushState(null, '', address())
    ready()
    focus?.()
  }

  /** Says that these clocks came with an address, and offers to keep them. */
  function foreign() {
    if (isMine) return
    const line = document.createElement('p')
    line.className = 'notice plain no-print'
    const button = document.createElement('button')
    button.className = 'quiet-button'
    button.textContent = 'Keep these'
    button.addEventListener('click', () => {
      isMine = true
      remember()
      said.textContent = 'Kept on this device'
      line.remove()
    })
    const link = document.createElement('a')
    link.href = `${root}/clocks?${kept.query}${new URLSearchParams(kept.names ?? {}).size === 0 ? '' : `#${new URLSearchParams(kept.names)}`}`
    link.textContent = 'Back to yours'
    line.append('These clocks came with a link. ', button, ' ', link)
    list()?.after(line)
  }

  /** A field for the nickname of each clock. It has no name, so no form sends it. */
  function nicknames() {
    const details = main.querySelector('.meet details')
    if (details === null) return
    const row = document.createElement('div')
    row.className = 'row'
    for (const { dataset } of items()) {
      const [box, label, input] = ['div', 'label', 'input'].map((kind) => document.createElement(kind))
      box.className = 'field'
      input.id = `nick-${dataset.token}`
      label.htmlFor = input.id
      label.textContent = `Nickname of ${dataset.name}`
      input.value = names[dataset.token] ?? ''
      input.maxLength = 40
      input.autocomplete = 'off'
      input.addEventListener('input', () => {
        names = { ...names, [dataset.token]: input.value.trim() }
        showNames(names)
        history.replaceState(null, '', address())
        remember()
      })
      box.append(label, input)
      row.append(box)
    }
    const note = document.createElement('p')
    note.className = 'quiet small'
    note.textContent =
      'Nicknames stay on this device, and behind the # of the address: who gets the address sees them, this server does not.'
    details.querySelector('summary').textContent = 'Nicknames, working hours and weekends'
    details.append(row, note)
  }

  /** The clocks of the page were changed here: they are shown at once, remembered, and then made by the server too. */
  function changed(focus) {
    main.dataset.address = addressNow()
    delete main.dataset.isUsual
    remember()
    history.pushState(null, '', address())
    again()
    void go(address(), { isNew: false, focus })
  }
  const buttonOf = (token, kind) => () =>
    main.querySelector(`li[data-token="${CSS.escape(token)}"] .${kind}`)?.focus()

  function move(item, to) {
    const all = items()
    const from = all.indexOf(item)
    const place = Math.max(0, Math.min(all.length - 1, to))
    if (place === from) return
    if (place > from) all[place].after(item)
    else all[place].before(item)
    const { token, name } = item.dataset
    part(item, 'move').focus()
    said.textContent = `${name} is number ${place + 1} of ${all.length}`
    changed(buttonOf(token, 'move'))
  }

  main.addEventListener('keydown', (event) => {
    const handle = event.target.closest('.move')
    const step = { ArrowUp: -1, ArrowDown: 1, Home: -99, End: 99 }[event.key]
    if (handle === null || step === undefined || event.metaKey || event.ctrlKey || event.altKey) return
    event.preventDefault()
    const item = handle.closest('li')
    move(item, items().indexOf(item) + step)
  })

  main.addEventListener('pointerdown', (event) => {
    const handle = event.target.closest('.move')
    if (handle === null || event.button !== 0) return
    held = { item: handle.closest('li'), from: items().indexOf(handle.closest('li')), isMoved: false }
    handle.setPointerCapture(event.pointerId)
  })
  main.addEventListener('pointermove', (event) => {
    if (held === null) return
    const { item } = held
    const all = items()
    const over = all.find((one) => {
      const { top, bottom, left, right } = one.getBoundingClientRect()
      return (
        event.clientY >= top &&
        event.clientY < bottom &&
        event.clientX >= left - 99 &&
        event.clientX < right + 99
      )
    })
    if (over === undefined || over === item) return
    held.isMoved = true
    item.classList.add('held')
    // The others make room: an item that is taken out of the page loses its pointer.
    const [from, to] = [all.indexOf(item), all.indexOf(over)]
    if (to > from) item.before(...all.slice(from + 1, to + 1))
    else item.after(...all.slice(to, from))
  })
  for (const kind of ['pointerup', 'pointercancel'])
    main.addEventListener(kind, () => {
      if (held === null) return
      const { item, from, isMoved } = held
      held = null
      item.classList.remove('held')
      if (!isMoved) return
      // The click after it, if there is one, is none.
      addEventListener('click', stop, true)
      setTimeout(() => removeEventListener('click', stop, true))
      if (items().indexOf(item) !== from) changed(buttonOf(item.dataset.token, 'move'))
    })

  main.addEventListener('input', (event) => {
    if (event.target.id !== 'slide') return
    const { dataset } = list()
    dataset.shownAt = Number(dataset.start) + Number(event.target.value) * STEP
    again()
    render()
  })
  main.addEventListener('change', (event) => {
    if (event.target.id !== 'slide') return
    main.dataset.address = addressNow()
    history.replaceState(null, '', address())
  })
  main.addEventListener('click', (event) => {
    const { target } = event
    const isPlain = !event.metaKey && !event.ctrlKey && !event.shiftKey && event.button === 0
    const drop = target.closest('.drop')
    if (drop !== null && items().length > 1) {
      event.preventDefault()
      const item = drop.closest('li')
      const next = item.nextElementSibling ?? item.previousElementSibling
      said.textContent = `${item.dataset.name} was removed`
      item.remove()
      part(next, 'drop').focus()
      changed(buttonOf(next.dataset.token, 'drop'))
    } else if (target.id === 'now' && isPlain) {
      event.preventDefault()
      delete list().dataset.shownAt
      list().dataset.start = ''
      main.dataset.address = addressNow()
      if (location.search === '') delete main.dataset.isUsual
      history.replaceState(null, '', address())
      put(document.getElementById('when'), 'Now')
      document.getElementById('slide').focus()
      again()
    } else if (target.closest('.move') !== null) event.preventDefault()
  })
  main.addEventListener('submit', (event) => {
    event.preventDefault()
    const fields = new URLSearchParams(new FormData(event.target, event.submitter))
    const isAdding = fields.get('add') !== ''
    void go(`${root}/clocks?${fields}`, { focus: () => isAdding && document.getElementById('add')?.focus() })
  })
  addEventListener('popstate', () => {
    names = { ...names, ...namesIn(location.hash) }
    void go(location.href, { isNew: false })
  })
  // Rules may change while a page is open for days.
  setInterval(
    () =>
      navigator.onLine &&
      document.activeElement?.closest('form') == null &&
      void go(address(), { isNew: false }),
    6 * HOUR * 1000,
  )

  ready()
  if (location.search === '' && (kept !== null || 'byDevice' in list().dataset)) {
    history.replaceState(null, '', `${root}/clocks?${kept?.query ?? withOwn()}${location.hash}`)
    void go(location.href, { isNew: false })
  } else remember()
}

if (main !== null) startPage()
else {
  const kept = list()?.dataset.kept === undefined ? null : read()
  if (kept !== null) void showKept(kept)
}
