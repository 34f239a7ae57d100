import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { startService } from '../start-service.mjs'

const port = Number(process.env.PORT ?? 8001)
const url = await startService({
  port: Number(process.env.SERVICE_PORT ?? 3000),
  directory: path.join(import.meta.dirname, 'data'),
  settings: { LATCHKEY_ALLOWED_ORIGINS: `http://localhost:${port}` },
})
const client = path.dirname(fileURLToPath(import.meta.resolve('latchkey-client')))
const page = readFileSync(new URL('index.html', import.meta.url), 'utf8').replace('<!doctype html>', `<!doctype html>\n<html data-service="${url}">`)

createServer((request, response) => {
  const [, file] = /^\/client\/([\w-]+\.js)$/.exec(request.url) ?? []
  if (file) return response.setHeader('content-type', 'text/javascript').end(readFileSync(path.join(client, file)))
  if (request.url === '/') return response.setHeader('content-type', 'text/html').end(page)
  return response.writeHead(404).end()
}).listen(port, () => console.log(`The page is at http://localhost:${port}, Latchkey at ${url}`))
