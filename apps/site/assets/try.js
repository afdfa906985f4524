// The samples of a request: one language at a time, remembered on the device, with a button that copies it; and the fields of a request, whose
// address the samples follow and which is sent with the reader's own token.
const KEPT = 'tzref:language'
const kept = () => {
  try {
    return localStorage.getItem(KEPT)
  } catch {
    return null
  }
}
const keep = (language) => {
  try {
    localStorage.setItem(KEPT, language)
  } catch {
    // A browser may forbid it. Then the next page begins with the first language.
  }
}
for (const samples of document.querySelectorAll('.samples')) {
  const figures = [...samples.querySelectorAll('[data-language]')]
  const tabs = document.createElement('div')
  tabs.className = 'tabs'
  tabs.role = 'tablist'
  tabs.ariaLabel = 'Language'
  const buttons = figures.map((figure, index) => {
    const { language } = figure.dataset
    const button = document.createElement('button')
    button.type = 'button'
    button.role = 'tab'
    button.id = `tab-${index}`
    button.textContent = language
    figure.id = `sample-${index}`
    figure.role = 'tabpanel'
    figure.setAttribute('aria-labelledby', button.id)
    button.setAttribute('aria-controls', figure.id)
    button.addEventListener('click', () => {
      show(language)
      keep(language)
    })
    return button
  })
  function show(language) {
    const chosen = Math.max(
      0,
      figures.findIndex((figure) => figure.dataset.language === language),
    )
    for (const [index, figure] of figures.entries()) {
      figure.hidden = index !== chosen
      buttons[index].ariaSelected = String(index === chosen)
      buttons[index].tabIndex = index === chosen ? 0 : -1
    }
  }
  tabs.addEventListener('keydown', ({ key }) => {
    const step = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0
    if (step === 0) return
    const next = buttons[(buttons.indexOf(document.activeElement) + step + buttons.length) % buttons.length]
    next.focus()
    next.click()
  })
  const copy = document.createElement('button')
  copy.type = 'button'
  copy.className = 'quiet-button copy'
  copy.textContent = 'Copy'
  copy.addEventListener('click', async () => {
    const text = figures.find((figure) => !figure.hidden).querySelector('code').textContent
    try {
      await navigator.clipboard.writeText(text)
      copy.textContent = 'Copied'
    } catch {
      copy.textContent = 'Select it and copy it by hand'
    }
  })
  const bar = document.createElement('div')
  bar.className = 'bar-of-tabs'
  tabs.append(...buttons)
  bar.append(tabs, copy)
  samples.prepend(bar)
  samples.dataset.on = ''
  show(kept())
}

const form = document.getElementById('try')
if (form !== null) {
  const request = () => {
    let path = form.dataset.path
    const query = []
    for (const field of form.querySelectorAll('[data-in]')) {
      const { name, value } = field
      // A quotation mark would end the text of a sample.
      const text = encodeURIComponent(value.trim()).replace(/'/g, '%27')
      if (field.dataset.in === 'path') path = path.replace(`{${name}}`, text.replaceAll('%2F', '/'))
      else if (text !== '') query.push(`${name}=${text}`)
    }
    return form.dataset.base + path + (query.length === 0 ? '' : `?${query.join('&')}`)
  }
  form.addEventListener('input', () => {
    for (const shown of document.querySelectorAll('[data-request]')) shown.textContent = request()
  })
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    const answer = document.getElementById('answer')
    answer.textContent = 'Asking …'
    try {
      const { pathname, search } = new URL(request())
      const token = document.getElementById('token').value.trim()
      const given = await fetch(pathname + search, { headers: { authorization: `Bearer ${token}` } })
      answer.textContent = `${given.status}\n${JSON.stringify(await given.json(), null, 2)}`
    } catch {
      answer.textContent = 'The interface could not be asked.'
    }
    answer.focus()
  })
}
