// A click on the map asks for the zone at that point.
for (const map of document.querySelectorAll('svg[data-map]')) {
  const [scale, north] = map.dataset.map.split(' ').map(Number)
  map.classList.add('clickable')
  map.addEventListener('click', ({ clientX, clientY }) => {
    const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(map.getScreenCTM().inverse())
    const [lat, lon] = [north - y / scale, x / scale - 180].map((degrees) => degrees.toFixed(3))
    location.assign(`${document.documentElement.dataset.root ?? ''}/lookup?lat=${lat}&lon=${lon}`)
  })
}
