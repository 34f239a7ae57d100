import path from 'node:path'
import { createServer } from 'vite'
import { dataOf, startService } from '../start-service.mjs'

const port = Number(process.env.PORT ?? 8006)
const home = process.env.APP_URL ?? `http://localhost:${port}`
const { publicUrl } = await startService({
  port: Number(process.env.SERVICE_PORT ?? 3000),
  example: import.meta.dirname,
  settings: { LATCHKEY_ALLOWED_ORIGINS: home },
})

process.env.VITE_LATCHKEY_URL = publicUrl
const app = await createServer({
  root: import.meta.dirname,
  cacheDir: path.join(dataOf(import.meta.dirname), 'vite'),
  logLevel: 'warn',
  server: { host: '127.0.0.1', port, strictPort: true },
})
await app.listen()
process.stdout.write(`The app is at ${home}, Latchkey at ${publicUrl}\n`)
