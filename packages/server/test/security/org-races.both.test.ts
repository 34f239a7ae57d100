import { describe, it } from 'vitest'
import { ORG_SETTINGS, orgRaces } from '../races/org-races.ts'
import { ROUNDS, timeout } from '../support/rounds.ts'
import { world } from '../support/world.ts'

describe(`organisations, every pair of acts ${ROUNDS} times`, () => {
  it('keep an owner who can sign in', { timeout: timeout * 3 }, async () => {
    const here = await world({ env: ORG_SETTINGS })
    for (const [n, { what, run }] of orgRaces.entries()) {
      for (let round = 0; round < ROUNDS; round++) {
        await run(here, `r${n}-${round}@example.com`).catch((cause: unknown) => {
          throw new Error(`${what} (round ${round + 1}): ${cause instanceof Error ? cause.message : cause}`, { cause })
        })
      }
    }
  })
})
