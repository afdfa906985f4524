// Asks before an action: shows the question of the linked page in a dialog. If that fails, the browser opens the page.
const closed = (dialog) => {
  dialog.addEventListener('close', () => dialog.remove())
  dialog.addEventListener('click', (event) => {
    if (event.target.closest('[data-stay]') === null) return
    event.preventDefault()
    dialog.close()
  })
}
for (const link of document.querySelectorAll('a[data-ask]')) {
  link.addEventListener('click', async (event) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    const answer = await fetch(link.href).catch(() => null)
    const text = answer?.ok ? await answer.text() : ''
    const question = new DOMParser().parseFromString(text, 'text/html').querySelector('.ask')
    if (question === null) return location.assign(link.href)
    const dialog = document.createElement('dialog')
    dialog.setAttribute('aria-labelledby', 'asked')
    dialog.append(question)
    closed(dialog)
    document.body.append(dialog)
    dialog.showModal()
  })
}
