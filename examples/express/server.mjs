import path from 'node:path'
import express from 'express'
import { latchkey, requireSession } from 'latchkey-client/express'
import { startService } from '../start-service.mjs'

const port = Number(process.env.PORT ?? 8000)
const url = await startService({
  port: Number(process.env.SERVICE_PORT ?? 3000),
  directory: path.join(import.meta.dirname, 'data'),
})

const app = express()
app.use(latchkey({ url }))

const escape = (text) => text.replace(/[&<>"]/g, (one) => `&#${one.charCodeAt(0)};`)
const here = (path) => encodeURIComponent(`http://localhost:${port}${path}`)

app.get('/', (request, response) => {
  const { auth } = request
  response.send(
    auth.status === 'signed-in'
      ? `<h1>Hello, ${escape(auth.user.name)}</h1><a href="/notes">Notes</a> <a href="${url}/sign-out?returnTo=${here('/')}">Sign out</a>`
      : `<h1>Hello</h1><a href="${url}/sign-in?returnTo=${here('/')}">Sign in</a> <a href="${url}/sign-up?returnTo=${here('/')}">Sign up</a>`,
  )
})

// Who is not signed in is sent to sign in, and comes back here.
app.get('/notes', requireSession(), (request, response) => {
  response.send(`<h1>Notes of ${escape(request.auth.user.email)}</h1>`)
})

app.listen(port, () => console.log(`The app is at http://localhost:${port}, Latchkey at ${url}`))
