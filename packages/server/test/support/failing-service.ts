import { argon2Hasher } from '../../src/gate/passwords/argon2-hasher.ts'
import type { PasswordHasher } from '../../src/gate/passwords/passwords.ts'
import { createService } from '../../src/main.ts'
import { loadConfig } from '../../src/platform/config/load-config.ts'
import { type Engine, type Sql, tally } from '../../src/platform/store/engine.ts'
import { openEngine } from '../../src/platform/store/open-engine.ts'

/**
 * The service as a program that kills itself, as `kill -9` does, at the nth point from the moment it was told so. A
 * point is before and after everything that it awaits: a statement, the begin and the end of a transaction, a hash.
 */
let pointsLeft = Number.POSITIVE_INFINITY

process.on('message', (points: number) => {
  pointsLeft = points
  process.send?.('armed')
})

function point(): void {
  if (--pointsLeft === 0) process.kill(process.pid, 'SIGKILL')
}

async function around<T>(work: () => Promise<T>): Promise<T> {
  point()
  const result = await work()
  point()
  return result
}

const mortal = (sql: Sql): Sql => ({
  query: (text, params) => around(() => sql.query(text, params)),
  run: (text, params) => around(() => sql.run(text, params)),
  tally: (text, params = []) => around(() => tally(sql, text, params)),
})

const mortalEngine = (engine: Engine): Engine => ({
  ...engine,
  ...mortal(engine),
  transaction: (work) => around(() => engine.transaction((sql) => around(() => work(mortal(sql))))),
})

const mortalHasher: PasswordHasher = {
  hash: (...args) => around(() => argon2Hasher.hash(...args)),
  verify: (...args) => around(() => argon2Hasher.verify(...args)),
  verifyForeign: (...args) => around(() => argon2Hasher.verifyForeign(...args)),
}

const config = loadConfig({ env: process.env, cwd: process.cwd() })
const { url, poolSize } = config.storage
const engine = mortalEngine(await openEngine({ url: url.reveal(), poolSize, onError: () => undefined }))
const service = await createService(config, { engine, hasher: mortalHasher })
await service.listen()
