// Makes the clocks of a page tick by the server's time, and adds the visitor's own time. The device says only the name of its zone, and whether
// its language has 12 or 24 hours. What the visitor has chosen comes first.
const { root = '', hours, zone: chosen } = document.documentElement.dataset
const two = (value) => String(value).padStart(2, '0')
const isTwelve =
  hours === undefined
    ? new Intl.DateTimeFormat(undefined, { hour: 'numeric' }).resolvedOptions().hour12 === true
    : hours === '12'
/** Hours, the rest, and am or pm. */
const parts = (hour, rest) =>
  isTwelve ? [`${hour % 12 || 12}:${rest}`, hour % 24 < 12 ? ' am' : ' pm'] : [`${two(hour)}:${rest}`, '']

function inTwelve() {
  for (const time of document.querySelectorAll('time:not([data-offset])')) {
    const [, hour, rest] = /^(\d\d):([\d:]+)$/.exec(time.textContent.trim()) ?? []
    if (hour === undefined) continue
    time.dateTime ||= time.textContent.trim()
    time.textContent = parts(Number(hour), rest).join('')
  }
  for (const field of document.querySelectorAll('input[data-time]'))
    field.value = field.value.replace(/^(\d\d):(\d\d)$/, (_, hour, rest) =>
      parts(Number(hour), rest).join(''),
    )
  for (const text of document.querySelectorAll('.map title, tspan:not([data-offset]), .suggestions span'))
    text.textContent = text.textContent.replace(
      /(?<![\d:+−-])(\d\d):(\d\d)(?![\d:]| [ap]m)/g,
      (_, hour, rest) =>
        parts(Number(hour), rest)
          .join('')
          .replace(text.matches('.hour') ? ':00' : '', ''),
    )
}
if (isTwelve) document.addEventListener('tzref:changed', inTwelve)
if (isTwelve && hours === undefined) {
  inTwelve()
  const other = document.querySelector('.hours-switch button')
  if (other !== null) {
    other.value = '24'
    other.textContent = 'Show times in 24 hours (15:00)'
  }
}

const DATES = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone: 'UTC' })
/** The server's time in milliseconds when it was last told, with this page's counter and the device's clock at that instant. */
let told = null
/** When the server is to be asked again, by the counter. */
let askAgain = Infinity
/** The visitor's zone by the server, where the page has a use for it. */
let own = null
const HOUR = 3_600_000

async function ask(zone) {
  askAgain = performance.now() + 10_000
  const sent = performance.now()
  const answer = await fetch(`${root}/time.json${zone ? `?zone=${encodeURIComponent(zone)}` : ''}`, {
    cache: 'no-store',
  })
  const said = await answer.json()
  const [counter, device] = [performance.now(), Date.now()]
  const way = counter - sent
  told = { server: said.unix_ms + way / 2, counter, device, way }
  askAgain = counter + HOUR
  return said.zone
}

/**
 * The server's time. The counter is steady, but it stood still while the device slept, and the device's clock did not. So where that clock ran
 * ahead of the counter, it says how long the sleep was, until the server can be asked; somebody may also have set it.
 */
function serverNow() {
  const byCounter = told.server + performance.now() - told.counter
  const byDevice = told.server + Date.now() - told.device
  if (Math.abs(byDevice - byCounter) > 500 && askAgain > performance.now() + 10_000) askAgain = 0
  return byDevice > byCounter + 500 ? byDevice : byCounter
}

/** The clock may change while a visitor watches. So its next offsets are in the page too: `changes` has instants, each with its offset. */
function offsetOf({ offset, changes = '' }, now) {
  const all = [...changes.matchAll(/(-?\d+) (-?\d+)/g)]
  return Number(all.findLast(([, at]) => now >= Number(at))?.[2] ?? offset)
}

/** `isMoment`: a moment that somebody chose. Clocks of the past have seconds where others have none. */
function show(clock, now, isMoment) {
  const wall = new Date((now + offsetOf(clock.dataset, now)) * 1000)
  if (clock.dataset.date !== undefined) {
    clock.textContent = DATES.format(wall).replace(',', '')
    return
  }
  const seconds = isMoment && wall.getUTCSeconds() !== 0 ? `:${two(wall.getUTCSeconds())}` : ''
  const [text, half] = parts(wall.getUTCHours(), two(wall.getUTCMinutes()) + seconds)
  if (clock.classList.contains('clock')) {
    if (clock.firstChild.nodeType !== Node.TEXT_NODE) clock.prepend('')
    clock.firstChild.nodeValue = text
    clock.querySelector('.s').textContent = `:${two(wall.getUTCSeconds())}${half}`
  } else if (clock.textContent !== text + half) clock.textContent = text + half
}

/** Minutes, and seconds if there are any: ":30", ":19:32". */
const restOf = (size) => `:${two(Math.floor(size / 60) % 60)}${size % 60 === 0 ? '' : `:${two(size % 60)}`}`
const signOf = (seconds) => (seconds < 0 ? '\u2212' : '+')

/** "−8 h", "+5:30 h", "same time": where there is little room. */
function apart(seconds) {
  const size = Math.abs(seconds)
  return seconds === 0
    ? 'same time'
    : `${signOf(seconds)}${Math.floor(size / 3600)}${size % 3600 === 0 ? '' : restOf(size)} h`
}

function ahead(seconds) {
  const minutes = Math.round(Math.abs(seconds) / 60)
  const [hour, rest] = [Math.floor(minutes / 60), minutes % 60]
  if (seconds === 0) return 'The same time as yours'
  const words = [hour && `${hour} hour${hour === 1 ? '' : 's'}`, rest && `${rest} minutes`].filter(Boolean)
  return `${words.join(' ')} ${seconds > 0 ? 'ahead of' : 'behind'} you`
}

let timer
function tick() {
  clearTimeout(timer)
  const ms = serverNow()
  const now = Math.floor(ms / 1000)
  // Clocks may show another moment together.
  for (const clock of document.querySelectorAll('time[data-offset], tspan[data-offset]')) {
    const moment = clock.closest('[data-shown-at]')?.dataset.shownAt
    show(clock, Number(moment ?? now), moment !== undefined)
  }
  if (own !== null)
    for (const mine of document.querySelectorAll('[data-mine]')) {
      const seconds = offsetOf(mine.dataset, now) - offsetOf(own, now)
      const words = mine.dataset.mine === 'cell' ? apart(seconds) : ahead(seconds)
      const place = mine.querySelector('strong') ?? mine
      if (place.textContent !== words) place.textContent = words
    }
  const { device, server, way } = told
  document.dispatchEvent(
    new CustomEvent('tzref:tick', {
      detail: { now, own, offsetOf, apart, written, ahead: device - server, way },
    }),
  )
  if (performance.now() >= askAgain) ask().then(tick, () => undefined)
  timer = setTimeout(tick, 1000 - (ms % 1000) + 5)
}

/** Puts the visitor's time where the page has a place for it. */
function showOwn(name) {
  const time = document.createElement('time')
  const timed = (element) => Object.assign(element.dataset, own)
  timed(time)
  for (const mine of document.querySelectorAll('[data-mine]')) {
    mine.hidden = false
    if (mine.dataset.mine === 'line')
      mine.replaceChildren(document.createElement('strong'), `. In ${name} it is `, time, '.')
  }
  for (const line of document.querySelectorAll('[data-ask-zone]')) line.hidden = true
  const template = document.querySelector('#own template')
  if (template === null) return
  const shown = template.content.cloneNode(true)
  for (const clock of shown.querySelectorAll('time')) timed(clock)
  shown.querySelector('strong').textContent = name
  shown.querySelector('.num').textContent = written(own.offset)
  template.parentElement.replaceChildren(shown)
}

const written = (seconds) => {
  const size = Math.abs(seconds)
  return `UTC${signOf(seconds)}${two(Math.floor(size / 3600))}${restOf(size)}`
}

/** Says at the top of the page what is wrong with the device's zone. */
function tell(text, path, words) {
  const notice = document.createElement('p')
  notice.className = 'notice bad'
  const link = document.createElement('a')
  link.href = root + path
  link.textContent = words
  notice.append(`${text} `, link)
  document.querySelector('h1').after(notice)
}

const believed = (at) => -60 * new Date(at * 1000).getTimezoneOffset()

/** What the device gets wrong about its own zone, now and after the next change. Null: nothing. */
function wrong(device, { utc_offset_seconds, next }) {
  const now = believed(Math.floor(serverNow() / 1000))
  if (Math.abs(now - utc_offset_seconds) >= 60)
    return `Your device shows ${written(now)} for ${device}; correct is ${written(utc_offset_seconds)}. These pages show the correct time.`
  if (next === null || Math.abs(believed(next.at) - next.utc_offset_seconds) < 60) return null
  return `Your device does not know that the clocks of ${device} change on ${new Date(next.at * 1000).toISOString().slice(0, 10)}.`
}

const hasPlace = document.querySelector('[data-mine], #own, #own-moment') !== null
const device = chosen === undefined && hasPlace ? Intl.DateTimeFormat().resolvedOptions().timeZone : undefined
if (device || document.querySelector('time[data-offset]') !== null) {
  try {
    const zone = await ask(device)
    if (device && zone === null)
      tell(
        `Your device is set to the time zone “${device}”, which is not known here.`,
        '/your-time',
        'Set your time zone',
      )
    else if (device) {
      const { name, utc_offset_seconds: offset, next } = zone
      own = { offset, ...(next === null ? {} : { changes: `${next.at} ${next.utc_offset_seconds}` }) }
      showOwn(name)
      const fault = wrong(device, zone)
      if (fault !== null) tell(fault, '/check', 'Check your device')
    }
    tick()
    // Timers of a page that nobody saw may be late, and so may its first tick after a sleep.
    for (const [target, kind] of [
      [document, 'visibilitychange'],
      [globalThis, 'pageshow'],
      [globalThis, 'online'],
    ])
      target.addEventListener(kind, () => {
        askAgain = 0
        tick()
      })
    document.addEventListener('tzref:tick-now', tick)
  } catch {
    // Without an answer the page shows the minute at which it was made, as it says.
  }
}
