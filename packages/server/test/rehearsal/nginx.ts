import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { freePort } from '../support/free-port.ts'

const root = path.resolve(import.meta.dirname, '../../../..')

/** A real nginx with the file that is deployed, or a change of it; else only names, ports and paths of the containers are exchanged. */
export async function startNginx(upstreams: readonly number[], change = (text: string) => text): Promise<number> {
  const directory = mkdtempSync(path.join(tmpdir(), 'latchkey-nginx-'))
  const [port, plainPort] = [await freePort(), await freePort()]
  certify(directory)
  const deployed = change(readFileSync(path.join(root, 'deploy/nginx.conf'), 'utf8'))
  const here = upstreams
    .reduce((text, upstream, at) => text.replace(`latchkey-${at + 1}:3000`, `127.0.0.1:${upstream}`), deployed)
    .replace('listen 80;', `listen 127.0.0.1:${plainPort};`)
    .replace('listen 443 ssl;', `listen 127.0.0.1:${port} ssl;`)
    .replaceAll('/etc/nginx/certificates', directory)
  const file = path.join(directory, 'nginx.conf')
  writeFileSync(file, `daemon off; pid ${directory}/nginx.pid; error_log ${directory}/error.log;\n${here}`)
  execFileSync('nginx', ['-t', '-q', '-p', directory, '-c', file])
  const child = spawn('nginx', ['-p', directory, '-c', file], { stdio: 'ignore' })
  onTestFinished(async () => {
    child.kill('SIGQUIT')
    await once(child, 'exit')
    rmSync(directory, { recursive: true, force: true })
  })
  await expect
    .poll(
      () =>
        through(port, 'GET', '/auth/check').then(
          ({ status }) => status,
          () => 0,
        ),
      { timeout: 10_000 },
    )
    .toBe(200)
  return port
}

function certify(directory: string): void {
  const files = ['-keyout', `${directory}/privkey.pem`, '-out', `${directory}/fullchain.pem`]
  const subject = ['-subj', '/CN=id.example.com', '-days', '1', '-nodes']
  execFileSync('openssl', ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', ...files, ...subject], {
    stdio: 'ignore',
  })
}

export interface Passed {
  readonly status: number
  readonly body: string
  readonly cookies: readonly string[]
}

/** One request of a client who is not the proxy's own machine: 127.0.0.2 is as far away as one gets without a network. */
export const through = (
  port: AddressInfo['port'],
  method: string,
  target: string,
  { body, headers = {} }: { body?: unknown; headers?: Record<string, string> } = {},
): Promise<Passed> =>
  new Promise((resolve, reject) => {
    const call = request(
      {
        host: '127.0.0.1',
        port,
        method,
        path: target,
        localAddress: '127.0.0.2',
        servername: 'id.example.com',
        rejectUnauthorized: false, // made for this test a moment ago
        headers: {
          host: 'id.example.com',
          origin: 'https://id.example.com',
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
      },
      async (reply) => {
        let text = ''
        for await (const chunk of reply.setEncoding('utf8')) text += chunk
        resolve({ status: reply.statusCode ?? 0, body: text, cookies: reply.headers['set-cookie'] ?? [] })
      },
    )
    call.on('error', reject)
    call.end(body === undefined ? undefined : JSON.stringify(body))
  })
