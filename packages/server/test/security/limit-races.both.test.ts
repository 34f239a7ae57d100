import { describe, it } from 'vitest'
import { ENTRY_LIMIT, entryRace, LIMITS, limitRaces } from '../races/limit-races.ts'
import { ROUNDS, timeout } from '../support/rounds.ts'
import { spread } from '../support/spread.ts'
import { type RunningService, world } from '../support/world.ts'

/** Two services on one database, as two processes would be. */
async function twoServices(env: Record<string, string>): Promise<RunningService & { waitAMinute(): void }> {
  const here = await world({ withMail: true, env })
  const there = await world({ databaseUrl: here.database.url, env: { ...env, SMTP_URL: here.mail.url } })
  const waitAMinute = (): void => {
    for (const { clock } of [here, there]) clock.advance(60_000)
  }
  return { ...spread([here.app, there.app], here), waitAMinute }
}

describe(`limits that two services share, ${ROUNDS} times`, () => {
  it.each(limitRaces.map(({ what, run }) => [what, run] as const))('%s', { timeout }, async (_what, run) => {
    const place = await twoServices(LIMITS)
    for (let round = 0; round < ROUNDS; round++) await run(place, `r${round}@example.com`)
  })

  it(entryRace.what, { timeout }, async () => {
    const place = await twoServices(ENTRY_LIMIT)
    for (let round = 0; round < ROUNDS; round++) {
      await entryRace.run(place, 'ada@example.com')
      place.waitAMinute()
    }
  })
})
