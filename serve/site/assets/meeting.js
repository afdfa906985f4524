// Puts the visitor's own zone first and remembers the places of the last visit on the device; copies the text.
const places = document.getElementById('place')
const KEY = 'tzref-meeting'
try {
  if (places !== null && places.value === '') {
    places.value = localStorage.getItem(KEY) ?? Intl.DateTimeFormat().resolvedOptions().timeZone ?? ''
  } else if (places !== null) localStorage.setItem(KEY, places.value)
} catch {
  // A device that stores nothing remembers nothing.
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
