import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync } from 'node:fs'
import path from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { freePort } from '../support/free-port.ts'
import { ownDirectory } from '../support/scratch-directory.ts'

const apps = path.join(import.meta.dirname, 'apps')

export const isInstalled = (program: string, ...args: readonly string[]): boolean => {
  try {
    execFileSync(program, args, { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** Ended, by its id, with the test. */
export function running(program: string, args: readonly string[], env: Record<string, string>, cwd: string) {
  const child: ChildProcess = spawn(program, args, {
    cwd,
    env: { PATH: process.env['PATH'], HOME: cwd, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const exited = once(child, 'exit')
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk))
  onTestFinished(async () => {
    child.kill('SIGTERM')
    await exited
  })
  return { output: () => output, exited }
}

export const isUp = async (url: string): Promise<boolean> => {
  try {
    await fetch(url, { redirect: 'manual' })
    return true
  } catch {
    return false
  }
}

/** A port of which the redirect URI can be registered before the application starts. */
export const place = async (): Promise<{ readonly port: number; readonly url: string }> => {
  const port = await freePort()
  return { port, url: `http://localhost:${port}` }
}

/** Runs an application of `apps/` with what it needs from the registry, in a directory of its own. */
export async function startApp(
  { port, url }: { readonly port: number; readonly url: string },
  file: string,
  packages: readonly string[],
  env: Record<string, string>,
): Promise<void> {
  const cwd = ownDirectory('latchkey-openid-')
  cpSync(path.join(apps, file), path.join(cwd, file))
  if (packages.length > 0)
    execFileSync('npm', ['install', '--prefix', cwd, '--no-audit', '--no-fund', '--ignore-scripts', ...packages], {
      cwd,
      stdio: 'pipe',
    })
  const program = file.endsWith('.py') ? '/usr/bin/python3' : process.execPath
  const app = running(program, [file], { PORT: String(port), ...env }, cwd)
  await expect
    .poll(() => isUp(url), { timeout: 60_000 })
    .toBe(true)
    .catch((error) => {
      throw new Error(`${error}\n${app.output()}`)
    })
}
