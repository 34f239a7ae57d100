import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

interface Arrival {
  readonly method: string
  readonly fields: Readonly<Record<string, string>>
  readonly referer: string | undefined
}

/** An application on another host, which notes what a browser brings it. After each arrival it sends the browser on, as most do. */
export async function relyingApp() {
  const arrivals: Arrival[] = []
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://app')
    if (url.pathname !== '/callback') return response.setHeader('content-type', 'text/html').end('<h1>Welcome to the app</h1>')
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const sent = request.method === 'POST' ? new URLSearchParams(Buffer.concat(chunks).toString()) : url.searchParams
      arrivals.push({ method: request.method ?? '', fields: Object.fromEntries(sent), referer: request.headers.referer })
      response.writeHead(302, { location: '/home' }).end()
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url, callback: `${url}/callback`, arrivals }
}
