// Says in words how a date and time is read, while a visitor writes it; with 12 hours where the device's language or the visitor has those. An
// empty form begins with the zone of the device.
const { root = '', hours } = document.documentElement.dataset
const isTwelve =
  hours === undefined
    ? new Intl.DateTimeFormat(undefined, { hour: 'numeric' }).resolvedOptions().hour12 === true
    : hours === '12'
const inHours = (text) =>
  isTwelve
    ? text.replace(
        /(?<![+−])\b(\d\d)(:\d\d(?::\d\d)?)\b/g,
        (_, hour, rest) => `${hour % 12 || 12}${rest} ${hour < 12 ? 'am' : 'pm'}`,
      )
    : text
for (const input of document.querySelectorAll('[data-reading]')) {
  const from = input.form.elements[input.dataset.reading]
  // The visitor's own time is what is converted most.
  if (location.search === '' && from.value === '') {
    from.value = Intl.DateTimeFormat().resolvedOptions().timeZone ?? ''
    // Who writes another place writes over it.
    from.addEventListener('focus', () => from.select(), { once: true })
  }
  const words = document.createElement('p')
  words.className = 'reading'
  words.role = 'status'
  input.after(words)
  let timer
  const read = async () => {
    const at = input.value.trim()
    const query = new URLSearchParams({ from: from.value.trim(), at })
    const answer = at === '' ? null : await fetch(`${root}/reading.json?${query}`).catch(() => null)
    const told = answer?.ok ? (await answer.json()).words : ''
    // The visitor may have typed another letter in the meantime.
    if (input.value.trim() === at) words.textContent = inHours(told)
  }
  const soon = () => {
    clearTimeout(timer)
    timer = setTimeout(read, 200)
  }
  input.addEventListener('input', soon)
  from.addEventListener('change', soon)
}
