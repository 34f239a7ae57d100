// What the pages do better with a script. Everything here is also possible without it.

// The secret of a mailed link comes in the fragment, which no server and no log ever sees. It leaves the address bar at once.
const takeSecrets = () => {
  const secrets = new URLSearchParams(location.hash.slice(1))
  const fields = [...document.querySelectorAll('[data-from-link]')].filter((field) => secrets.has(field.dataset.fromLink))
  if (fields.length === 0) return
  for (const field of fields) field.value = secrets.get(field.dataset.fromLink)
  history.replaceState(null, '', location.pathname + location.search)
  const { form } = fields[0]
  const next = [...form.querySelectorAll('input:not([type="hidden"])')].find((field) => field.value === '')
  ;(next ?? form.querySelector('button[type="submit"]')).focus()
  showInvitee(secrets.get('token'))
}

// Whom an invitation is for. The token is posted: addresses are kept in logs.
const showInvitee = async (token) => {
  const invitee = document.querySelector('[data-invitee]')
  if (!invitee || !token) return
  const csrf = document.querySelector('[name="_csrf"]')?.value
  const reply = await fetch('/auth/invite/info', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(csrf && { 'x-csrf-token': csrf }) },
    body: JSON.stringify({ token }),
  })
  if (!reply.ok) return
  invitee.querySelector('bdi').textContent = (await reply.json()).email
  invitee.hidden = false
}

takeSecrets()
// The link of a mail, opened where the page already is.
addEventListener('hashchange', takeSecrets)

for (const button of document.querySelectorAll('[data-reveal]')) {
  const field = document.getElementById(button.dataset.reveal)
  const words = [button.textContent, button.dataset.hide]
  button.hidden = false
  button.addEventListener('click', () => {
    const isShown = field.type === 'text'
    field.type = isShown ? 'password' : 'text'
    button.textContent = words[isShown ? 0 : 1]
    field.focus()
  })
}

// Moments are written for everybody alike; here they become those of the reader's own clock.
for (const time of document.querySelectorAll('time[data-local]')) {
  const locale = navigator.languages.find((one) => one.startsWith(document.documentElement.lang)) ?? document.documentElement.lang
  const text = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(time.dateTime))
  if (time.title) time.title = text
  else time.textContent = text
}

// Out of a panel without a visit to the server.
for (const link of document.querySelectorAll('details [data-cancel]')) {
  link.addEventListener('click', (event) => {
    event.preventDefault()
    const panel = link.closest('details')
    panel.open = false
    panel.querySelector('summary').focus()
  })
}

// Whoever comes for one thing finds it open, unless it was just done.
const wanted = document.getElementById(location.hash.slice(1))
if (wanted?.matches('section:not(:has(.notice))')) wanted.querySelector(':scope > details')?.setAttribute('open', '')

// A form that is on its way is not sent a second time.
for (const form of document.querySelectorAll('form[method="post"]')) {
  form.addEventListener('submit', (event) => {
    if (form.dataset.sent) event.preventDefault()
    form.dataset.sent = 'true'
  })
}
// Coming back with the browser's arrow shows the page as it was left.
addEventListener('pageshow', () => {
  for (const form of document.forms) delete form.dataset.sent
})

// The button that asks for another code wakes up when there is a point in pressing it.
for (const clock of document.querySelectorAll('[data-countdown]')) {
  const button = document.getElementById(clock.dataset.for)
  const readyAt = Date.now() + Number(clock.dataset.countdown) * 1000
  const words = clock.textContent
  const tick = () => {
    const left = Math.ceil((readyAt - Date.now()) / 1000)
    clock.hidden = left <= 0
    button.disabled = left > 0
    clock.textContent = words.replace(/\d+/, String(left))
    if (left > 0) setTimeout(tick, 250)
  }
  clock.hidden = false
  tick()
}
