import { describe, it } from 'vitest'
import { SIGN_IN_CODE_SETTINGS, signInCodeRaces } from '../races/sign-in-code-races.ts'
import { ROUNDS, timeout } from '../support/rounds.ts'
import { world } from '../support/world.ts'

describe(`codes to sign in with, ${ROUNDS} times`, () => {
  it.each(signInCodeRaces.map(({ what, run }) => [what, run] as const))('%s', { timeout }, async (_what, run) => {
    const here = await world({ withMail: true, env: SIGN_IN_CODE_SETTINGS })
    for (let round = 0; round < ROUNDS; round++) await run(here, `r${round}@example.com`)
  })
})
