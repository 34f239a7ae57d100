// What the pages do better with a script. Everything here is also possible without it.

// The link of a mail was opened in another browser than the one that asked for the code: there it is to be read, and to do nothing.
// Strangers make links, too, and must not put words into our page.
const showCode = (code) => {
  const place = document.querySelector('[data-shows-code]')
  if (!place || !/^[\dA-Z]{4}-[\dA-Z]{4}$/.test(code)) return
  place.firstElementChild.textContent = code
  place.hidden = false
  history.replaceState(null, '', location.pathname + location.search)
}

// The secret of a mailed link comes in the fragment, which no server and no log ever sees. It leaves the address bar at once.
const takeSecrets = () => {
  const secrets = new URLSearchParams(location.hash.slice(1) || keptSecrets())
  showCode(secrets.get('code') ?? '')
  const fields = [...document.querySelectorAll('[data-from-link]')].filter((field) => secrets.has(field.dataset.fromLink))
  if (fields.length === 0) return
  for (const field of fields) field.value = secrets.get(field.dataset.fromLink)
  history.replaceState(null, '', location.pathname + location.search)
  for (const field of fields) putAway(field)
  const { form } = fields[0]
  if ('sentFromLink' in form.dataset) {
    form.hidden = true
    form.elements._action.value = form.dataset.sentFromLink
    form.requestSubmit()
    return
  }
  const open = 'input:not([type="hidden"], [hidden], :disabled)'
  const next = [...form.querySelectorAll(open)].find((field) => field.value === '')
  ;(next ?? form.querySelector('button[type="submit"]')).focus()
}

// Another language, or a sign-in on the way, is another visit to the same page, which shall know what the link has brought.
const KEPT = `link of ${location.pathname}`
const keptSecrets = () => {
  try {
    const kept = sessionStorage.getItem(KEPT) ?? ''
    sessionStorage.removeItem(KEPT)
    return kept
  } catch {
    return ''
  }
}
const keepLink = () => {
  const names = { code: 'code', token: 'code', userId: 'userId', challengeId: 'challengeId' }
  const secrets = new URLSearchParams()
  for (const [brought, name] of Object.entries(names)) {
    const [field] = [...document.getElementsByName(name)].filter(({ value, disabled }) => value !== '' && !disabled)
    if (field) secrets.set(brought, field.value)
  }
  try {
    if (secrets.size > 0) sessionStorage.setItem(KEPT, secrets)
  } catch {}
}
for (const form of document.querySelectorAll('[data-keeps-link]')) form.addEventListener('submit', keepLink)

// A code that is known already is sent unseen. Where it is typed instead, that one counts.
const putAway = (field) => {
  const place = field.closest('[data-mailed]')
  if (!place || field.value === '') return
  const fold = place.querySelector('details')
  const kept = place.querySelector('input[type="hidden"]') ?? document.createElement('input')
  kept.type = 'hidden'
  kept.name = field.name
  kept.value = field.value
  place.append(kept)
  field.value = ''
  const choose = () => {
    field.disabled = !fold.open
    kept.disabled = fold.open
  }
  fold.addEventListener('toggle', () => {
    choose()
    if (fold.open) field.focus()
  })
  place.querySelector('p').hidden = false
  place.querySelector('summary').hidden = false
  fold.open = false
  choose()
}

// One that comes back with the page, because of another field.
for (const field of document.querySelectorAll('[data-mailed] details:not([open]) input')) putAway(field)

takeSecrets()
// A page for the link of a mail, opened without one.
for (const link of document.querySelectorAll('[data-unless-linked]')) {
  if (link.closest('form').elements.challengeId.value === '') location.replace(link.href)
}
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

// A code of digits is sent with its last one. A wrong one is typed over.
for (const field of document.querySelectorAll('[data-sent-at]')) {
  const count = Number(field.dataset.sentAt)
  if (field.getAttribute('aria-invalid')) field.select()
  field.addEventListener('input', () => {
    if (new RegExp(`^\\d{${count}}$`).test(field.value.trim())) field.form.requestSubmit()
  })
}

// What the typed password has already, of what it has to have.
for (const list of document.querySelectorAll('.rules')) {
  const field = list.parentElement.querySelector('input')
  const look = () => {
    for (const rule of list.querySelectorAll('[data-rule]')) {
      rule.toggleAttribute('data-met', new RegExp(rule.dataset.rule, 'u').test(field.value.normalize('NFC')))
    }
  }
  field.addEventListener('input', look)
  look()
}

// How long there is still no point in trying.
for (const wait of document.querySelectorAll('[data-wait]')) {
  const [waiting, over] = wait.children
  const text = waiting.querySelector('[data-left]')
  const readyAt = Date.now() + Number(wait.dataset.wait) * 1000
  const inUnits = (count, unit) =>
    new Intl.NumberFormat(document.documentElement.lang, { style: 'unit', unit, unitDisplay: 'long' }).format(count)
  const tick = () => {
    const left = Math.ceil((readyAt - Date.now()) / 1000)
    waiting.hidden = left <= 0
    over.hidden = left > 0
    if (left <= 0) return
    text.textContent = left > 90 ? inUnits(Math.ceil(left / 60), 'minute') : inUnits(left, 'second')
    setTimeout(tick, 250)
  }
  tick()
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

// What is long and has to be exact, such as an id, goes to the clipboard.
for (const button of document.querySelectorAll('[data-copy]')) {
  if (!navigator.clipboard) continue
  const says = button.querySelector('[aria-live]')
  const words = says.textContent
  button.classList.add('works')
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(document.getElementById(button.dataset.copy).textContent)
    says.textContent = button.dataset.copied
    setTimeout(() => {
      says.textContent = words
    }, 2000)
  })
}

for (const button of document.querySelectorAll('[data-print]')) {
  button.hidden = false
  button.addEventListener('click', () => print())
}

// Back from a step-up: the button was pressed before. The address goes, so that a reload does not press it again.
for (const form of document.querySelectorAll('[data-back]:not([data-passkey])')) {
  history.replaceState(null, '', location.pathname)
  form.requestSubmit()
}

// What an application is told by a form goes out as soon as the page is there.
document.querySelector('[data-sent-at-once]')?.requestSubmit()
