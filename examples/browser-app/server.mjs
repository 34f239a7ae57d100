import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { startService } from '../start-service.mjs'

const port = Number(process.env.PORT ?? 8001)
const home = `http://localhost:${port}`
const { publicUrl } = await startService({
  port: Number(process.env.SERVICE_PORT ?? 3000),
  example: import.meta.dirname,
  settings: { LATCHKEY_ALLOWED_ORIGINS: home },
})

// A bundler would do this part: the page, and the client it imports.
const client = path.dirname(fileURLToPath(import.meta.resolve('latchkey-client')))
const page = readFileSync(new URL('index.html', import.meta.url), 'utf8').replace('http://localhost:3000', publicUrl)

createServer((request, response) => {
  const [, file] = /^\/client\/([\w-]+\.js)$/.exec(request.url) ?? []
  if (file) return response.setHeader('content-type', 'text/javascript').end(readFileSync(path.join(client, file)))
  if (request.url === '/') return response.setHeader('content-type', 'text/html').end(page)
  return response.writeHead(404).end()
}).listen(port, 'localhost', () => process.stdout.write(`The page is at ${home}, Latchkey at ${publicUrl}\n`))
