// Passkeys, on the pages that can use one. The forms are sent like all others; here they are filled in.

const isAble = 'PublicKeyCredential' in window && 'credentials' in navigator
for (const part of document.querySelectorAll('[data-with-passkeys]')) part.hidden = !isAble
for (const part of document.querySelectorAll('[data-without-passkeys]')) part.hidden = isAble

const bytesOf = (text) => Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (one) => one.charCodeAt(0))
const textOf = (bytes) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

// Browsers have this by themselves; those of a few years ago do not.
const named = (list) => list?.map((one) => ({ ...one, id: bytesOf(one.id) }))
const readOptions = {
  create: (options) =>
    PublicKeyCredential.parseCreationOptionsFromJSON?.(options) ?? {
      ...options,
      challenge: bytesOf(options.challenge),
      user: { ...options.user, id: bytesOf(options.user.id) },
      excludeCredentials: named(options.excludeCredentials),
    },
  get: (options) =>
    PublicKeyCredential.parseRequestOptionsFromJSON?.(options) ?? {
      ...options,
      challenge: bytesOf(options.challenge),
      allowCredentials: named(options.allowCredentials),
    },
}

const BYTES = ['clientDataJSON', 'attestationObject', 'authenticatorData', 'signature', 'userHandle']
const written = (credential) => {
  try {
    return credential.toJSON()
  } catch {
    // It is not there, or an extension of the browser has put something of its own in its place.
    const { id, type, response } = credential
    const parts = BYTES.filter((name) => response[name]).map((name) => [name, textOf(response[name])])
    return {
      ...{ id, rawId: id, type, clientExtensionResults: credential.getClientExtensionResults() },
      response: { ...Object.fromEntries(parts), transports: response.getTransports?.() },
    }
  }
}

// Sends the form with what the passkey answers. Where we refuse to begin, it is sent as it is: its page knows what to say and where to lead.
const fill = async (form, how) => {
  const { state, passkey, challengeId, _csrf: csrf } = form.elements
  const answer = await fetch(form.dataset.options, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(csrf && { 'x-csrf-token': csrf.value }) },
    body: JSON.stringify(challengeId ? { challengeId: challengeId.value } : {}),
    signal: how.signal,
  })
  // What was only offered must not take anybody anywhere.
  if (!answer.ok && how.mediation) return
  if (answer.ok) {
    const begun = await answer.json()
    const does = form.dataset.passkey
    const credential = await navigator.credentials[does]({ publicKey: readOptions[does](begun.options), ...how })
    state.value = begun.state
    passkey.value = JSON.stringify(written(credential))
  }
  form.submit()
}

const say = (form, words) => {
  const place = form.querySelector('[data-says]')
  place.hidden = words === undefined
  place.querySelector('span').textContent = words ?? ''
}

const reasons = { NotAllowedError: 'cancelled', AbortError: 'cancelled', InvalidStateError: 'exists' }

// A browser has one question open at a time: what is pressed comes before what was only offered.
let offer
const offerPasskeys = async (form) => {
  if (!(await PublicKeyCredential.isConditionalMediationAvailable?.())) return
  offer = new AbortController()
  const { signal } = offer
  // What was begun does not count for ever; whoever takes their time is offered the next.
  const renewal = setTimeout(() => {
    offer.abort()
    offerPasskeys(form)
  }, 240_000)
  signal.addEventListener('abort', () => clearTimeout(renewal))
  // Nobody has asked for it, so nobody is told that it came to nothing.
  await fill(form, { signal, mediation: 'conditional' }).catch(() => undefined)
}

const press = async (form) => {
  offer?.abort()
  say(form)
  try {
    await fill(form, {})
  } catch (error) {
    say(form, form.dataset[reasons[error.name] ?? 'failed'])
    if ('offered' in form.dataset) offerPasskeys(form)
  }
  delete form.dataset.sent
}

if (isAble) {
  for (const form of document.querySelectorAll('[data-passkey]')) {
    form.addEventListener('submit', (event) => {
      // The script of all pages has seen it before, and lets nothing through that is on its way.
      if (event.defaultPrevented) return
      event.preventDefault()
      press(form)
    })
    if ('offered' in form.dataset) offerPasskeys(form)
    // Back from a step-up: the button was pressed before. The address goes, so that a reload does not press it again.
    if ('back' in form.dataset) {
      history.replaceState(null, '', location.pathname)
      form.requestSubmit()
    }
  }
}
