import { describe, expect, it } from 'vitest'
import { declaring } from '../../../../test/support/declared.ts'
import { type OAuthWorld, oauthWorld } from '../../../../test/support/oauth-world.ts'
import { PASSWORD } from '../../../../test/support/world.ts'

const REQUIRED = declaring({ company: { type: 'text', access: 'owner', atSignUp: 'required' }, plan: { type: 'text' } })

type Person = Parameters<OAuthWorld['corp']['person']>[0]

/** A browser that is back from the provider, and is asked. */
async function asked(person: Partial<Person> = {}, env: Record<string, string> = {}) {
  const here = await oauthWorld({ withMail: true, env: { ...REQUIRED, ...env } })
  const visitor = here.browser()
  await here.signIn(
    visitor,
    here.corp.person({ sub: 'bo', email: 'bo@example.com', email_verified: true, name: 'Bo', ...person }),
  )
  return {
    ...here,
    visitor,
    finish: (from = visitor, data: object = { company: 'Acme' }) => from.post('/auth/oauth/sign-up', { data }),
    names: () => here.sql(`SELECT name FROM accounts`),
  }
}

describe('POST /auth/oauth/sign-up', () => {
  it('makes one account for callers at once, and the others are told that it was spent', async () => {
    const { visitor, finish, sql } = await asked()
    const replies = await Promise.all(Array.from({ length: 8 }, () => finish(visitor.clone())))
    expect(replies.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(400)])
    expect(replies.filter(({ body }) => body.error === 'state_used')).toHaveLength(7)
    expect(await sql(`SELECT email FROM accounts`)).toEqual([{ email: 'bo@example.com' }])
    expect(await sql(`SELECT account_id FROM sessions`)).toHaveLength(1)
  })

  it('tells of the limit of mails, and goes on when that is over', async () => {
    const env = { RATE_LIMITS: 'true', REQUIRE_EMAIL_VERIFICATION: 'true', LIMIT_MAILS_PER_MINUTE: '1' }
    const { finish, browser, clock, names, sql } = await asked({ email_verified: false }, env)
    const form = { email: 'bo@example.com', password: PASSWORD, name: 'Bo', data: { company: 'Acme' } }
    expect((await browser().post('/auth/register', form)).status).toBe(201)
    await sql(`DELETE FROM accounts`)
    expect(await finish()).toMatchObject({ status: 429, body: { error: 'rate_limit_exceeded' } })
    expect(await names()).toEqual([])
    clock.advance(60_000)
    expect(await finish()).toMatchObject({ status: 201, body: { requiresVerification: true } })
    expect(await names()).toEqual([{ name: 'Bo' }])
  })

  it('refuses what is not asked for, and stays good for what is', async () => {
    const { finish, visitor, names } = await asked()
    expect((await finish(visitor, { company: 'Acme', plan: 'pro' })).body.error).toBe('field_not_writable')
    expect((await finish(visitor, {})).body).toMatchObject({ error: 'invalid_data', message: 'company is missing.' })
    expect(await names()).toEqual([])
    expect((await finish()).status).toBe(201)
  })

  it.each([
    ['as long as a name may be', `${'a'.repeat(199)}😀`, `${'a'.repeat(199)}😀`],
    ['longer', 'a'.repeat(4000), 'bo'],
  ])('takes a name that is %s, as without a question', async (_what, name, stored) => {
    const { finish, names } = await asked({ name })
    expect((await finish()).status).toBe(201)
    expect(await names()).toEqual([{ name: stored }])
  })
})
