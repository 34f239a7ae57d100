import express from 'express'
import { latchkey, requireSession } from 'latchkey-client/express'
import { startService } from '../start-service.mjs'

const port = Number(process.env.PORT ?? 8000)
const home = process.env.APP_URL ?? `http://localhost:${port}`
const { url, publicUrl } = await startService({
  port: Number(process.env.SERVICE_PORT ?? 3000),
  example: import.meta.dirname,
})

const app = express()
app.set('trust proxy', 'loopback')
app.use(latchkey({ url, publicUrl }))

const asText = (text) => text.replace(/[&<>"]/g, (one) => `&#${one.charCodeAt(0)};`)
const link = (page, text) => `<a href="${publicUrl}/${page}?returnTo=${encodeURIComponent(home)}">${text}</a>`
// A form signs out at once; a link to the same address asks first.
const signOut = `<form method="post" action="${publicUrl}/sign-out">
<input type="hidden" name="returnTo" value="${home}/"><button>Sign out</button></form>`

app.get('/', ({ auth }, response) => {
  const isKnown = auth.status === 'signed-in'
  response.send(`<!doctype html><title>Notes</title>
<h1>Hello${isKnown ? `, ${asText(auth.user.name)}` : ''}</h1>
<p><a href="/notes">Notes</a> ${isKnown ? link('account', 'Account') : `${link('sign-in', 'Sign in')} ${link('sign-up', 'Sign up')}`}</p>${isKnown ? signOut : ''}`)
})

// Who is not signed in is sent to sign in, and comes back here.
app.get('/notes', requireSession(), ({ auth }, response) => {
  response.send(`<!doctype html><title>Notes</title><h1>Notes of ${asText(auth.user.email)}</h1>`)
})

app.listen(port, '127.0.0.1', () => process.stdout.write(`The app is at ${home}, Latchkey at ${publicUrl}\n`))
