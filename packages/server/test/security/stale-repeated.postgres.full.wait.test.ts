import { describe, expect, it, vi } from 'vitest'
import { inTime } from '../support/in-time.ts'
import { type Member, processes, warm } from '../support/processes.ts'
import {
  changeEnv,
  hasSeen,
  isTurnedAway,
  look,
  repeatable,
  type Scene,
  type SessionChange,
  sceneAt,
  subjectOf,
  toldBy,
} from '../support/session-changes.ts'
import { isLongForm, STALE_ROUNDS, timeout } from '../support/stale-rounds.ts'
import { waitingCheck } from '../support/waiting-check.ts'

/** So few at once that all are asked for while the lease of a process that is stopped still lasts. */
const TOGETHER = isLongForm ? 2 : 10
const groups = repeatable.flatMap((_, n) => (n % TOGETHER === 0 ? [repeatable.slice(n, n + TOGETHER)] : []))

type Trio = readonly [Member, Member, Member]

async function trio() {
  const here = await processes(changeEnv)
  const members = await Promise.all([here.start(), here.start(), here.start()])
  return { here, members: members as Trio, scene: await sceneAt(here, members[0]) }
}

type Subject = Awaited<ReturnType<typeof subjectsOf>>[number]

const subjectsOf = (scene: Scene, changes: readonly SessionChange[]) =>
  Promise.all(changes.map(async (change) => ({ change, ...(await subjectOf(scene, change)) })))

const warmFor = (member: Member, subjects: readonly Subject[]): Promise<void> =>
  warm(
    member,
    subjects.map(({ who }) => who.watched.token),
  )

/** The same request at two processes at once; when either is answered, every process has to know. */
async function twiceAtOnce(scene: Scene, members: Trio, changes: readonly SessionChange[]): Promise<string[]> {
  const subjects = await subjectsOf(scene, changes)
  for (const member of members) await warmFor(member, subjects)
  const late: string[] = []
  const ask = async ({ change, who, act }: Subject, at: Member): Promise<void> => {
    const reply = await act(at)
    if (isTurnedAway(reply)) return
    const seen = await Promise.all(members.map(async (member) => hasSeen(change, await look(change, member, who))))
    if (seen.includes(false)) late.push(`${toldBy(change, reply)}: ${seen.join()}`)
  }
  await Promise.all(subjects.flatMap((subject) => [ask(subject, members[0]), ask(subject, members[1])]))
  return late
}

/**
 * The same with a third process that is stopped while it has the session in memory, and goes on as soon as anything is
 * answered, with a check waiting for it. The second request comes at once, or when the change is there and not known everywhere.
 */
async function twiceWhileStopped(
  scene: Scene,
  [one, other, third]: Trio,
  changes: readonly SessionChange[],
  isAtOnce: boolean,
): Promise<string[]> {
  const subjects = await subjectsOf(scene, changes)
  await warmFor(third, subjects)
  third.server.kill('SIGSTOP')
  const late: string[] = []
  const heardOf = ({ id }: { readonly id: string }) =>
    vi.waitFor(async () => {
      const rows = await scene.engine.query(`SELECT account_id FROM session_messages WHERE account_id = ?`, [id])
      expect(rows.length).toBeGreaterThan(0)
    }, inTime)
  await Promise.all(
    subjects.map(async ({ change, who, act }) => {
      const ask = async (at: Member): Promise<void> => {
        const reply = await act(at)
        if (isTurnedAway(reply)) return
        const { answer } = await waitingCheck(third, who.watched.token, change.page)
        third.server.kill('SIGCONT')
        if (!hasSeen(change, await answer)) late.push(toldBy(change, reply))
      }
      const first = ask(one)
      if (!isAtOnce) await Promise.race([first, heardOf(who).catch(() => undefined)])
      await Promise.all([first, ask(other)])
    }),
  )
  third.server.kill('SIGCONT')
  return late
}

describe('the same request twice, at two processes', () => {
  it.runIf(isLongForm)('is answered by neither before a check at any process sees the change', { timeout }, async () => {
    const { members, scene } = await trio()
    for (let round = 0; round < STALE_ROUNDS; round++)
      for (const changes of groups) expect(await twiceAtOnce(scene, members, changes)).toEqual([])
  })

  it('is answered by neither before a process that is stopped has lost its lease', { timeout }, async () => {
    const { members, scene } = await trio()
    for (let round = 0; round < STALE_ROUNDS; round++)
      for (const changes of groups) expect(await twiceWhileStopped(scene, members, changes, round % 2 === 1)).toEqual([])
  })
})
