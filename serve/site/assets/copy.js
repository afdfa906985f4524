// Adds a copy button: `data-copy` is on the element whose text is copied.
for (const secret of document.querySelectorAll('[data-copy]')) {
  if (navigator.clipboard === undefined) break
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = 'Copy'
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(secret.textContent)
      button.textContent = 'Copied'
    } catch {
      button.textContent = 'Select it and copy it by hand'
    }
  })
  const place = document.createElement('p')
  place.append(button)
  secret.parentElement.after(place)
}
