import { describe, expect, it } from 'vitest'
import { Browser } from '../support/browser.ts'
import { emptyDatabase } from '../support/database.ts'
import { doorTo } from '../support/door-to.ts'
import { AuthenticatorApp } from '../support/factored.ts'
import { builtRelease, lastRelease } from '../support/last-release.ts'
import { outageTraffic } from '../support/outage-traffic.ts'
import { type Member, processes } from '../support/processes.ts'
import { atEnd } from '../support/shared.ts'

const version = lastRelease()
const PASSWORD = 'correct horse 1'
/** As many answers between two steps of a roll that each kind of request is among them. */
const STEADY = 100
/** The version before may have to be installed and built first. */
const timeout = 900_000

/** Processes of the last version, in traffic that a proxy hands out to them. */
async function rolling(from: string) {
  const former = builtRelease(from)
  const database = await emptyDatabase()
  atEnd(database.drop)
  const { start } = await processes({ HASH_CONCURRENCY: '1', STOP_DELAY: '1s' })
  const older = () => start({ url: database.url, program: former })
  const places = [await older(), await older()] as [Member, Member]
  const traffic = outageTraffic(
    places.map((_, place) => ({ browser: (token) => browserOf(() => places[place] as Member, token) })),
  )
  return {
    places,
    traffic,
    newer: () => start({ url: database.url }),
    async steadily(): Promise<void> {
      const before = traffic.figures.answers
      await expect.poll(() => traffic.figures.answers - before).toBeGreaterThan(STEADY)
    },
    /** The one that leaves gets no further connection, and answers those that it has. */
    async replace(place: 0 | 1, by: Member): Promise<void> {
      const { server } = places[place]
      places[place] = by
      server.kill('SIGTERM')
      expect(await server.exited).toBe(0)
    },
  }
}

/** Keeps its cookies, whichever process answers it. */
function browserOf(member: () => Member, token?: string): Browser {
  const browser = new Browser(doorTo(() => member().server.url))
  if (token !== undefined) browser.jar.set('app_session', token)
  return browser
}

/** Somebody with an authenticator app, in a browser where the password was just typed. */
async function challenged(at: Member) {
  const owner = at.browser()
  const ada = { email: 'ada@example.com', password: PASSWORD }
  await owner.post('/auth/register', { ...ada, name: 'Ada' })
  const { body } = await owner.post('/auth/2fa/totp/begin')
  const app = new AuthenticatorApp(body.secret, Date.now)
  expect((await owner.post('/auth/2fa/totp/confirm', { code: app.code(), keepOtherSessions: true })).status).toBe(200)
  const visitor = at.browser()
  const { body: begun } = await visitor.post('/auth/login', ada)
  return (other: Member) => {
    const there = other.browser()
    for (const [name, value] of visitor.jar) there.jar.set(name, value)
    return there.post('/auth/2fa/verify', { challengeId: begun.challengeId, code: app.code(1) })
  }
}

describe.skipIf(version === undefined)(`a roll from ${version}`, () => {
  it('fails no request, ends no session, revives none, and finishes at one what was begun at the other', {
    timeout,
  }, async () => {
    const { places, traffic, steadily, newer, replace } = await rolling(String(version))
    await steadily()
    const finish = await challenged(places[0])
    const next = await newer()
    await steadily()
    const finished = await finish(next)
    expect(finished.status, finished.text).toBe(200)
    await replace(0, next)
    await steadily()
    await replace(1, await newer())
    await steadily()
    await traffic.end()
    expect(traffic.wrong).toEqual([])
    expect(traffic.figures.outages).toBe(0)
    expect(await traffic.lost()).toEqual([])
    expect(await traffic.revived()).toBe(0)
  })
})
