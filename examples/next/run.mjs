import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { startBeside, startService } from '../start-service.mjs'

const bin = fileURLToPath(import.meta.resolve('next/dist/bin/next'))
const port = process.env.PORT ?? '8004'
const home = process.env.APP_URL ?? `http://localhost:${port}`
const { url, publicUrl } = await startService({
  port: Number(process.env.SERVICE_PORT ?? 3000),
  example: import.meta.dirname,
})

/** Next.js, told where the service is, and where it is itself. */
function next(...args) {
  const told = { LATCHKEY_URL: url, LATCHKEY_PUBLIC_URL: publicUrl, APP_URL: home, NEXT_TELEMETRY_DISABLED: '1' }
  return startBeside(process.execPath, [bin, ...args], { cwd: import.meta.dirname, env: { ...process.env, ...told } })
}

const [code] = await once(next('build'), 'exit')
if (code !== 0) process.exit(1)
next('start', '--port', port).on('exit', () => process.exit(1))
process.stdout.write(`The app is at ${home}, Latchkey at ${publicUrl}\n`)
