import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { answer } from './helper-loop.mjs'

/** What is not a dependency of this project is found where it was installed. */
const { resolve } = createRequire(path.join(process.env.PEER_DIRECTORY, 'package.json'))
const load = (name) => import(pathToFileURL(resolve(name)))

/** As durable as the service, and with as many connections. */
const open = {
  async sqlite(url) {
    const { default: Database } = await load('better-sqlite3')
    const file = new Database(url.slice('file:'.length))
    file.pragma('journal_mode = WAL')
    file.pragma('synchronous = FULL')
    return file
  },
  async postgres(url) {
    const { default: pg } = await load('pg')
    return new pg.Pool({ connectionString: url, max: 10 })
  },
}

/** better-auth with addresses and passwords, and everything else as it comes; limits are off, as they are for the service. */
answer(async ({ kind, databaseUrl, port, keepsCookies }) => {
  const { betterAuth } = await load('better-auth')
  const { getMigrations } = await load('better-auth/db/migration')
  const { toNodeHandler } = await load('better-auth/node')
  const url = `http://127.0.0.1:${port}`
  const options = {
    baseURL: url,
    secret: 'a secret of the benchmark, of more than 32 letters',
    database: await open[kind](databaseUrl),
    emailAndPassword: { enabled: true },
    rateLimit: { enabled: false },
    session: { cookieCache: { enabled: keepsCookies, maxAge: 300 } },
  }
  const { runMigrations } = await getMigrations(options)
  await runMigrations()
  await new Promise((listening) => createServer(toNodeHandler(betterAuth(options))).listen(port, '127.0.0.1', listening))
  return { url }
})
