import { expect, it, onTestFinished } from 'vitest'
import { openEngine } from '../../src/platform/store/open-engine.ts'
import { application } from '../support/application.ts'
import { Browser } from '../support/browser.ts'
import { byHand } from '../support/by-hand.ts'
import { migratedDatabase } from '../support/database.ts'
import { doorTo } from '../support/door-to.ts'
import { logoutReceiver } from '../support/logout-receiver.ts'
import { startServer } from '../support/server-process.ts'
import { PASSWORD } from '../support/world.ts'

/** The built program looks for what was left once a minute, before it has told anything by itself. */
const patience = { timeout: 90_000, interval: 50 }

it('kill -9 between the sending of a logout and the note of it: the application is told again, with the same id', {
  timeout: 180_000,
}, async () => {
  const database = await migratedDatabase()
  const engine = await openEngine({ url: database.url, poolSize: 1, onError: () => undefined })
  onTestFinished(async () => {
    await engine.close()
    await database.drop()
  })
  const sql = byHand(engine)
  const start = () => startServer({ DATABASE_URL: database.url, LOG_LEVEL: 'info' }, database.directory)
  const doomed = await start()
  const browser = () => new Browser(doorTo(() => doomed.url))
  const receiver = await logoutReceiver()
  const app = await application({ browser, sql }, { logoutUri: receiver.url, createdAt: Date.now() })
  const ada = browser()
  await ada.post('/auth/register', { email: 'ada@example.com', password: PASSWORD, name: 'Ada' })
  expect((await app.redeem(await app.code(ada))).status).toBe(200)

  receiver.answers(() => doomed.kill('SIGKILL'))
  await ada.post('/auth/logout').catch(() => undefined)
  await doomed.exited
  const outcomes = async () => (await sql(`SELECT outcome FROM oidc_logouts`)).map(({ outcome }) => outcome)
  expect([receiver.told.length, await outcomes()]).toEqual([1, [null]])

  receiver.answers((response) => response.writeHead(200).end())
  await sql(`UPDATE oidc_logouts SET leased_until = 0`) // the minute for which a dead process still counts as sending
  await start()
  await expect.poll(outcomes, patience).toEqual(['delivered'])
  expect(receiver.told.length).toBe(2)
  expect(new Set(receiver.told.map(({ claims }) => claims.jti)).size).toBe(1)
})
