import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { ORIGIN } from './browser.ts'
import { cacheSetting } from './cache-setting.ts'
import { atEnd } from './shared.ts'

/** The built program. */
export const bin = path.resolve(import.meta.dirname, '../../bin/latchkey.js')
const cheapHash = path.resolve(import.meta.dirname, 'cheap-hash.mjs')

/** A program with something loaded before it: passwords that cost nothing, and what else a test wants. */
export const withCheapHash = (program = bin, ...preload: readonly string[]): readonly string[] => [
  ...[cheapHash, ...preload].flatMap((file) => ['--import', file]),
  program,
  'start',
]

export interface ServerProcess {
  readonly url: string
  readonly child: ChildProcess
  readonly exited: Promise<number | null>
  output(): string
  kill(signal: NodeJS.Signals): void
  post(path: string, body: unknown, headers?: Record<string, string>, signal?: AbortSignal): Promise<Response>
}

/** The built program as an operator starts it, or another one, on a free port. Ended, by its id, with what has started it. */
export const startServer = (
  env: Record<string, string>,
  cwd: string,
  program: readonly string[] = [bin, 'start'],
): Promise<ServerProcess> => startingServer(env, cwd, program).started

/** The same, for who has to do with the process before it listens. */
export function startingServer(
  env: Record<string, string>,
  cwd: string,
  program: readonly string[] = [bin, 'start'],
): { readonly child: ChildProcess; readonly started: Promise<ServerProcess> } {
  const child = spawn(process.execPath, program, {
    cwd,
    env: { PATH: process.env['PATH'], PORT: '0', SECRET: 'a secret for tests, 32 bytes and more', ...cacheSetting, ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const exited = once(child, 'exit').then(([code]) => code as number | null)
  atEnd(async () => {
    child.kill('SIGKILL')
    await exited
  })
  let output = ''
  const address = new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk
      const port = /"port":(\d+)[,}]/.exec(output)?.[1]
      if (port) resolve(`http://127.0.0.1:${port}`)
    }
    child.stdout?.on('data', read)
    child.stderr?.on('data', read)
    void exited.then(() => reject(new Error(`the server ended before it listened:\n${output}`)))
  })
  const started = address.then((url) => ({
    url,
    child,
    exited,
    output: () => output,
    kill: (signal: NodeJS.Signals) => void child.kill(signal),
    post: (to: string, body: unknown, headers = {}, signal?: AbortSignal) =>
      fetch(url + to, {
        method: 'POST',
        headers: { origin: ORIGIN, 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
        ...(signal && { signal }),
      }),
  }))
  return { child, started }
}
