import { CODE_MS } from '../../src/subjects/mailed-sign-in/steps/code-life.ts'
import { type World, world } from '../support/world.ts'
import type { Case, Env, Run, Walk } from './cases.ts'
import { alone, BANNED, become, byStranger, deadHook, newAddress, refusingHook, someone } from './preparing.ts'
import { refusedData } from './refused-data.ts'

const ANYBODY: Env = { EMAIL_SIGN_IN: 'anybody' }

/** A browser that has asked for a code, which is in the mailbox. */
async function asked(here: World, email: string) {
  const visitor = here.browser()
  await visitor.post('/auth/code/request', { email })
  const { code } = await here.mail.newest(email)
  return { visitor, verify: (more: object = {}) => visitor.post('/auth/code/verify', { code, ...more }), code }
}

const byMail = (run: Run): Case => alone(run, ANYBODY)

/** The operator changes the settings while the code is in the mailbox. */
const onceChanged = (settings: Env | (() => Promise<Env>)): Case => ({
  env: { ...ANYBODY, REGISTRATION_BLOCKED_DOMAINS: '' },
  run: async (here) => {
    const { visitor, code } = await asked(here, newAddress())
    const env = typeof settings === 'function' ? await settings() : settings
    const changed = await world({ databaseUrl: here.database.url, withMail: true, env })
    const same = changed.browser()
    for (const [name, value] of visitor.jar) same.jar.set(name, value)
    return same.post('/auth/code/verify', { code })
  },
})

const refused = refusedData((data) => async (here) => (await asked(here, newAddress())).verify({ data }))

export const mailedSignIn = {
  requestSignInCode: { well: byMail(byStranger('POST /auth/code/request', { email: newAddress() })) },
  verifySignInCode: {
    well: byMail(async (here) => (await asked(here, newAddress())).verify()),
    code_invalid: byMail(byStranger('POST /auth/code/verify', { code: '0000-0000' })),
    code_expired: byMail(async (here) => {
      const { verify } = await asked(here, newAddress())
      here.clock.advance(CODE_MS)
      return verify()
    }),
    user_banned: byMail(async (here) => {
      const who = await someone(here)
      const { verify } = await asked(here, who.email)
      await become(here, who, BANNED)
      return verify()
    }),
    invalid_data: byMail(refused.invalid_data),
    unknown_field: byMail(refused.unknown_field),
    field_not_writable: byMail(refused.field_not_writable),
    forbidden: onceChanged({ EMAIL_SIGN_IN: 'existing' }),
    email_not_allowed: onceChanged({ ...ANYBODY, REGISTRATION_BLOCKED_DOMAINS: 'example.com' }),
    registration_refused: onceChanged(async () => ({ ...ANYBODY, ...(await refusingHook()) })),
    overloaded: onceChanged({ ...ANYBODY, ...deadHook }),
    email_already_exists: byMail(async (here) => {
      const email = newAddress()
      const { verify } = await asked(here, email)
      await here.signedUp(email)
      return verify()
    }),
  },
} satisfies Partial<Walk>
