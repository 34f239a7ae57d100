import { startCommand } from './command-process.ts'
import { freePort } from './free-port.ts'
import { ownDirectory } from './scratch-directory.ts'
import { startServer } from './server-process.ts'
import { PASSWORD } from './world.ts'

export const ADA = { email: 'ada@example.com', password: PASSWORD, name: 'Ada Lovelace' }

/** The built program, as the provider of applications that are programs as well. Everything goes with the test. */
export async function providerProgram() {
  const cwd = ownDirectory('latchkey-provider-')
  const url = `http://localhost:${await freePort()}`
  const settings = { DATABASE_URL: `file:${cwd}/provider.db`, PUBLIC_URL: url, PORT: new URL(url).port }
  const server = await startServer(settings, cwd)
  const { status } = await server.post('/auth/register', ADA, { origin: url })
  if (status !== 201) throw new Error(`Ada could not sign up: ${status}`)
  return {
    url,
    output: server.output,
    /** Makes an application by the command, and returns its secret, if it keeps one. */
    async client(id: string, ...options: readonly string[]): Promise<string> {
      const env = { ...settings, SECRET: 'a secret for tests, 32 bytes and more' }
      const made = startCommand(['clients', 'create', '--id', id, '--name', id, ...options], env, cwd)
      const { code } = await made.exited
      if (code !== 0) throw new Error(`no client was made: ${made.errors()}`)
      return made.lines()[0] ?? ''
    },
    /** Ends all sessions of Ada, as she does it from another browser. */
    async signOutEverywhere(): Promise<void> {
      const signedIn = await server.post('/auth/login', ADA, { origin: url })
      const cookie = signedIn.headers
        .getSetCookie()
        .map((line) => line.replace(/;.*/, ''))
        .join('; ')
      const ended = await fetch(`${server.url}/auth/sessions`, { method: 'DELETE', headers: { cookie, origin: url } })
      if (!ended.ok) throw new Error(`the sessions go on: ${await ended.text()}`)
    },
  }
}

export type ProviderProgram = Awaited<ReturnType<typeof providerProgram>>
