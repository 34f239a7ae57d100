import { once } from 'node:events'
import { rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { rolldown } from 'rolldown'
import { onTestFinished } from 'vitest'
import config from '../../rolldown.config.ts'
import { openEngine } from '../../src/platform/store/open-engine.ts'
import { Browser } from './browser.ts'
import { migratedDatabase } from './database.ts'
import { doorTo } from './door-to.ts'
import { faultEnv } from './fault-env.ts'
import { type FaultSite, signedInRoot } from './fault-flows.ts'
import { startServer } from './server-process.ts'
import { smtpInbox } from './smtp-inbox.ts'

/** As deep as the program itself, so that it finds what belongs to it; one per worker, since several may build it at once. */
const directory = path.resolve(import.meta.dirname, '../../data', `failing-${process.pid}`)

/** Enough for a few statements and one mail. Too short would only mean fewer points. */
const BACKGROUND_MS = 300

/** Node 20 runs no TypeScript, so this program is built as the real one is. Returns what removes it again. */
export async function buildFailingService(): Promise<() => void> {
  // What is native lies beside the real program, and not beside this one.
  const external = ['@node-rs/argon2', '@node-rs/bcrypt', '@photostructure/sqlite', 'pg']
  const bundle = await rolldown({ ...config, external, input: { service: path.join(import.meta.dirname, 'failing-service.ts') } })
  await bundle.write({ dir: directory, format: 'esm', chunkFileNames: '[name].js' })
  await bundle.close()
  return () => rmSync(directory, { recursive: true, force: true })
}

export interface MortalSite extends FaultSite {
  /** Lets the process die at the nth point from now on; 0 is never. */
  arm(points: number): Promise<void>
  /** Whether it has died, also a moment after its answer, of what it does in the background. */
  isDead(): Promise<boolean>
  /** Waits for its end, and starts the next on the same database. */
  revive(): Promise<void>
}

/** A service in a process that can be killed at any point, with its database and its mail server. */
export async function mortalSite(): Promise<MortalSite> {
  const mail = await smtpInbox()
  const database = await migratedDatabase()
  const engine = await openEngine({ url: database.url, poolSize: 1, onError: () => undefined })
  onTestFinished(async () => {
    await mail.close()
    await engine.close()
    await database.drop()
  })
  const settings = { ...faultEnv, DATABASE_URL: database.url, SMTP_URL: mail.url, LOG_LEVEL: 'info' }
  const start = () => startServer(settings, database.directory, [path.join(directory, 'service.js')])
  let server = await start()
  const browser = () => new Browser(doorTo(() => server.url))
  const site = { mail, sql: engine.query, browser }
  return {
    ...site,
    admin: await signedInRoot(site),
    async arm(points) {
      server.child.send(points)
      await once(server.child, 'message')
    },
    isDead: () => Promise.race([server.exited.then(() => true), sleep(BACKGROUND_MS, false)]),
    async revive() {
      await server.exited
      server = await start()
    },
  }
}
