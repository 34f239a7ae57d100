import { createServer } from 'node:http'
import { createLatchkey } from 'latchkey'

const { PORT = '8000' } = process.env
const home = `http://localhost:${PORT}`
const latchkey = await createLatchkey({ server: { appName: 'Notes', publicUrl: home, appHomeUrl: home } })

const asText = (text) => text.replace(/[&<>"]/g, (one) => `&#${one.charCodeAt(0)};`)
const forStrangers = '<a href="/sign-in?returnTo=/">Sign in</a> <a href="/sign-up?returnTo=/">Sign up</a>'
// A form signs out at once; a link to the same address asks first.
const forUsers = `<a href="/account?returnTo=/">Account</a>
<form method="post" action="/sign-out"><input type="hidden" name="returnTo" value="/"><button>Sign out</button></form>`

createServer(async (request, response) => {
  // All but your own paths: its routes, its pages, and where its mails lead to.
  if (request.url !== '/') return latchkey.node(request, response)
  const { user } = await latchkey.verify(request.headers)
  response.setHeader('content-type', 'text/html; charset=utf-8')
  response.end(`<!doctype html><title>App</title>
<h1>Hello${user ? `, ${asText(user.name)}` : ''}</h1>${user ? forUsers : forStrangers}`)
}).listen(PORT, 'localhost', () => process.stdout.write(`The app is at ${home}, and so is Latchkey at ${home}/sign-in\n`))
