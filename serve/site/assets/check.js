// Asks the device for its clock and its time zones, and says where they differ from the server's.
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

async function zones() {
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone
  byId('check-zone').textContent = own
    ? `Your device is set to ${own}.`
    : 'Your device does not say which time zone it is set to.'
  const answer = await fetch(`${root}/check.json`)
  const table = await answer.json()
  const wrong = []
  for (const [iana, instants] of Object.entries(table)) {
    let form
    try {
      form = new Intl.DateTimeFormat('en', { timeZone: iana, timeZoneName: 'longOffset', hourCycle: 'h23' })
    } catch {
      wrong.push(`${iana}: not known`)
      continue
    }
    for (const [at, offset] of instants) {
      const text = form.formatToParts(at * 1000).find(({ type }) => type === 'timeZoneName')?.value ?? ''
      const [, sign, hours, minutes = '0', seconds = '0'] =
        /GMT([+-])(\d\d):(\d\d)(?::(\d\d))?/.exec(text) ?? []
      const believed =
        sign === undefined
          ? 0
          : (sign === '-' ? -1 : 1) * (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds))
      if (believed !== offset) {
        wrong.push(
          `${iana}: from ${new Date(at * 1000).toISOString().slice(0, 16).replace('T', ' ')} UTC it believes ${believed / 3600} hours, right are ${offset / 3600}`,
        )
        break
      }
    }
  }
  byId('check-data').textContent =
    wrong.length === 0
      ? `All ${Object.keys(table).length} time zones of your device are right for the coming two years.`
      : `${wrong.length} of ${Object.keys(table).length} time zones are wrong on your device:`
  byId('check-wrong').replaceChildren(
    ...wrong.map((words) => {
      const item = document.createElement('li')
      item.textContent = words
      return item
    }),
  )
}

await Promise.allSettled([clock(), zones()])
