import { loadConfig } from '../platform/config/load-config.ts'
import type { Config } from '../platform/config/schema.ts'

/** The least that Argon2 takes: tests make many accounts, and none of their passwords is worth a guess. */
const CHEAP = { memoryKib: 8, timeCost: 1, parallelism: 1 }

/** What signs in without a proof must not exist where there are real accounts. */
export function refuseProduction(env: NodeJS.ProcessEnv): void {
  const name = ['LATCHKEY_NODE_ENV', 'NODE_ENV'].find((one) => env[one] === 'production')
  if (name !== undefined)
    throw new Error(`testing: refused, because ${name} is production. A Latchkey for tests signs anybody in without a proof.`)
}

type Given = Readonly<Record<string, unknown>>

const isGroup = (value: unknown): value is Given => typeof value === 'object' && value !== null && !Array.isArray(value)

export const namesAddress = ({ server }: Given): boolean =>
  isGroup(server) && (server['publicUrl'] ?? server['port']) !== undefined

/**
 * Of what the test gives alone: neither the environment nor a file of the machine that it runs on has a say, so that it never meets a real
 * database or mail server, and is the same everywhere.
 */
export function testConfig(given: Given, directory: string, port: number | undefined): Config {
  if (given['storage'] !== undefined)
    throw new Error(
      'storage: a Latchkey for tests has a database of its own, which is emptied by reset() and removed at the end.',
    )
  const server = { logLevel: 'silent', ...(port !== undefined && { port }) }
  const values = {
    ...given,
    storage: { url: `file:${directory}/test.db` },
    server: given['server'] === undefined || isGroup(given['server']) ? { ...server, ...given['server'] } : given['server'],
  }
  const config = loadConfig({ env: {}, cwd: directory, values })
  return {
    ...config,
    mail: { ...config.mail, smtpUrl: undefined, devInbox: true },
    passwords: { ...config.passwords, ...CHEAP },
  }
}
