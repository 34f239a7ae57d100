import { readFileSync } from 'node:fs'
import path from 'node:path'
import { startNginx } from '../start-nginx.mjs'
import { dataOf, startBeside } from '../start-service.mjs'

const { PORT = '8003', APP_PORT = '8000', SERVICE_PORT = '3000' } = process.env
const home = `http://localhost:${PORT}`

const config = readFileSync(new URL('nginx.conf', import.meta.url), 'utf8')
  .replace('listen 80;', `listen 127.0.0.1:${PORT};`)
  .replace('127.0.0.1:8000', `127.0.0.1:${APP_PORT}`)
  .replace('127.0.0.1:3000', `127.0.0.1:${SERVICE_PORT}`)

startNginx(dataOf(import.meta.dirname), config)
startBeside(process.execPath, [path.resolve(import.meta.dirname, '../express/run.mjs')], {
  env: {
    ...process.env,
    PORT: APP_PORT,
    SERVICE_PORT,
    APP_URL: home,
    LATCHKEY_PUBLIC_URL: home,
    LATCHKEY_BASE_PATH: '/id',
    LATCHKEY_TRUSTED_PROXIES: '127.0.0.1',
  },
})
