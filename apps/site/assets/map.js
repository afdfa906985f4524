// A click on a map asks for the zone at that point.
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
  // For the script that says what is under a resting mouse.
  map.addEventListener('pointermove', (event) => {
    map.dataset.at = placeOf(event)
  })
}
