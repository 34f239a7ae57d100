import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { onTestFinished } from 'vitest'

const bin = path.resolve(import.meta.dirname, '../../bin/latchkey.js')

/** One command of the built program as an operator runs it. Ended, by its id, with the test. */
export function startCommand(args: readonly string[], env: Record<string, string>, cwd: string) {
  const child = spawn(process.execPath, [bin, ...args], {
    cwd,
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const exited = once(child, 'close').then(([code, signal]) => ({ code: code as number | null, signal: signal as string | null }))
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await exited
  })
  const read = { out: '', err: '' }
  child.stdout.on('data', (chunk: Buffer) => {
    read.out += chunk
  })
  child.stderr.on('data', (chunk: Buffer) => {
    read.err += chunk
  })
  return {
    exited,
    lines: () => read.out.split('\n').filter((line) => line !== ''),
    errors: () => read.err,
    kill: (signal: NodeJS.Signals) => void child.kill(signal),
    /** Whoever read what it prints goes away, as `head` does. */
    stopReading: () => void child.stdout.destroy(),
  }
}
