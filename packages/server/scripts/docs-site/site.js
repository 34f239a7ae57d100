/** The search of the site. Its index is loaded with the first touch, by a script, as a page that is opened from a disk may fetch nothing. */
const { root } = document.currentScript.dataset
const input = document.querySelector('.search input')
const list = document.querySelector('#found')
const MOST = 12

let loading
const load = () =>
  (loading ??= new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = `${root}search-index.js`
    script.onload = resolve
    script.onerror = reject
    document.head.append(script)
  }))

/** Every word has to be there; a title counts more than a heading, and that more than a text. */
function rate([, , title, heading, text], words) {
  const places = [title, heading, text].map((one) => one.toLowerCase())
  let sum = 0
  for (const word of words) {
    const found = places.map((place) => place.includes(word))
    if (!found.includes(true)) return 0
    sum += (found[0] ? 6 : 0) + (found[1] ? 9 : 0) + (found[2] ? 1 : 0)
  }
  return sum
}

function around(text, word) {
  const at = Math.max(text.toLowerCase().indexOf(word) - 40, 0)
  return `${at > 0 ? '…' : ''}${text.slice(at, at + 120)}…`
}

async function search() {
  const words = input.value.toLowerCase().split(/\s+/).filter(Boolean)
  list.hidden = words.length === 0
  if (words.length === 0) return
  await load()
  const found = globalThis.searchIndex
    .map((one) => ({ one, rating: rate(one, words) }))
    .filter(({ rating }) => rating > 0)
    .sort((a, b) => b.rating - a.rating)
    .slice(0, MOST)
  list.replaceChildren(...(found.length > 0 ? found.map(({ one }) => item(one, words[0])) : [nothing()]))
}

function item([page, anchor, title, heading, text], word) {
  const link = document.createElement('a')
  link.href = `${root}${page}#${anchor}`
  const name = document.createElement('b')
  name.textContent = title === heading ? title : `${title}: ${heading}`
  const excerpt = document.createElement('span')
  excerpt.textContent = around(text, word)
  link.append(name, excerpt)
  const line = document.createElement('li')
  line.append(link)
  return line
}

function nothing() {
  const line = document.createElement('li')
  line.textContent = 'Nothing was found.'
  return line
}

input.addEventListener('input', search)
document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') list.hidden = true
  if (event.key !== '/' || document.activeElement === input) return
  event.preventDefault()
  input.focus()
})
