// Shows suggestions under search boxes: arrow keys move through the list, and Enter without a selection searches. A box with `data-take` takes
// the chosen place as the text of its form instead of going to its page. Each search also names the zone of the visitor's device.
const { root = '', zone = Intl.DateTimeFormat().resolvedOptions().timeZone } =
  document.documentElement.dataset
const suggestIn = (form) => {
  const input = form.querySelector('input')
  const { take } = form.dataset
  form.dataset.suggests = ''
  const list = document.createElement('ul')
  list.id = `${input.id}-list`
  list.className = 'suggestions'
  list.role = 'listbox'
  list.ariaLabel = 'Suggestions'
  list.hidden = true
  input.after(list)
  if (take === undefined) {
    const own = document.createElement('input')
    form.append(Object.assign(own, { type: 'hidden', name: 'zone', value: zone }))
  }
  input.role = 'combobox'
  input.ariaAutoComplete = 'list'
  input.ariaExpanded = 'false'
  input.setAttribute('aria-controls', list.id)
  let asked = ''
  let chosen = -1

  const choose = (index) => {
    chosen = index
    for (const [at, option] of [...list.children].entries()) option.ariaSelected = String(at === index)
    if (index < 0) input.removeAttribute('aria-activedescendant')
    else {
      input.setAttribute('aria-activedescendant', list.children[index].id)
      list.children[index].scrollIntoView({ block: 'nearest' })
    }
  }
  const close = () => {
    list.hidden = true
    input.ariaExpanded = 'false'
    choose(-1)
  }
  const open = ({ path, token }) => {
    if (take === undefined) return location.assign(root + path)
    input.value = token
    close()
    input.form.requestSubmit()
  }
  const show = (results) => {
    list.replaceChildren(
      ...results.map(({ name, detail, path, token = '' }, index) => {
        const option = document.createElement('li')
        option.id = `${list.id}-${index}`
        option.role = 'option'
        option.ariaSelected = 'false'
        Object.assign(option.dataset, { path, token })
        const [title, words] = [document.createElement('span'), document.createElement('span')]
        title.textContent = name
        words.className = 'quiet small'
        words.textContent = detail
        option.append(title, ' ', words)
        option.addEventListener('mousedown', (event) => {
          event.preventDefault()
          open(option.dataset)
        })
        return option
      }),
    )
    document.dispatchEvent(new Event('tzref:changed'))
    list.hidden = results.length === 0
    input.ariaExpanded = String(!list.hidden)
    choose(-1)
  }
  const suggest = async () => {
    const text = input.value.trim()
    if (text === asked) return
    asked = text
    if (text === '') return close()
    const answer = await fetch(`${root}/search.json?${new URLSearchParams({ q: text, zone })}`).catch(
      () => null,
    )
    if (answer?.ok !== true) return
    const { results } = await answer.json()
    // The visitor may have typed another letter in the meantime.
    if (asked === text && document.activeElement === input) {
      show(take === undefined ? results : results.filter(({ token }) => token !== undefined))
    }
  }
  let timer
  input.addEventListener('input', () => {
    clearTimeout(timer)
    timer = setTimeout(suggest, 60)
  })
  input.addEventListener('blur', close)
  input.addEventListener('keydown', (event) => {
    const count = list.hidden ? 0 : list.children.length
    if (event.key === 'Escape' && count > 0) {
      // Otherwise the browser would clear the box.
      event.preventDefault()
      close()
    } else if (count > 0 && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
      event.preventDefault()
      const step = event.key === 'ArrowDown' ? chosen + 1 : (chosen < 0 ? count : chosen) - 1
      choose((step + count) % count)
    } else if (event.key === 'Enter' && chosen >= 0) {
      event.preventDefault()
      open(list.children[chosen].dataset)
    }
  })
}
// Examples of questions are answered as if they were typed.
for (const link of document.querySelectorAll(`a[href^="${root}/search?"]`))
  link.href += `&zone=${encodeURIComponent(zone)}`
const start = () => document.querySelectorAll('.search:not([data-suggests])').forEach(suggestIn)
document.addEventListener('tzref:changed', start)
start()
