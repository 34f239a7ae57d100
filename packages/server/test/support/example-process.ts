import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { freePort } from './free-port.ts'

const here = path.resolve(import.meta.dirname, '../../../../examples')

export interface Ports {
  readonly port: number
  readonly appPort: number
  readonly servicePort: number
}

/** An example, started as its README says, but on ports and with data of its own. Ended, by its id, with the test. */
export async function startExample(
  script: string,
  settings: (ports: Ports) => Record<string, string> = () => ({}),
  examples = here,
) {
  const ports: Ports = { port: await freePort(), appPort: await freePort(), servicePort: await freePort() }
  const directory = mkdtempSync(path.join(tmpdir(), 'latchkey-example-'))
  const child = spawn(process.execPath, [path.join(examples, script)], {
    env: {
      PATH: process.env['PATH'],
      DATA_DIRECTORY: directory,
      PORT: String(ports.port),
      APP_PORT: String(ports.appPort),
      SERVICE_PORT: String(ports.servicePort),
      ...settings(ports),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  onTestFinished(async () => {
    child.kill('SIGTERM')
    await exited
    rmSync(directory, { recursive: true, force: true })
  })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk
  })
  await expect.poll(() => output).toMatch(/Latchkey at http/)
  return ports
}
