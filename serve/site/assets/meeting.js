// Puts the visitor's zone first, remembers the last places on the device, copies the text, and lets a range be dragged.
const places = document.getElementById('place')
const KEY = 'tzref-meeting'
try {
  if (places !== null && places.value === '') {
    places.value = localStorage.getItem(KEY) ?? Intl.DateTimeFormat().resolvedOptions().timeZone ?? ''
  } else if (places !== null) localStorage.setItem(KEY, places.value)
} catch {
  // A device without storage remembers nothing.
}
const copy = document.getElementById('copy')
const text = document.getElementById('meeting-text')
if (copy !== null && text !== null && navigator.clipboard !== undefined) {
  copy.hidden = false
  copy.addEventListener('click', async () => {
    await navigator.clipboard.writeText(text.textContent)
    copy.textContent = 'Copied'
  })
}

// Each hour is a link to itself as a range. Dragging over several makes one range from the first to the last.
const rows = [...document.querySelectorAll('.hours tbody tr')]
const rangeOf = (row) => new URL(row.querySelector('a').href)
if (rows.length > 0) {
  document.getElementById('meeting-drag').hidden = false
  let [first, last] = [-1, -1]
  const at = ({ target }) => rows.indexOf(target.closest('tr'))
  const body = rows[0].parentElement
  body.addEventListener('pointerdown', (event) => {
    // A finger scrolls instead.
    if (event.button === 0 && event.pointerType !== 'touch') first = last = at(event)
  })
  // Prevents dragging the link or its text.
  body.addEventListener('dragstart', (event) => event.preventDefault())
  body.addEventListener('selectstart', (event) => first >= 0 && event.preventDefault())
  body.addEventListener('pointerover', (event) => {
    const over = at(event)
    if (first < 0 || over < 0) return
    last = over
    const [low, high] = [Math.min(first, last), Math.max(first, last)]
    for (const [index, row] of rows.entries()) row.classList.toggle('marked', index >= low && index <= high)
  })
  document.addEventListener('pointerup', () => {
    const [low, high] = [Math.min(first, last), Math.max(first, last)]
    first = last = -1
    if (low < 0 || low === high) return
    const range = rangeOf(rows[low])
    range.searchParams.set('until', rangeOf(rows[high]).searchParams.get('until'))
    location.assign(range)
  })
  document.addEventListener('pointercancel', () => (first = last = -1))
}
