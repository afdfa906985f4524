// Tries an operation of the API with the reader's own token, and shows the answer below it.
const form = document.getElementById('token-form')
const token = document.getElementById('token')
form.hidden = false
for (const button of document.querySelectorAll('button.try')) {
  button.hidden = false
  button.addEventListener('click', async () => {
    const shown = button.closest('section').querySelector('.tried')
    shown.hidden = false
    shown.textContent = 'Asking …'
    try {
      const { pathname, search } = new URL(button.dataset.url)
      const answer = await fetch(pathname + search, {
        headers: { authorization: `Bearer ${token.value.trim()}` },
      })
      shown.textContent = `${answer.status}\n${JSON.stringify(await answer.json(), null, 2)}`
    } catch {
      shown.textContent = 'The interface could not be asked.'
    }
  })
}
