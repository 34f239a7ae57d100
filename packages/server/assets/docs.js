// What the reference does beyond what plain pages can: copying, searching while one types, and showing an answer in place.

const element = (name, facts = {}, ...children) => {
  const made = Object.assign(document.createElement(name), facts)
  made.append(...children)
  return made
}

const copyable = (block) => {
  const text = block.querySelector('pre').textContent
  const button = element('button', { type: 'button' })
  const title = block.querySelector('h3')?.textContent ?? 'Answer'
  const say = (word) => {
    button.textContent = word
    button.setAttribute('aria-label', `${word}: ${title}`)
  }
  say('Copy')
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(text)
      say('Copied')
    } catch {
      say('Not copied')
    }
    setTimeout(say, 2000, 'Copy')
  })
  block.append(button)
}
// There is none where the page came over plain http from another machine.
if (navigator.clipboard) for (const block of document.querySelectorAll('.block')) copyable(block)

// What a search finds, while one types. It is the page that the form opens; where that fails, what is there stays.
const PAUSE_MS = 150
const form = document.querySelector('.search')
const main = document.querySelector('main')
const before = [...main.childNodes]
let asked
const look = async () => {
  asked?.abort()
  const mine = new AbortController()
  asked = mine
  const typed = new FormData(form).get('q').trim()
  if (typed === '') return main.replaceChildren(...before)
  try {
    const answer = await fetch(`${form.action}?${new URLSearchParams({ q: typed })}`, { signal: mine.signal })
    if (!answer.ok) return
    const found = new DOMParser().parseFromString(await answer.text(), 'text/html').querySelector('main')
    if (!mine.signal.aborted) main.replaceChildren(...found.childNodes)
  } catch {}
}
let pause
form.addEventListener('input', () => {
  clearTimeout(pause)
  pause = setTimeout(look, PAUSE_MS)
})

const MOST_SHOWN = 20_000

const shown = (text, type) => {
  let pretty = text
  if (type.includes('json')) {
    try {
      pretty = JSON.stringify(JSON.parse(text), undefined, 2)
    } catch {}
  }
  return pretty.length > MOST_SHOWN ? `${pretty.slice(0, MOST_SHOWN)}…` : pretty
}

const addressOf = (form) => {
  let path = form.dataset.try
  const query = new URLSearchParams()
  for (const { name, value, dataset } of form.elements) {
    if (dataset.in === 'path') path = path.replace(`{${name}}`, encodeURIComponent(value))
    else if (dataset.in === 'query' && value !== '') query.set(name, value)
  }
  return query.size > 0 ? `${path}?${query}` : path
}

const ask = async (form, result) => {
  const address = addressOf(form)
  try {
    const answer = await fetch(address, { headers: { accept: 'application/json' }, redirect: 'manual', cache: 'no-store' })
    const headers = [...answer.headers].map(([name, value]) => `${name}: ${value}`).join('\n')
    const body = shown(await answer.text(), answer.headers.get('content-type') ?? '')
    const block = element('div', { className: 'block' }, element('pre', { textContent: body, tabIndex: 0 }))
    result.replaceChildren(
      element('p', {}, element('b', { textContent: `${answer.status} ${answer.statusText}` }), ` GET ${address}`),
      element('details', {}, element('summary', { textContent: 'Headers' }), element('pre', { textContent: headers })),
      block,
    )
    if (navigator.clipboard) copyable(block)
  } catch {
    result.replaceChildren(element('p', { textContent: `There was no answer from ${address}.` }))
  }
}

for (const form of document.querySelectorAll('[data-try]')) {
  const result = element('div', { className: 'result' })
  result.setAttribute('role', 'status')
  form.append(result)
  for (const one of form.elements) one.disabled = false
  const button = form.querySelector('button')
  button.hidden = false
  form.querySelector('button + small').textContent = 'In your own session.'
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    ask(form, result)
  })
}
