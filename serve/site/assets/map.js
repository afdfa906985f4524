// A click on a map asks for the zone at that point. A mouse that rests on it shows zone and time before.
const { root = '' } = document.documentElement.dataset

for (const map of document.querySelectorAll('svg[data-map]')) {
  const [west, north, perLon, perLat] = map.dataset.map.split(' ').map(Number)
  const placeOf = ({ clientX, clientY }) => {
    const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(map.getScreenCTM().inverse())
    const lat = Math.max(-90, Math.min(90, north - y / perLat)).toFixed(3)
    // A map across the antimeridian continues beyond 180°.
    const lon = (((((west + x / perLon + 180) % 360) + 360) % 360) - 180).toFixed(3)
    return `lat=${lat}&lon=${lon}`
  }
  map.classList.add('clickable')
  map.addEventListener('click', (event) => {
    const zoom = new URLSearchParams(location.search).get('zoom')
    location.assign(`${root}/lookup?${placeOf(event)}${zoom === null ? '' : `&zoom=${Number(zoom)}`}`)
  })
  const told = map.closest('figure')?.querySelector('.pointed') ?? null
  if (told === null) continue
  let rest
  const stop = () => {
    clearTimeout(rest)
    rest = undefined
  }
  map.addEventListener('pointermove', (event) => {
    stop()
    if (event.pointerType !== 'mouse') return
    const resting = setTimeout(async () => {
      const answer = await fetch(`${root}/time.json?${placeOf(event)}`, { cache: 'no-store' })
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
