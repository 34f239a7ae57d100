// Where many requests come from one network, a form asks for a second of work, which costs whoever sends thousands of them far more.

// SHA-256 (FIPS 180-4) of texts that fit into one block: what browsers have of their own waits for its turn with each of them.
const PRIMES = []
for (let number = 2; PRIMES.length < 64; number++) if (PRIMES.every((prime) => number % prime)) PRIMES.push(number)
const fractionOf = (root) => ((root % 1) * 2 ** 32) | 0
const ROUNDS = Int32Array.from(PRIMES, (prime) => fractionOf(Math.cbrt(prime)))
const START = Int32Array.from(PRIMES.slice(0, 8), (prime) => fractionOf(Math.sqrt(prime)))
const turned = (word, by) => (word >>> by) | (word << (32 - by))
const words = new Int32Array(64)

// Its first 32 bits are all that is looked at.
const beginningOf = (text) => {
  words.fill(0, 0, 16)
  for (let at = 0; at < text.length; at++) words[at >> 2] |= text.charCodeAt(at) << (24 - 8 * (at & 3))
  words[text.length >> 2] |= 0x80 << (24 - 8 * (text.length & 3))
  words[15] = text.length * 8
  for (let at = 16; at < 64; at++) {
    const late = words[at - 2]
    const early = words[at - 15]
    const first = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3)
    const second = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10)
    words[at] = words[at - 16] + first + words[at - 7] + second
  }
  let [a, b, c, d, e, f, g, h] = START
  for (let at = 0; at < 64; at++) {
    const mixed = (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g)) + h + ROUNDS[at] + words[at]
    const summed = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))
    h = g
    g = f
    f = e
    e = (d + mixed) | 0
    d = c
    c = b
    b = a
    a = (mixed + summed) | 0
  }
  return (START[0] + a) >>> 0
}

// Short enough that typing is not held up.
const STRETCH_MS = 12
const rest = () => new Promise((resolve) => setTimeout(resolve))

const workFor = async (challenge, bits) => {
  const begun = `${challenge.split('.').at(-1)}.`
  for (let nonce = 0; ; ) {
    const until = performance.now() + STRETCH_MS
    do {
      for (const end = nonce + 256; nonce < end; nonce++)
        if (beginningOf(begun + nonce) >>> (32 - bits) === 0) return String(nonce)
    } while (performance.now() < until)
    await rest()
  }
}

for (const place of document.querySelectorAll('[data-proof]')) {
  const { form } = place.querySelector('input')
  const { _challenge: challenge, _proof: proof } = form.elements
  const status = place.querySelector('[role="status"]')
  const { bits, life, working, done } = place.dataset
  let expiresAt
  let wanted
  const work = async () => {
    expiresAt = performance.now() + Number(life)
    proof.value = ''
    proof.value = await workFor(challenge.value, Number(bits))
    if (!wanted) return
    status.textContent = done
    form.requestSubmit(wanted.button)
  }
  // Of a form that lay open for too long: another challenge, or none where it is asked for no more.
  const renew = async () => {
    const page = new DOMParser().parseFromString(await (await fetch(location.href)).text(), 'text/html')
    challenge.value = page.querySelector('[data-proof] [name="_challenge"]')?.value ?? ''
    if (challenge.value) return work()
    expiresAt = Number.POSITIVE_INFINITY
    form.requestSubmit(wanted.button)
  }
  work()
  // Before any other script takes the form for sent.
  form.addEventListener(
    'submit',
    (event) => {
      const isLate = performance.now() > expiresAt
      if (!isLate && (proof.value || !challenge.value)) return
      event.preventDefault()
      event.stopImmediatePropagation()
      const isWaiting = wanted !== undefined
      wanted = { button: event.submitter }
      status.textContent = working
      if (isLate && !isWaiting) renew()
    },
    { capture: true },
  )
}
