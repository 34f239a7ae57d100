import path from 'node:path'
import { createServer } from 'vite'
import { dataOf, startService } from '../start-service.mjs'

const port = Number(process.env.PORT ?? 5173)
const home = process.env.APP_URL ?? `http://localhost:${port}`
const servicePort = Number(process.env.SERVICE_PORT ?? 3000)
const { publicUrl } = await startService({
  port: servicePort,
  example: import.meta.dirname,
  settings: { LATCHKEY_PUBLIC_URL: home, LATCHKEY_BASE_PATH: '/id' },
})

const app = await createServer({
  root: import.meta.dirname,
  cacheDir: path.join(dataOf(import.meta.dirname), 'vite'),
  logLevel: 'warn',
  server: { host: '127.0.0.1', port, strictPort: true },
  // What vite.config.mts leads to, wherever this service listens.
  plugins: [
    {
      name: 'service-port',
      config({ server }) {
        for (const paths of Object.keys(server.proxy))
          server.proxy[paths] = server.proxy[paths].replace('3000', String(servicePort))
      },
    },
  ],
})
await app.listen()
process.stdout.write(`The app is at ${home}, Latchkey at ${publicUrl}\n`)
