import express from 'express'
import { createClient, isError } from 'latchkey-client'
import { latchkey, requireSession } from 'latchkey-client/express'
import { startService } from '../start-service.mjs'

const port = Number(process.env.PORT ?? 8005)
const home = process.env.APP_URL ?? `http://localhost:${port}`
const { url, publicUrl } = await startService({
  port: Number(process.env.SERVICE_PORT ?? 3000),
  example: import.meta.dirname,
  settings: { LATCHKEY_ORGANISATIONS: 'true' },
})

const app = express()
app.use(latchkey({ url, publicUrl }), express.urlencoded({ extended: false }))

/** Notes, by the organisation they belong to. */
const notes = new Map()
const asText = (text) => text.replace(/[&<>"]/g, (one) => `&#${one.charCodeAt(0)};`)
const pages = (path) => `${publicUrl}${path}?returnTo=${encodeURIComponent(home)}`

/** Asks the service in the visitor's name: the role is what it says now, and is never kept. */
const asVisitor = ({ headers }) => createClient({ baseUrl: url, headers: { cookie: headers.cookie ?? '', origin: publicUrl } })

/** The organisation of the path and the visitor's role in it; whoever is no member is told what one is told of no organisation. */
async function withOrganisation(request, response, next) {
  try {
    const params = { orgId: request.params.orgId }
    request.org = await asVisitor(request).request('GET /auth/orgs/{orgId}', { params })
    next()
  } catch (error) {
    if (!isError(error, 'org_not_found')) throw error
    response.status(404).send('There is no such organisation.')
  }
}

app.get('/', requireSession(), async (request, response) => {
  const visitor = asVisitor(request)
  const { organisation } = await visitor.request('GET /auth/orgs/active')
  const { orgs } = await visitor.request('GET /auth/orgs', { query: { limit: '100' } })
  const list = orgs.map(({ id, name, role }) => `<li><a href="/orgs/${id}">${asText(name)}</a> (${role})</li>`).join('')
  response.send(`<!doctype html><title>Notes</title><h1>Hello, ${asText(request.auth.user.name)}</h1>
<p>${organisation ? `You are working for ${asText(organisation.name)}.` : 'You are working for yourself.'}</p><ul>${list}</ul>
<p><a href="${pages('/account/organisations')}">Organisations</a> <a href="${pages('/sign-out')}">Sign out</a></p>`)
})

app.get('/orgs/:orgId', requireSession(), withOrganisation, ({ org }, response) => {
  const written = (notes.get(org.id) ?? []).map((note) => `<li>${asText(note)}</li>`).join('')
  const form = `<form method="post"><input name="note" aria-label="Note" required><button>Write</button></form>`
  response.send(`<!doctype html><title>${asText(org.name)}</title><h1>Notes of ${asText(org.name)}</h1><ul>${written}</ul>
${org.role === 'member' ? '<p>Only admins and owners write here.</p>' : form}<p><a href="/">Back</a></p>`)
})

app.post('/orgs/:orgId', requireSession(), withOrganisation, ({ org, body }, response) => {
  if (org.role === 'member') return response.status(403).send('Only admins and owners write here.')
  notes.set(org.id, [...(notes.get(org.id) ?? []), String(body.note)])
  response.redirect(303, `/orgs/${org.id}`)
})

app.listen(port, '127.0.0.1', () => process.stdout.write(`The app is at ${home}, Latchkey at ${publicUrl}\n`))
