import { describe, it } from 'vitest'
import { sessionRaces } from '../races/session-races.ts'
import { inUse } from '../support/in-use.ts'
import { ROUNDS, timeout } from '../support/rounds.ts'
import { world } from '../support/world.ts'

describe(`sessions, ${ROUNDS} times`, () => {
  it.each(sessionRaces.map(({ what, run }) => [what, run] as const))('%s', { timeout }, async (_what, run) => {
    const here = await world({ withMail: true, env: { DISABLE_ADMIN_TWO_FACTOR: 'true' } })
    await inUse(here)
    for (let round = 0; round < ROUNDS; round++) await run(here, `r${round}@example.com`)
  })
})
