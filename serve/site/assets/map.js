// A click on a map asks for the zone at that point.
for (const map of document.querySelectorAll('svg[data-map]')) {
  const [west, north, perLon, perLat] = map.dataset.map.split(' ').map(Number)
  map.classList.add('clickable')
  map.addEventListener('click', ({ clientX, clientY }) => {
    const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(map.getScreenCTM().inverse())
    const lat = Math.max(-90, Math.min(90, north - y / perLat)).toFixed(3)
    // A map across the antimeridian continues beyond 180°.
    const lon = (((((west + x / perLon + 180) % 360) + 360) % 360) - 180).toFixed(3)
    const zoom = new URLSearchParams(location.search).get('zoom')
    location.assign(
      `${document.documentElement.dataset.root ?? ''}/lookup?lat=${lat}&lon=${lon}${zoom === null ? '' : `&zoom=${Number(zoom)}`}`,
    )
  })
}
