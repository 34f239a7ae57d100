import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort } from '../support/free-port.ts'
import { quotesOf } from '../support/quotes-of.ts'

const repository = path.resolve(import.meta.dirname, '../../../..')
const LEFT_BEHIND = ['node_modules', '.next', 'data', 'app']
const guide = readFileSync(path.join(repository, 'docs/guide/your-app-in-next.md'), 'utf8')

/** The app as the guide shows it: what the guide left out would be missing. */
const OF_GUIDE = Object.fromEntries(
  [...quotesOf(guide)]
    .filter(({ code }) => /^(?:import|export) /.test(code))
    .map(({ source, code }) => [path.relative('examples/next', source), code]),
)

/** What the example does not show, and an app may well do. */
const MORE = {
  // Everything that is fetched is to be kept: who is signed in must not be.
  'app/kept/route.js': `
    import { auth } from 'latchkey-client/next'
    export const fetchCache = 'force-cache'
    export const GET = async () => Response.json({ status: (await auth()).status })`,
  'app/inside/page.js': `
    import { requireSession } from 'latchkey-client/next'
    export default async () => <h1>Inside: {(await requireSession()).user.name}</h1>`,
  // Loaded apart from all pages.
  'instrumentation.js': `
    import { latchkey } from 'latchkey-client/next'
    export const register = () => process.env.GIVEN_URL && latchkey({ url: process.env.GIVEN_URL })`,
}

/** The example in a folder of its own, for somebody who follows its README, with the files of the app from the guide. */
export function nextApp() {
  const root = mkdtempSync(path.join(tmpdir(), 'latchkey-next-'))
  const directory = path.join(root, 'examples/next')
  const filter = (file: string) => !LEFT_BEHIND.includes(path.basename(file))
  for (const name of ['next', 'start-service.mjs'])
    cpSync(path.join(repository, 'examples', name), path.join(root, 'examples', name), { recursive: true, filter })
  symlinkSync(path.join(repository, 'packages'), path.join(root, 'packages'))
  mkdirSync(path.join(root, 'node_modules'))
  symlinkSync(path.join(repository, 'packages/server'), path.join(root, 'node_modules/latchkey'))
  for (const [file, text] of Object.entries({ ...OF_GUIDE, ...MORE })) {
    mkdirSync(path.dirname(path.join(directory, file)), { recursive: true })
    writeFileSync(path.join(directory, file), text)
  }

  const running: { readonly child: ChildProcess; readonly exited: Promise<unknown> }[] = []
  /** Starts a program of the app, and waits until the app answers. */
  const start = async (program: readonly string[], settings: Record<string, string>) => {
    const port = await freePort()
    const env = { PATH: process.env['PATH'], HOME: root, PORT: String(port), NEXT_TELEMETRY_DISABLED: '1', ...settings }
    const child = spawn(process.execPath, program, { cwd: directory, env, stdio: ['ignore', 'pipe', 'pipe'] })
    const exited = once(child, 'exit')
    running.push({ child, exited })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
    const url = `http://localhost:${port}`
    await new Promise<void>((resolve, reject) => {
      child.stdout.on('data', () => output.includes('Ready in') && resolve())
      void exited.then(() => reject(new Error(`it ended before it was ready:\n${output}`)))
    })
    return { url, output: () => output }
  }

  return {
    /** Installs it, and runs its own command, which also starts the service and builds the app. */
    async start() {
      execFileSync('npm', ['install', '--prefix', directory, '--no-audit', '--no-fund'], { cwd: root, stdio: 'pipe' })
      const service = await freePort()
      const { url } = await start(['run.mjs'], { SERVICE_PORT: String(service) })
      return { url, service: `http://localhost:${service}` }
    },
    /** What was built, once more, with other settings. */
    again: (settings: Record<string, string>) => start(['node_modules/next/dist/bin/next', 'start'], settings),
    /** By the guide's own settings, which name its own ports, in its `.env`; those in the environment go before them. */
    develop: (settings: Record<string, string>) => {
      const [env = ''] = /^LATCHKEY_URL=[\s\S]*?(?=^```)/m.exec(guide) ?? []
      const [, command = ''] = /^npx next (\w+) /m.exec(guide) ?? []
      writeFileSync(path.join(directory, '.env'), env)
      return start(['node_modules/next/dist/bin/next', command], settings)
    },
    async end() {
      for (const { child, exited } of running) {
        child.kill('SIGTERM')
        await exited
      }
      rmSync(root, { recursive: true, force: true })
    },
  }
}
