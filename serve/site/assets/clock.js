// Makes the clocks of a page tick by the server's time; the visitor's own clock is never used.
const two = (value) => String(value).padStart(2, '0')
const clocks = [...document.querySelectorAll('time[data-offset]')]
if (clocks.length > 0) {
  /** The server's time, in milliseconds, when this page's own counter was zero. */
  let zero = null
  const DATES = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone: 'UTC' })
  const root = document.documentElement.dataset.root ?? ''

  async function ask() {
    const sent = performance.now()
    const answer = await fetch(`${root}/time.json`, { cache: 'no-store' })
    const { unix_ms } = await answer.json()
    zero = unix_ms - (sent + performance.now()) / 2
  }

  function show(clock, now) {
    const { offset, until, then } = clock.dataset
    // The clock may change while a visitor watches. So the next offset is in the page too.
    const seconds = Number(until !== undefined && now >= Number(until) ? then : offset)
    const wall = new Date((now + seconds) * 1000)
    if (clock.dataset.date !== undefined) {
      clock.textContent = DATES.format(wall).replace(',', '')
      return
    }
    const [hours, minutes] = [two(wall.getUTCHours()), two(wall.getUTCMinutes())]
    const text = `${hours}:${minutes}`
    if (clock.classList.contains('clock')) {
      clock.firstChild.nodeValue = text
      clock.querySelector('.s').textContent = `:${two(wall.getUTCSeconds())}`
    } else if (clock.textContent !== text) clock.textContent = text
  }

  function tick() {
    const ms = zero + performance.now()
    for (const clock of clocks) show(clock, Math.floor(ms / 1000))
    setTimeout(tick, 1000 - (ms % 1000) + 5)
  }

  try {
    await ask()
    tick()
    document.addEventListener('visibilitychange', () => {
      // The counter of a machine that slept has slept too.
      if (document.visibilityState === 'visible') ask().catch(() => undefined)
    })
  } catch {
    // Without an answer the page shows the minute at which it was made, as it says.
  }
}
