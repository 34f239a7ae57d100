import { describe, it } from 'vitest'
import { FACTOR_SETTINGS, factorRaces } from '../races/factor-races.ts'
import { inUse } from '../support/in-use.ts'
import { ROUNDS, timeout } from '../support/rounds.ts'
import { world } from '../support/world.ts'

describe(`second factors, ${ROUNDS} times`, () => {
  it.each(factorRaces.map(({ what, run }) => [what, run] as const))('%s', { timeout }, async (_what, run) => {
    const here = await world({ withMail: true, env: FACTOR_SETTINGS })
    await inUse(here)
    for (let round = 0; round < ROUNDS; round++) await run(here, `r${round}@example.com`)
  })
})
