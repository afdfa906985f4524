// A mouse that rests on a map shows the zone there and its time. `map.js` says where the mouse is.
const { root = '' } = document.documentElement.dataset

for (const told of document.querySelectorAll('figure .pointed')) {
  const map = told.closest('figure').querySelector('svg[data-map]')
  let rest
  const stop = () => {
    clearTimeout(rest)
    rest = undefined
  }
  map.addEventListener('pointermove', (event) => {
    stop()
    if (event.pointerType !== 'mouse') return
    const resting = setTimeout(async () => {
      const answer = await fetch(`${root}/time.json?${map.dataset.at}`, { cache: 'no-store' })
      const { unix_ms: now, zone = null } = answer.ok ? await answer.json() : {}
      if (zone === null || rest !== resting) return
      const time = document.createElement('time')
      time.textContent = new Date(now + zone.utc_offset_seconds * 1000).toISOString().slice(11, 16)
      told.replaceChildren(`${zone.name}, `, time)
      document.dispatchEvent(new Event('tzref:changed'))
    }, 150)
    rest = resting
  })
  map.addEventListener('pointerleave', () => {
    stop()
    told.replaceChildren()
  })
}
