// Adds a copy button below a paragraph: `data-copy` is on the element in it whose text is copied, as one line.
for (const text of document.querySelectorAll('[data-copy]')) {
  if (navigator.clipboard === undefined) break
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = 'Copy'
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(text.textContent.replace(/\s+/g, ' ').trim())
      button.textContent = 'Copied'
    } catch {
      button.textContent = 'Select it and copy it by hand'
    }
  })
  const place = document.createElement('p')
  place.append(button)
  text.parentElement.after(place)
}
