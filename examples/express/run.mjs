import path from 'node:path'
import { startBeside, startService } from '../start-service.mjs'

const { url, publicUrl } = await startService({
  port: Number(process.env.SERVICE_PORT ?? 3000),
  example: import.meta.dirname,
})
startBeside(process.execPath, [path.join(import.meta.dirname, 'server.mjs')], {
  env: { ...process.env, LATCHKEY_URL: url, LATCHKEY_PUBLIC_URL: publicUrl },
})
