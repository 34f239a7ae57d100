import { describe, expect, it } from 'vitest'
import { BCRYPT, giveForeign, hashOf } from '../../../../test/support/foreign-accounts.ts'
import { foreignVectors } from '../../../../test/support/foreign-vectors.ts'
import { shared } from '../../../../test/support/shared.ts'
import { PASSWORD, type World, world } from '../../../../test/support/world.ts'

const EMAIL = 'ada@example.com'

const signIn = ({ browser }: World, password: string = PASSWORD, email = EMAIL) =>
  browser().post('/auth/login', { email, password })

/** One of each scheme, and the cheapest of them. */
const samples = [...new Map(foreignVectors().map((one) => [one.hash.scheme, one])).values()]

describe('an account whose password another system has hashed', () => {
  const service = shared(() => world())

  it.each(samples.map((one) => [one.hash.scheme, one] as const))(
    'is signed in to with it, and from then on its hash is ours: %s',
    async (scheme, vector) => {
      const here = service()
      const email = `${scheme}@example.com`
      await here.signedUp(email)
      await giveForeign(here, email, vector)
      expect((await signIn(here, `y${vector.password}`, email)).status).toBe(401)
      expect(await hashOf(here, email)).toMatch(/^\$lk1\$/)
      expect((await signIn(here, vector.password, email)).status).toBe(200)
      expect(await hashOf(here, email)).toMatch(/^\$argon2id\$/)
      expect((await signIn(here, vector.password, email)).status).toBe(200)
      expect((await signIn(here, `y${vector.password}`, email)).status).toBe(401)
    },
  )

  it('has its weak hash within argon2id, and the digest is nowhere', async () => {
    const here = service()
    const weak = samples.filter(({ hash }) => ['digest', 'hmac', 'phpass', 'md5-crypt', 'pbkdf2', 'bcrypt'].includes(hash.scheme))
    for (const vector of weak) {
      const email = `weak-${vector.hash.scheme}@example.com`
      await here.signedUp(email)
      const bare = await giveForeign(here, email, vector)
      const text = await giveForeign(here, email, vector, { isWrapped: true })
      expect(text).not.toContain(bare.split('$').at(-1))
      expect(text).toContain('$argon2id$v=19$m=64,t=1,p=1$')
      expect((await signIn(here, `y${vector.password}`, email)).status).toBe(401)
      expect((await signIn(here, vector.password, email)).status).toBe(200)
      expect(await hashOf(here, email)).toMatch(/^\$argon2id\$/)
    }
  })
})

describe('a hash that another system has made', () => {
  it.each([
    ['at a step-up', (here: World) => here.signedUp(), '/auth/step-up', { password: PASSWORD }],
    ['when a factor is switched on', (here: World) => here.signedUp(), '/auth/2fa/enable', { password: PASSWORD }],
  ] as const)('becomes ours %s', async (_where, owner, url, body) => {
    const here = await world()
    const browser = await owner(here)
    await giveForeign(here, EMAIL, BCRYPT)
    expect((await browser.post(url, { password: 'wrong horse 1' })).status).toBe(401)
    expect(await hashOf(here)).toMatch(/^\$lk1\$/)
    expect((await browser.post(url, body)).status).toBe(200)
    expect(await hashOf(here)).toMatch(/^\$argon2id\$/)
    expect((await signIn(here)).status).toBe(200)
  })

  it('becomes ours when its owner proves the mailbox with it', async () => {
    const here = await world({ withMail: true })
    await (await here.signedUp()).post('/auth/resend-verification')
    const { code } = await here.mail.newest(EMAIL)
    await giveForeign(here, EMAIL, BCRYPT)
    const prove = (password: string) => here.browser().post('/auth/verify-email', { code, password })
    expect((await prove('wrong horse 1')).status).toBe(401)
    expect((await prove(PASSWORD)).status).toBe(200)
    expect(await hashOf(here)).toMatch(/^\$argon2id\$/)
  })

  it('opens nothing more where the account is deleted with it', async () => {
    const here = await world()
    const browser = await here.signedUp()
    await giveForeign(here, EMAIL, BCRYPT)
    expect((await browser.delete('/auth/account', { password: 'wrong horse 1' })).status).toBe(400)
    expect((await browser.delete('/auth/account', { password: PASSWORD })).status).toBe(200)
    expect((await signIn(here)).status).toBe(401)
  })

  it('becomes ours for both of two at once, and the password can be changed with it', async () => {
    const here = await world()
    const browser = await here.signedUp()
    await giveForeign(here, EMAIL, BCRYPT)
    const replies = await Promise.all([signIn(here), signIn(here), browser.post('/auth/step-up', { password: PASSWORD })])
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
    await giveForeign(here, EMAIL, BCRYPT)
    const change = { oldPassword: PASSWORD, newPassword: 'another horse 2' }
    expect((await browser.post('/auth/change-password', change)).status).toBe(200)
    expect((await signIn(here, 'another horse 2')).status).toBe(200)
    expect((await signIn(here)).status).toBe(401)
  })

  it('does not come back over a password that was chosen meanwhile', async () => {
    const here = await world()
    await here.signedUp()
    await giveForeign(here, EMAIL, BCRYPT)
    here.beforeNextTransaction(() =>
      here.sql(`UPDATE accounts SET password_hash = NULL, credential_version = credential_version + 1`),
    )
    expect((await signIn(here)).status).toBe(401)
    expect(await hashOf(here)).toBeUndefined()
  })

  it.each([
    ['a cost of years', (text: string) => text.replace('c=4', 'c=31')],
    ['no parameters', (text: string) => text.replace('c=4,l=31', 'l=31')],
    ['another scheme', (text: string) => text.replace('bcrypt', 'rot13')],
    ['something cut off', (text: string) => text.slice(0, -1)],
    ['megabytes', (text: string) => `${text}${'A'.repeat(1_000_000)}`],
  ])('is compared with nothing where somebody has written %s into it, and the log names the account', async (_what, change) => {
    const here = await world()
    await here.signedUp()
    const text = await giveForeign(here, EMAIL, BCRYPT)
    await here.sql(`UPDATE accounts SET password_hash = ?`, [change(text)])
    const [row] = await here.sql(`SELECT id FROM accounts`)
    const { calls } = here.hasher
    expect(await signIn(here)).toMatchObject({ status: 401, body: { error: 'invalid_credentials' } })
    expect([here.hasher.calls - calls, here.hasher.schemes]).toEqual([1, []])
    const line =
      here
        .logged()
        .split('\n')
        .find((one) => one.includes('no password is compared')) ?? ''
    expect(line).toContain(String(row?.['id']))
    expect(line).not.toContain(text.split('$').at(-1) ?? '')
  })
})
