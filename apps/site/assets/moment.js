// Shows a moment in the reader's own time, by the server's zones; the device only names its zone.
const own = document.getElementById('own-moment')
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
if (own !== null && zone) {
  const { root = '', hours } = document.documentElement.dataset
  const { at } = own.dataset
  const answer = await fetch(`${root}/time.json?zone=${encodeURIComponent(zone)}&at=${at}`).catch(() => null)
  const found = answer?.ok ? (await answer.json()).zone : null
  if (found !== null) {
    const wall = new Date((Number(at) + found.utc_offset_seconds) * 1000)
    const isTwelve =
      hours === undefined
        ? new Intl.DateTimeFormat(undefined, { hour: 'numeric' }).resolvedOptions().hour12 === true
        : hours === '12'
    // Clocks of the past have seconds where others have none.
    const rest = wall.toISOString().slice(14, 19).replace(/:00$/, '')
    const hour = wall.getUTCHours()
    const time = isTwelve
      ? `${hour % 12 || 12}:${rest}\u00a0${hour < 12 ? 'am' : 'pm'}`
      : `${String(hour).padStart(2, '0')}:${rest}`
    const date = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone: 'UTC' }).format(wall)
    const strong = document.createElement('strong')
    strong.textContent = `${time} on ${date.replace(',', '')}`
    // Of two equal wall times, one is meant.
    const side = found.told_apart_by === null ? '' : ` (${found.told_apart_by})`
    own.replaceChildren(`In your time (${found.name}): `, strong, side)
  }
}
