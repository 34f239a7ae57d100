import { describe, expect, it } from 'vitest'
import { type Member, processes, warm } from '../support/processes.ts'
import { resident } from '../support/residents.ts'
import {
  changeEnv,
  hasSeen,
  look,
  type Scene,
  type SessionChange,
  sceneAt,
  sessionChanges,
  subjectOf,
} from '../support/session-changes.ts'
import { shared } from '../support/shared.ts'
import { isLongForm, STALE_ROUNDS, timeout } from '../support/stale-rounds.ts'

/** Of one kind, and all of them at once. */
const TOGETHER = isLongForm ? 10 : 1
const CALLERS = 6

/** Changes at one process; each is looked for at the other as soon as it is answered. How many were not seen. */
async function unseen(scene: Scene, change: SessionChange, at: Member, other: Member): Promise<number> {
  const subjects = await Promise.all(Array.from({ length: TOGETHER }, () => subjectOf(scene, change)))
  await warm(
    other,
    subjects.map(({ who }) => who.watched.token),
  )
  const seen = subjects.map(async ({ who, act }) => {
    const { status, text } = await act(at)
    if (status !== 200) throw new Error(`${change.what}: ${text}`)
    return hasSeen(change, await look(change, other, who))
  })
  return (await Promise.all(seen)).filter((isSeen) => !isSeen).length
}

/** Checks one session again and again, at both processes by turns, and notes when each check began. */
function crowd(token: string, members: readonly Member[]) {
  const checks: { readonly began: number; readonly status: number }[] = []
  let isOver = false
  const caller = async (n: number): Promise<void> => {
    const browsers = members.map(({ browser }) => browser(token))
    for (let turn = n; !isOver; turn++) {
      const began = performance.now()
      const reply = await browsers[turn % browsers.length]?.get('/auth/me')
      if (reply) checks.push({ began, status: reply.status })
    }
  }
  const callers = Array.from({ length: CALLERS }, (_, n) => caller(n))
  return {
    checks,
    async end(): Promise<void> {
      isOver = true
      await Promise.all(callers)
    },
  }
}

describe(`a change that one process has answered, ${STALE_ROUNDS * TOGETHER} times each kind`, () => {
  const two = shared(async () => {
    const here = await processes(changeEnv)
    return { here, members: await Promise.all([here.start(), here.start()]) }
  })

  it('is seen by the very next check at another that keeps the session in memory', { timeout }, async () => {
    const { here, members } = two()
    const [one, other] = members
    const scene = await sceneAt(here, one)
    for (let round = 0; round < STALE_ROUNDS; round++) {
      for (const change of sessionChanges)
        expect(await unseen(scene, change, ...(round % 2 ? ([other, one] as const) : ([one, other] as const))), change.what).toBe(
          0,
        )
    }
  })

  it('is seen by every check that began after it, in a crowd of them at both', { timeout }, async () => {
    const { here, members } = two()
    for (let round = 0; round < (isLongForm ? STALE_ROUNDS * 5 : 2); round++) {
      const who = await resident(here.engine)
      for (const member of members) await warm(member, [who.watched.token])
      const { checks, end } = crowd(who.watched.token, members)
      await expect.poll(() => checks.length, { interval: 1 }).toBeGreaterThan(CALLERS * 2)
      const { status } = await members[round % 2 === 0 ? 0 : 1].browser(who.other.token).delete('/auth/sessions')
      const answered = performance.now()
      const before = checks.length
      await expect.poll(() => checks.length, { interval: 1 }).toBeGreaterThan(before + CALLERS * 4)
      await end()
      expect(status).toBe(200)
      expect(checks.some(({ status }) => status === 200)).toBe(true)
      const after = checks.filter(({ began }) => began > answered).map(({ status }) => status)
      expect(new Set(after)).toEqual(new Set([401]))
    }
  })
})
