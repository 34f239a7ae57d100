import express from 'express'
import { latchkey, requireSession } from 'latchkey-client/express'

// The service as this server reaches it and as people do, and this app as people do.
const { LATCHKEY_URL = 'http://127.0.0.1:3000', LATCHKEY_PUBLIC_URL = 'http://localhost:3000' } = process.env
const { PORT = '8000', APP_URL = `http://localhost:${PORT}` } = process.env

const app = express()
app.use(latchkey({ url: LATCHKEY_URL, publicUrl: LATCHKEY_PUBLIC_URL, appUrl: APP_URL }))

const asText = (text) => text.replace(/[&<>"]/g, (one) => `&#${one.charCodeAt(0)};`)
const link = (page, text) => `<a href="${LATCHKEY_PUBLIC_URL}/${page}?returnTo=${encodeURIComponent(`${APP_URL}/`)}">${text}</a>`
// A form signs out at once; a link to the same address asks first.
const signOut = `<form method="post" action="${LATCHKEY_PUBLIC_URL}/sign-out">
<input type="hidden" name="returnTo" value="${APP_URL}/"><button>Sign out</button></form>`

app.get('/', ({ auth }, response) => {
  const { user } = auth.status === 'signed-in' ? auth : {}
  const links = user ? `${link('account', 'Account')}${signOut}` : `${link('sign-in', 'Sign in')} ${link('sign-up', 'Sign up')}`
  response.send(`<!doctype html><title>Notes</title>
<h1>Hello${user ? `, ${asText(user.name)}` : ''}</h1><a href="/notes">Notes</a> ${links}`)
})

// Who is not signed in is sent to sign in, and comes back here.
app.get('/notes', requireSession(), ({ auth }, response) => {
  response.send(`<!doctype html><title>Notes</title><h1>Notes of ${asText(auth.user.email)}</h1>`)
})

app.listen(PORT, '127.0.0.1', () => process.stdout.write(`The app is at ${APP_URL}, Latchkey at ${LATCHKEY_PUBLIC_URL}\n`))
