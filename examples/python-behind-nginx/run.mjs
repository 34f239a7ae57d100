import path from 'node:path'
import { startNginx } from '../start-nginx.mjs'
import { dataOf, startBeside, startService, untilUp } from '../start-service.mjs'

const { PORT = '8002', APP_PORT = '8000', SERVICE_PORT = '3000' } = process.env
// Another host name than the service's: no cookie of localhost is seen there.
const home = process.env.APP_URL ?? `http://wiki.localhost:${PORT}`

const { publicUrl, command } = await startService({
  port: Number(SERVICE_PORT),
  example: import.meta.dirname,
  settings: { LATCHKEY_FORWARD_AUTH_APPS: home, LATCHKEY_TRUSTED_PROXIES: '127.0.0.1' },
})
const upstream = `http://127.0.0.1:${APP_PORT}`
const config = command('forward-auth', 'config', 'nginx', '--app', home, '--upstream', upstream, '--public', '/about')

startNginx(dataOf(import.meta.dirname), config)
const app = startBeside('python3', [path.join(import.meta.dirname, 'app.py')], {
  env: { ...process.env, PORT: APP_PORT, APP_URL: home, LATCHKEY_PUBLIC_URL: publicUrl },
})
await untilUp(app, `${upstream}/about`)
process.stdout.write(`The app is at ${home}, Latchkey at ${publicUrl}\n`)
