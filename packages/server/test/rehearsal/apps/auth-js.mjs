import { createServer } from 'node:http'
import { Auth } from '@auth/core'

const { PORT, ISSUER, CLIENT_SECRET } = process.env
const url = `http://localhost:${PORT}`

const config = {
  basePath: '/auth',
  secret: 'a secret of this application alone, for its cookies',
  trustHost: true,
  providers: [
    {
      ...{ id: 'latchkey', name: 'Latchkey', type: 'oidc', issuer: ISSUER, clientId: 'auth-js', clientSecret: CLIENT_SECRET },
      checks: ['pkce', 'state', 'nonce'],
    },
  ],
}

async function answer(request) {
  const { pathname } = new URL(request.url)
  if (pathname.startsWith('/auth/')) return Auth(request, config)
  const session = await (await Auth(new Request(`${url}/auth/session`, { headers: request.headers }), config)).json()
  const html = session ? `<h1>Hello, ${session.user.name}</h1><p>${session.user.email}</p>` : '<h1>Nobody</h1>'
  return new Response(`${html}<a href="/auth/signin">Sign in</a>`, { headers: { 'content-type': 'text/html' } })
}

createServer(async (incoming, outgoing) => {
  const body = incoming.method === 'POST' ? { body: Buffer.concat(await incoming.toArray()) } : {}
  const { connection: _, ...headers } = incoming.headers
  const response = await answer(new Request(new URL(incoming.url, url), { method: incoming.method, headers, ...body }))
  outgoing.setHeaders(response.headers)
  outgoing.writeHead(response.status).end(Buffer.from(await response.arrayBuffer()))
}).listen(Number(PORT), '127.0.0.1')
