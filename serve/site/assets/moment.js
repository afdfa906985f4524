// Shows a sent moment in the reader's own time, by the server's zones; the device only names its zone.
const own = document.getElementById('own')
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
if (own !== null && zone) {
  const root = document.documentElement.dataset.root ?? ''
  const { at } = own.dataset
  const answer = await fetch(`${root}/time.json?zone=${encodeURIComponent(zone)}&at=${at}`).catch(() => null)
  if (answer?.ok) {
    const { zone: found } = await answer.json()
    if (found !== null) {
      const wall = new Date((Number(at) + found.utc_offset_seconds) * 1000)
      const form = new Intl.DateTimeFormat(undefined, {
        dateStyle: 'full',
        timeStyle: 'short',
        timeZone: 'UTC',
      })
      const strong = document.createElement('strong')
      strong.textContent = form.format(wall)
      own.replaceChildren(`In your time, that of ${found.iana}: `, strong)
      own.hidden = false
    }
  }
}
