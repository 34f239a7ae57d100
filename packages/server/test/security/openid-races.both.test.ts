import { describe, it } from 'vitest'
import { openidRaces } from '../races/openid-races.ts'
import { inUse } from '../support/in-use.ts'
import { ROUNDS, timeout } from '../support/rounds.ts'
import { world } from '../support/world.ts'

describe(`tokens of applications, ${ROUNDS} times`, () => {
  it.each(openidRaces.map(({ what, run }) => [what, run] as const))('%s', { timeout }, async (_what, run) => {
    const here = await world({ env: { DISABLE_ADMIN_TWO_FACTOR: 'true' } })
    await inUse(here)
    for (let round = 0; round < ROUNDS; round++) await run(here, `r${round}@example.com`)
  })
})
