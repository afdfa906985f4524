// Asks the device for its clock and its time zones, and shows where they differ from the server's.
const root = document.documentElement.dataset.root ?? ''
const byId = (id) => document.getElementById(id)
byId('check').hidden = false

async function clock() {
  let best = null
  for (let round = 0; round < 5; round++) {
    const sent = performance.now()
    const answer = await fetch(`${root}/time.json`, { cache: 'no-store' })
    const { unix_ms } = await answer.json()
    const took = performance.now() - sent
    if (best === null || took < best.took) best = { took, off: Date.now() - took / 2 - unix_ms }
  }
  const seconds = (Math.abs(best.off) / 1000).toFixed(1)
  const within = (best.took / 2000).toFixed(2)
  byId('check-clock').textContent =
    Math.abs(best.off) <= best.took / 2 + 100
      ? `Your clock is right, within ${Math.max(0.1, within)} seconds.`
      : `Your clock is ${seconds} seconds ${best.off > 0 ? 'fast' : 'slow'} (± ${within}).`
}

// The device is asked this often between two changes: it may have a change where there is none.
const STEP = 20 * 86400

const two = (count) => String(count).padStart(2, '0')
const hours = (seconds) => {
  const minutes = Math.round(Math.abs(seconds) / 60)
  return `UTC${seconds < 0 ? '\u2212' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
}

// Describes the device's fault in a zone. Null when the device is right.
function wrong(iana, instants) {
  let form
  try {
    form = new Intl.DateTimeFormat('en', {
      timeZone: iana,
      hourCycle: 'h23',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
  } catch {
    return 'not known'
  }
  // Computed from the day and time that it shows: browsers before 2021 have no names of offsets.
  const believed = (at) => {
    const [ofMonth, hour, minute, second] = form
      .format(at * 1000)
      .match(/\d+/g)
      .map(Number)
    const ahead = (hour % 24) * 3600 + minute * 60 + second - (at % 86400)
    return ofMonth === new Date(at * 1000).getUTCDate() ? ahead : ahead + (ahead < 0 ? 86400 : -86400)
  }
  for (let i = 0; i < instants.length; i++) {
    const [from, offset] = instants[i]
    const until = instants[i + 1]?.[0] ?? from + 1
    for (let at = from; at < until; at = at + STEP < until || at === until - 1 ? at + STEP : until - 1)
      if (believed(at) !== offset) {
        const day = new Date(at * 1000).toISOString().slice(0, 10)
        return `on ${day} your device shows ${hours(believed(at))}; correct is ${hours(offset)}`
      }
  }
  return null
}

async function zones() {
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone
  const answer = await fetch(`${root}/check.json`)
  const table = await answer.json()
  const all = []
  for (const [iana, instants] of Object.entries(table)) {
    const found = wrong(iana, instants)
    if (found !== null) all.push([iana, found])
  }
  const mine = all.find(([iana]) => iana === own)?.[1]
  const state = own in table ? (mine ? `, and gets it wrong: ${mine}` : ', and gets it right') : ''
  byId('check-zone').textContent = own
    ? `Your device is set to ${own}${state}.`
    : 'Your device does not say which time zone it is set to.'
  const count = Object.keys(table).length
  byId('check-data').textContent =
    all.length === 0
      ? `All ${count} time zones of your device are right for the coming two years.`
      : `Your device gets ${all.length} of ${count} time zones wrong:`
  all.sort(([one], [other]) => (other === own) - (one === own))
  byId('check-wrong').replaceChildren(
    ...all.map(([iana, words]) => {
      const item = document.createElement('li')
      item.textContent = `${iana}: ${words}`
      return item
    }),
  )
}

await Promise.allSettled([clock(), zones()])
