import { createServer } from 'node:http'
import { createVerifier } from 'latchkey-client/server'

/** What is tested: a page that greets whoever is signed in, and one for administrators. */
export function createApp(latchkeyUrl) {
  const { verify } = createVerifier({ url: latchkeyUrl })
  return createServer(async (request, response) => {
    const auth = await verify(request)
    const here = `http://${request.headers.host}${request.url}`
    if (auth.status !== 'signed-in')
      return response.writeHead(303, { location: `${latchkeyUrl}/sign-in?${new URLSearchParams({ returnTo: here })}` }).end()
    if (request.url === '/reports' && auth.user.role !== 'admin') return response.writeHead(403).end('For administrators.')
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end(`<!doctype html><title>App</title><h1>Hello, ${auth.user.email}</h1>`)
  })
}
