import { spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const bin = path.resolve(import.meta.dirname, '../packages/server/bin/latchkey.js')

/** Starts Latchkey for an example, with its data in a folder beside it. It ends with the example. */
export async function startService({ port, directory, settings = {} }) {
  mkdirSync(directory, { recursive: true })
  const env = { ...process.env, LATCHKEY_PORT: String(port), LATCHKEY_LOG_LEVEL: 'warn', ...settings }
  const service = spawn(process.execPath, [bin, 'start'], { cwd: directory, env, stdio: 'inherit' })
  process.on('exit', () => service.kill())
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit())
  const url = `http://localhost:${port}`
  for (;;) {
    if (service.exitCode !== null) process.exit(service.exitCode)
    const isUp = await fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isUp) return url
    await sleep(50)
  }
}
