import { describe, expect, inject, it } from 'vitest'
import { type Random, randomFrom } from '../history/random.ts'
import type { Reply } from '../support/browser.ts'
import { figure } from '../support/form.ts'
import { expectAddresses, LIFE, type Life, life, type Person } from '../support/lives.ts'
import { timeout } from '../support/rounds.ts'
import { PASSWORD, world } from '../support/world.ts'

/** `HISTORY_SEED` names the first seed. */
const RUNS = figure('HISTORY_RUNS', { short: 1, full: 20 })
const FIRST = Number(process.env['HISTORY_SEED'] ?? 1)
const BATCHES = 30
const AT_ONCE = 5

async function stage(): Promise<Life> {
  const here = await world({ withMail: true, env: LIFE })
  const env = { ...LIFE, SMTP_URL: here.mail.url }
  const there = inject('engine') === 'sqlite' ? here : await world({ databaseUrl: here.database.url, env })
  return life(here, there)
}

type Act = () => Promise<Reply | undefined>

/** One act, of whatever comes to mind, with whatever lies in the mailboxes. */
async function act(here: Life, random: Random): Promise<Reply | undefined> {
  const who: Person = random.pick(here.people)
  const open = (kind: Parameters<Life['letters']>[0]): string => {
    const codes = here.letters(kind)
    return codes[random.below(codes.length)] ?? 'none'
  }
  const newest = (kind: Parameters<Life['letters']>[0]): string => here.letters(kind).at(-1) ?? 'none'
  const acts: [Act, ...Act[]] = [
    () => here.ask(who, random.pick(here.addresses)),
    () => here.ask(who, random.pick(here.addresses)),
    () => here.confirm(open('change')),
    () => here.confirm(newest('change')),
    () => here.confirm(newest('change')),
    () => here.revert(open('revert')),
    () => here.report(open('report')),
    () => here.reset(newest('reset')),
    () => here.reset(newest('reset')),
    () => here.signIn(who),
    () => here.signIn(who),
    () => here.through(who).delete('/auth/email/change'),
    async () => (random.below(4) > 0 ? undefined : here.overrule(who, random.pick(here.addresses))),
    async () => (random.below(8) > 0 ? undefined : here.through(who).delete('/auth/account', { password: PASSWORD })),
    () => here.comeBack(who, random.pick(here.addresses)),
  ]
  return random.pick(acts)()
}

describe(`accounts through ${RUNS} random histories`, () => {
  it.each(Array.from({ length: RUNS }, (_, n) => FIRST + n))(
    'have an address that was given to them, and no session from before: seed %d',
    { timeout },
    async (seed) => {
      const here = await stage()
      const random = randomFrom(seed)
      for (let batch = 0; batch < BATCHES; batch++) {
        here.beginBatch()
        const replies = await Promise.all(Array.from({ length: AT_ONCE }, () => act(here, random)))
        for (const reply of replies) expect(reply?.status ?? 200, reply?.text).toBeLessThan(500)
        await here.mailsLeft()
        await expectAddresses(here, `seed ${seed}, batch ${batch}`)
      }
      // Otherwise nothing was tried.
      expect(here.done.get('changed') ?? 0).toBeGreaterThan(0)
      expect((here.done.get('reverted') ?? 0) + (here.done.get('reported') ?? 0)).toBeGreaterThan(0)
    },
  )
})
