import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const bin = fileURLToPath(new URL('bin/latchkey.js', import.meta.resolve('latchkey/package.json')))

/** Where an example keeps what it writes: beside it, unless told otherwise. */
export function dataOf(example) {
  const directory = process.env.DATA_DIRECTORY ?? path.join(example, 'data')
  mkdirSync(directory, { recursive: true })
  return directory
}

/** Starts Latchkey for an example; it ends with the example. Settings of the environment go before those of the example. */
export async function startService({ port, example, settings = {} }) {
  const directory = dataOf(example)
  const env = { LATCHKEY_LOG_LEVEL: 'warn', ...settings, ...process.env, LATCHKEY_PORT: String(port) }
  const service = startBeside(process.execPath, [bin, 'start'], { cwd: directory, env })
  const url = `http://127.0.0.1:${port}`
  await untilUp(service, `${url}/readyz`)
  return {
    /** As the example's own server reaches it, and as people reach its pages. */
    url,
    publicUrl: `${env.LATCHKEY_PUBLIC_URL ?? `http://localhost:${port}`}${env.LATCHKEY_BASE_PATH ?? ''}`,
    command: (...args) => execFileSync(process.execPath, [bin, ...args], { cwd: directory, env, encoding: 'utf8' }),
  }
}

/** Waits until a program answers at an address. A program that has ended ends this one. */
export async function untilUp(program, address) {
  const isUp = () =>
    fetch(address).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await isUp())) {
    if (program.exitCode !== null) process.exit(program.exitCode)
    await sleep(50)
  }
}

/** A program that ends with this one. */
export function startBeside(command, args, options) {
  const child = spawn(command, args, { stdio: 'inherit', ...options })
  child.on('error', ({ message }) => {
    process.stderr.write(`${command}: ${message}\n`)
    process.exit(1)
  })
  process.on('exit', () => child.kill())
  return child
}

for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit())
