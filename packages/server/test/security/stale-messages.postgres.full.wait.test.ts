import pg from 'pg'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { LEASE_MS, MARGIN_MS } from '../../src/platform/store/lease/lease-times.ts'
import { openEngine } from '../../src/platform/store/open-engine.ts'
import { inUse } from '../support/in-use.ts'
import {
  changeEnv,
  isTurnedAway,
  repeatable,
  type SessionChange,
  sceneAt,
  sessionChanges,
  subjectOf,
  toldBy,
} from '../support/session-changes.ts'
import { PASSWORD, type World, world } from '../support/world.ts'

const at = ({ browser }: World) => ({
  browser(token?: string) {
    const visitor = browser()
    if (token !== undefined) visitor.jar.set('app_session', token)
    return visitor
  },
})

describe('what is to be told to other processes', () => {
  it('is written with the change and not after it: where it cannot be told, nothing is changed', async () => {
    const here = await world()
    const there = await world({ databaseUrl: here.database.url })
    await Promise.all([inUse(here), inUse(there)])
    const ada = await here.signedUp()
    const { session } = (await ada.get('/auth/me')).body
    const other = here.browser()
    await other.post('/auth/login', { email: 'ada@example.com', password: PASSWORD })
    const atThere = there.browser()
    atThere.jar.set('app_session', ada.jar.get('app_session') ?? '')
    await atThere.get('/auth/me')

    const byHand = new pg.Client({ connectionString: here.database.url })
    await byHand.connect()
    onTestFinished(() => byHand.end())
    await byHand.query('BEGIN; LOCK TABLE session_messages IN SHARE MODE')
    const ending = other.delete(`/auth/sessions/${session.id}`)
    const waiting = `SELECT pid FROM pg_locks WHERE NOT granted AND relation = CAST('session_messages' AS regclass)`
    await vi.waitFor(async () => expect((await here.elsewhere.query(waiting)).length).toBeGreaterThan(0), {
      timeout: 5000,
      interval: 1,
    })
    expect(await here.elsewhere.query(`SELECT revoked_at FROM sessions WHERE id = ?`, [session.id])).toEqual([
      { revoked_at: null },
    ])
    await byHand.query('COMMIT')
    const isEnded = (await ending).status === 200 // or it has waited for too long
    expect((await atThere.get('/auth/me')).status).toBe(isEnded ? 401 : 200)
  })

  it('is waited for also by those who find it done', async () => {
    expect(await toldEarly(repeatable, ({ act }) => act)).toEqual([])
  })

  it('is waited for by those who are refused something else because of it', async () => {
    const asks: Readonly<Record<string, string>> = {
      'a verified address': '/auth/resend-verification',
      'a first password': '/auth/set-password/request',
    }
    const changes = sessionChanges.filter(({ what }) => what in asks)
    expect(changes).toHaveLength(2)
    const ask =
      ({ change, who }: Subject): Subject['act'] =>
      ({ browser }) =>
        browser(who.other.token).post(asks[change.what] ?? '')
    expect(await toldEarly(changes, ask)).toEqual([])
  })
})

type Subject = Awaited<ReturnType<typeof subjectOf>> & { readonly change: SessionChange }

/**
 * Answers that came before everybody had heard of a change, of those who asked after it and before that. There is a holder that
 * never hears of anything: whoever has to wait for it waits out its lease, and may then answer before its messages are removed.
 */
async function toldEarly(
  changes: readonly SessionChange[],
  second: (subject: Subject) => Subject['act'],
): Promise<readonly string[]> {
  const here = await world({ withMail: true, env: changeEnv })
  const there = await world({ databaseUrl: here.database.url, env: { ...changeEnv, SMTP_URL: here.mail.url } })
  const engine = await openEngine({ url: here.database.url, poolSize: 16, onError: () => undefined })
  onTestFinished(engine.close)
  const scene = await sceneAt({ engine, mail: here.mail }, at(here), here.clock.now)
  const subjects: Subject[] = []
  for (const change of changes) subjects.push({ change, ...(await subjectOf(scene, change)) })
  await engine.query(`INSERT INTO session_leases (id, renewals) VALUES ('deaf', 0)`)
  const unheard = (id: string) =>
    engine.query(`SELECT change FROM session_messages WHERE holder = 'deaf' AND account_id = ?`, [id])
  const early: string[] = []
  await Promise.all(
    subjects.map(async (subject) => {
      const { change, who, act } = subject
      const first = act(at(here))
      const isDone = vi.waitFor(async () => expect(await unheard(who.id)).not.toEqual([]), { timeout: 10_000, interval: 5 })
      await Promise.race([first, isDone])
      const asked = performance.now()
      const reply = await second(subject)(at(there))
      const hasWaited = performance.now() - asked >= LEASE_MS + MARGIN_MS
      if (!isTurnedAway(reply) && !hasWaited && (await unheard(who.id)).length > 0) early.push(toldBy(change, reply))
      await first
    }),
  )
  return early
}
