import { describe, expect, it } from 'vitest'
import { mailedCode, member, NEW_PASSWORD, passwordlessMember, redeemAt, signIn } from '../support/mailed-codes.ts'
import { ZELENKA as EMAIL, waysToSetPassword } from '../support/ways-to-set-password.ts'
import { world } from '../support/world.ts'

/** The list is on unless it is switched off, in development as well. */
const STRICT = { APP_NAME: 'Quillon Bank', PUBLIC_URL: 'https://login.quillon.test' }

const tooCommon = { status: 400, body: { error: 'weak_password', message: expect.stringContaining('many people use it') } }
const tooClose = { status: 400, body: { error: 'weak_password', message: expect.stringContaining('it is made of the name') } }

/** Some of those that pass for good ones otherwise. */
const common = ['Password1', 'qwerty123', 'Trustno1!', 'P@ssw0rd2024', 'iloveyou1']
/** What anybody can guess who knows the service; and who knows the account: more than the guesses that a code allows. */
const ofService = ['QuillonBank1', 'quillon2024!', 'login.quillon.test1']
const ofAccount = [`${EMAIL}1`, 'M.Zelenka1', 'mzelenka7', 'zelenka2024!', '!!Zelenka1', 'Ada73915']

describe.each(Object.entries(waysToSetPassword))('%s', (_route, prepare) => {
  it('refuses what others would try first, changes nothing, and takes a good password afterwards', async () => {
    const { here, set } = await prepare(STRICT)
    const hashed = here.hasher.calls
    for (const password of common) expect(await set(password), password).toMatchObject(tooCommon)
    for (const password of [...ofService, ...ofAccount]) expect(await set(password), password).toMatchObject(tooClose)
    expect(here.hasher.calls).toBe(hashed)
    expect((await set(NEW_PASSWORD)).status).toBeLessThan(300)
    expect((await signIn(here, EMAIL, NEW_PASSWORD)).status).toBe(200)
  })

  it('takes them all where the list is switched off', async () => {
    const { set } = await prepare({ PASSWORD_REJECT_COMMON: 'false' })
    expect((await set('Password1')).status).toBeLessThan(300)
  })
})

describe('the words of an account', () => {
  it('are told to nobody without the code of a reset', async () => {
    const here = await world({ env: STRICT, withMail: true })
    const who = await member(here, EMAIL)
    await mailedCode(here, 'reset-password', who)
    for (const password of [...ofAccount, NEW_PASSWORD]) {
      const reply = await redeemAt['reset-password'](here, who, 'x'.repeat(43), password)
      expect(reply, password).toMatchObject({ status: 400, body: { error: 'reset_token_invalid' } })
    }
  })

  it('are told to nobody without the code for a first password, whose wrong guesses count', async () => {
    const here = await world({ env: STRICT, withMail: true })
    const who = await passwordlessMember(here, EMAIL)
    const { code } = await mailedCode(here, 'set-password', who)
    for (const password of ofAccount.slice(0, 5)) {
      const reply = await redeemAt['set-password'](here, who, '0000-0000-0000', password)
      expect(reply, password).toMatchObject({ status: 400, body: { error: 'invalid_code' } })
    }
    expect(await redeemAt['set-password'](here, who, code, ofAccount[0])).toMatchObject({ body: { error: 'invalid_code' } })
  })

  it('are those of the account alone', async () => {
    const here = await world({ env: STRICT })
    const others = { email: 'ada@example.com', name: 'Ada', password: 'zelenka2024!' }
    expect((await here.browser().post('/auth/register', others)).status).toBe(201)
  })
})
