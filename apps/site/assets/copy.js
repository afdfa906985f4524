// Adds a copy button below a paragraph: `data-copy` is on the element in it whose text is copied, as one line, with the link that it names.
for (const text of document.querySelectorAll('[data-copy]')) {
  if (navigator.clipboard === undefined) break
  const button = document.createElement('button')
  button.type = 'button'
  const link = text.dataset.copy
  button.textContent = link === '' ? 'Copy' : 'Copy with a link'
  button.addEventListener('click', async () => {
    try {
      const line = text.textContent.replace(/\s+/g, ' ').trim()
      await navigator.clipboard.writeText(link === '' ? line : `${line}\n${link}`)
      button.textContent = 'Copied'
    } catch {
      button.textContent = 'Select it and copy it by hand'
    }
  })
  const place = document.createElement('p')
  place.className = 'copying'
  place.append(button)
  text.parentElement.after(place)
}
