import { expect, inject, it } from 'vitest'
import { longestHold } from '../../../../test/support/longest-hold.ts'
import { DAY, ON } from '../../../../test/support/unverified.ts'
import { type World, world } from '../../../../test/support/world.ts'
import { purgeClient } from '../../../gate/assembly/purge-client.ts'
import { removeUnverified } from './unverified.ts'

const STEPS = 300
/** Of 200 accounts each. */
const SLICES = 2

const NUMBERS = {
  sqlite: (count: number) =>
    `(WITH RECURSIVE few (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM few WHERE n < ${count}) SELECT n FROM few)`,
  postgres: (count: number) => `(SELECT n FROM generate_series(1, ${count}) AS n)`,
}

/** So many accounts that nobody has proved for long, each with a session as a sign-up leaves it. */
async function waiting(count: number): Promise<World> {
  const here = await world({ withMail: true, env: ON })
  await here.purge.stop() // it removes them as well, once a minute of the machine's own time
  const numbers = NUMBERS[inject('engine')](count)
  await here.sql(
    `INSERT INTO accounts (id, email, name, role, credential_version, created_at, updated_at, unproved_since, words_of)
     SELECT 'old-' || n, 'old' || n || '@example.org', 'x', 'user', 1, 1, 1, n, 'old' || n || '@example.org x' FROM ${numbers} AS few`,
  )
  return here
}

/** What each step has done: how many statements it has sent, and how many of the oldest accounts are fewer after it. */
async function steps(here: World) {
  const chore = removeUnverified(30 * DAY)
  const left = async () =>
    Number((await here.sql(`SELECT COUNT(*) AS total FROM accounts WHERE unproved_since <= 2000`))[0]?.['total'])
  const done = []
  for (let step = 0; step < STEPS; step++) {
    const [before, sent] = [await left(), here.statements().length]
    await chore({ deps: here.depsFor(), client: purgeClient }, here.clock.now())
    done.push({ removed: before - (await left()), sent: here.statements().length - sent })
  }
  return done
}

it('a hundred thousand accounts that were never proved go one at a time, in few statements each, and none of them holds the event loop', async () => {
  const here = await waiting(100_000)
  const done: Awaited<ReturnType<typeof steps>>[number][] = []
  const held = await longestHold(50, async () => done.push(...(await steps(here))))
  expect(Math.max(...done.map(({ removed }) => removed))).toBe(1)
  // Some read the next slice instead.
  expect(done.filter(({ removed }) => removed !== 1)).toHaveLength((SLICES * done.length) / STEPS)
  expect(Math.max(...done.map(({ sent }) => sent))).toBeLessThan(40)
  expect(held).toBeLessThan(50)
})
