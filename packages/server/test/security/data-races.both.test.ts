import { describe, it } from 'vitest'
import { DATA_SETTINGS, dataRaces } from '../races/data-races.ts'
import { ROUNDS, timeout } from '../support/rounds.ts'
import { world } from '../support/world.ts'

describe(`writers of account data, released together ${ROUNDS} times`, () => {
  it.each(dataRaces)('$what', { timeout }, async ({ run }) => {
    const here = await world({ env: DATA_SETTINGS })
    for (let round = 0; round < ROUNDS; round++) await run(here, `r${round}@example.com`)
  })
})
