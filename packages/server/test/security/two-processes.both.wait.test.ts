import { describe, inject, it } from 'vitest'
import { adminRaces } from '../races/admin-races.ts'
import { auditRaces } from '../races/audit-races.ts'
import { codeRaces } from '../races/code-races.ts'
import { DATA_SETTINGS, dataRaces } from '../races/data-races.ts'
import { FACTOR_SETTINGS, factorRaces } from '../races/factor-races.ts'
import { LIFECYCLE_SETTINGS, lifecycleRaces } from '../races/lifecycle-races.ts'
import { ENTRY_LIMIT, entryRace, LIMITS, limitRaces } from '../races/limit-races.ts'
import { openidRaces } from '../races/openid-races.ts'
import { ORG_SETTINGS, orgRaces } from '../races/org-races.ts'
import type { Race } from '../races/race.ts'
import { sessionRaces } from '../races/session-races.ts'
import { SIGN_IN_CODE_SETTINGS, signInCodeRaces } from '../races/sign-in-code-races.ts'
import { ORIGIN } from '../support/browser.ts'
import { figure } from '../support/form.ts'
import { timeout } from '../support/rounds.ts'
import { twoProcesses } from '../support/two-processes.ts'
import type { RunningService } from '../support/world.ts'

/** Processes take a while to start, and every request goes over a socket: the short form has some races, once each. */
const ROUNDS = figure('RACE_ROUNDS', { short: 1, full: 3 })
const isLongForm = ROUNDS > 1
/** Processes of one file take turns at the whole of it, so the short form has those of one server. */
const isRun = isLongForm || inject('engine') === 'postgres'

/** All races of a theme at one place: two processes take a while to start. */
async function runAll(place: RunningService, races: readonly Race[]): Promise<void> {
  for (const [n, { what, run }] of races.entries()) {
    for (let round = 0; round < ROUNDS; round++) {
      await run(place, `r${n}-${round}@example.com`).catch((cause: unknown) => {
        throw new Error(`${what} (round ${round + 1}): ${cause instanceof Error ? cause.message : cause}`, { cause })
      })
    }
  }
}

const themes = [
  // Passkeys answer to the name of the service, which a process on a free port would not know.
  ['sessions', { DISABLE_ADMIN_TWO_FACTOR: 'true', PUBLIC_URL: ORIGIN }, sessionRaces],
  ['tokens of applications', { DISABLE_ADMIN_TWO_FACTOR: 'true' }, openidRaces],
  ['factors', { ...FACTOR_SETTINGS, PUBLIC_URL: ORIGIN }, factorRaces],
  ['codes', { ENABLE_INVITE: 'true', DISABLE_ADMIN_TWO_FACTOR: 'true' }, codeRaces],
  ['codes to sign in with', SIGN_IN_CODE_SETTINGS, signInCodeRaces],
  ['administrators', { DISABLE_ADMIN_TWO_FACTOR: 'true' }, adminRaces],
  ['organisations', ORG_SETTINGS, orgRaces],
  ['the life of an account', { ...LIFECYCLE_SETTINGS, PUBLIC_URL: ORIGIN }, lifecycleRaces],
  ['account data', DATA_SETTINGS, dataRaces],
  ['limits', LIMITS, limitRaces],
  ['the audit log', {}, auditRaces],
] as const

describe.runIf(isRun)(`two processes on one database, ${isLongForm ? `every race ${ROUNDS} times` : 'some races'}`, () => {
  it.each(isLongForm ? themes : themes.slice(0, 2))(
    'hold for %s what one process holds',
    { timeout: timeout * 5 },
    async (_theme, env, races) => {
      await runAll(await twoProcesses(env), isLongForm ? races : races.filter((_, n) => n % 6 === 0))
    },
  )

  it(`hold their limit together: ${entryRace.what}`, { timeout }, async () => {
    await entryRace.run(await twoProcesses(ENTRY_LIMIT), 'ada@example.com')
  })
})
