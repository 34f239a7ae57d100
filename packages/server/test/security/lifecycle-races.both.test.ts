import { describe, it } from 'vitest'
import { LIFECYCLE_SETTINGS, lifecycleRaces } from '../races/lifecycle-races.ts'
import { inUse } from '../support/in-use.ts'
import { ROUNDS, timeout } from '../support/rounds.ts'
import { world } from '../support/world.ts'

describe(`the life of an account, ${ROUNDS} times`, () => {
  it.each(lifecycleRaces.map(({ what, run }) => [what, run] as const))('%s', { timeout }, async (_what, run) => {
    const here = await world({ withMail: true, env: LIFECYCLE_SETTINGS })
    await inUse(here)
    for (let round = 0; round < ROUNDS; round++) await run(here, `r${round}@example.com`)
  })
})
