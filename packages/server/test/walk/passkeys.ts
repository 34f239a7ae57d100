import { newId } from '../../src/platform/kernel/ids.ts'
import { newToken } from '../../src/platform/kernel/tokens.ts'
import type { Browser } from '../support/browser.ts'
import { addPasskey, enterByPasskey } from '../support/factored.ts'
import { SoftwareAuthenticator } from '../support/software-authenticator.ts'
import type { World } from '../support/world.ts'
import type { Run, Seen, Walk } from './cases.ts'
import { ADMIN, alone, BANNED, become, bySomeone, byStranger, NO_PASSWORD, someone, switchedOff } from './preparing.ts'

/** An owner of a passkey. */
async function holder(here: World) {
  const who = await someone(here)
  return { who, browser: who.browser, ...(await addPasskey(who.browser)) }
}

type Holder = Awaited<ReturnType<typeof holder>>

const byHolder =
  (ask: (owner: Holder, here: World) => Promise<Seen>): Run =>
  async (here) =>
    ask(await holder(here), here)

/** Adds a passkey, or tries to. */
const adding =
  (more: object = {}): Run =>
  async (here) =>
    (await addPasskey((await someone(here)).browser, more)).reply

/** Makes a passkey and sends it, after something has happened. */
async function make(browser: Browser, happen: () => unknown, knobs: object = {}): Promise<Seen> {
  const { body } = await browser.post('/auth/passkeys/options')
  const passkey = new SoftwareAuthenticator().register(body.options, knobs)
  await happen()
  return browser.post('/auth/passkeys', { state: body.state, passkey })
}

/** Signs in with a passkey after something has happened. */
const entering = (happen: (here: World, owner: Holder) => unknown, knobs: object = {}): Run =>
  byHolder(async (owner, here) => {
    await happen(here, owner)
    return enterByPasskey(here.browser(), owner.authenticator, knobs)
  })

/** An owner who has become this signs in with the passkey and removes it. */
const removing = (facts: string): Run =>
  byHolder(async ({ who, authenticator, id }, here) => {
    await become(here, who, facts)
    const visitor = here.browser()
    await enterByPasskey(visitor, authenticator)
    return visitor.delete(`/auth/passkeys/${id}`)
  })

const nothing = () => undefined
const ANSWER = { state: 'unknown', passkey: {} }
const UNKNOWN = `/auth/passkeys/${newId(1)}`

export const passkeys = {
  passkeyOptions: {
    well: bySomeone('POST /auth/passkeys/options'),
    method_disabled: switchedOff(bySomeone('POST /auth/passkeys/options')),
    passkey_limit: byHolder(({ browser }) => browser.post('/auth/passkeys/options')),
  },
  addPasskey: {
    well: adding(),
    method_disabled: switchedOff(bySomeone('POST /auth/passkeys', ANSWER)),
    validation_error: adding({ name: '' }),
    passkey_invalid: bySomeone('POST /auth/passkeys', ANSWER),
    passkey_exists: async (here) => {
      const takenId = newToken()
      await make((await someone(here)).browser, nothing, { takenId })
      return make((await someone(here)).browser, nothing, { takenId })
    },
    passkey_limit: async (here) => {
      const { browser } = await someone(here)
      return make(browser, () => addPasskey(browser.clone()))
    },
  },
  listPasskeys: { well: bySomeone('GET /auth/passkeys') },
  renamePasskey: {
    well: byHolder(({ browser, id }) => browser.send('PATCH', `/auth/passkeys/${id}`, { name: 'Key' })),
    validation_error: byHolder(({ browser, id }) => browser.send('PATCH', `/auth/passkeys/${id}`, { name: '' })),
    passkey_not_found: bySomeone(`PATCH ${UNKNOWN}`, { name: 'Key' }),
  },
  removePasskey: {
    well: removing(`role = 'user'`),
    passkey_not_found: bySomeone(`DELETE ${UNKNOWN}`),
    last_sign_in_method: removing(NO_PASSWORD),
    last_admin: alone(removing(`${ADMIN}, ${NO_PASSWORD}`)),
  },
  passkeySignInOptions: {
    well: byStranger('POST /auth/passkey/options'),
    method_disabled: switchedOff(byStranger('POST /auth/passkey/options')),
  },
  signInWithPasskey: {
    well: entering(nothing),
    method_disabled: switchedOff(byStranger('POST /auth/passkey/login', ANSWER)),
    passkey_invalid: byStranger('POST /auth/passkey/login', ANSWER),
    passkey_unknown: entering((_here, { browser, id }) => browser.delete(`/auth/passkeys/${id}`)),
    passkey_refused: entering(nothing, { signature: 'of another key' }),
    user_banned: entering((here, { who }) => become(here, who, BANNED)),
  },
  relatedOrigins: {
    well: byStranger('GET /.well-known/webauthn'),
    not_found: switchedOff(byStranger('GET /.well-known/webauthn')),
  },
  passkeyEndpoints: {
    well: byStranger('GET /.well-known/passkey-endpoints'),
    not_found: switchedOff(byStranger('GET /.well-known/passkey-endpoints')),
  },
} satisfies Partial<Walk>
