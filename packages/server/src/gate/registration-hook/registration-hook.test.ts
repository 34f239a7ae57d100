import { describe, expect, it, vi } from 'vitest'
import { invited } from '../../../test/support/invited.ts'
import { ADA, oauthWorld } from '../../../test/support/oauth-world.ts'
import { PageVisitor } from '../../../test/support/page-visitor.ts'
import { HOOK_SECRET, registrationHook, type Verdict } from '../../../test/support/registration-hook.ts'
import { shared } from '../../../test/support/shared.ts'
import { held, PASSWORD, type World, world } from '../../../test/support/world.ts'

const DATA = { company: { type: 'text', access: 'owner', atSignUp: 'optional' }, plan: { type: 'text', maxLength: 10 } }

const newcomer = { email: 'ada@example.com', password: PASSWORD, name: 'Ada' }
const register = ({ browser }: World, more: object = {}) => browser().post('/auth/register', { ...newcomer, ...more })
const REFUSED = { status: 403, body: { error: 'registration_refused', message: 'You cannot sign up here.' } }
const accounts = async ({ sql }: Pick<World, 'sql'>) => (await sql(`SELECT id FROM accounts`)).length

describe('the question before an account is made', () => {
  let verdict: Verdict = { allow: true }
  const common = shared(async () => {
    const hook = await registrationHook(() => verdict)
    return { hook, ...(await world({ env: { DATA_FIELDS: JSON.stringify(DATA), ...hook.env } })) }
  })
  const says = (one: Verdict) => {
    verdict = one
    return common()
  }

  it('names the newcomer, is signed, and is asked once', async () => {
    const here = says({ allow: true })
    const { asked } = here.hook
    const before = asked.length
    const answer = await register(here, { email: 'Grace@Example.com', name: 'Grace', data: { company: 'Navy' } })
    expect([answer.status, asked.length - before]).toEqual([201, 1])
    const [question] = asked.slice(before)
    expect(question?.event).toEqual({
      type: 'registration.asked',
      timestamp: new Date(here.clock.now()).toISOString(),
      data: {
        ...{ email: 'grace@example.com', isEmailVerified: false, name: 'Grace' },
        ...{ method: 'password', provider: null, data: { company: 'Navy' } },
      },
    })
    expect(JSON.stringify(question)).not.toContain(PASSWORD)
  })

  it('refuses, in words of its own or in ours, and nothing is made', async () => {
    const here = says({ allow: false, message: 'Ask your team for <an> invite.' })
    const before = await accounts(here)
    const { status, body } = await register(here, { email: 'b@example.com' })
    expect([status, body]).toEqual([403, { error: 'registration_refused', message: 'Ask your team for <an> invite.' }])
    for (const message of [undefined, 5, '', ' ', 'two\nlines', 'x'.repeat(301), { en: 'no' }]) {
      says({ allow: false, message })
      expect(await register(here, { email: 'b@example.com' })).toMatchObject(REFUSED)
    }
    expect(await accounts(here)).toBe(before)
    expect((await here.auditTypes()).filter((type) => type === 'user.registered')).toHaveLength(before)
  })

  it('says no more of an address that has an account, which is asked about and refused alike', async () => {
    const here = says({ allow: true })
    await register(here, { email: 'taken@example.com' })
    says({ allow: false })
    const { asked } = here.hook
    const before = asked.length
    const [taken, free] = [
      await register(here, { email: 'taken@example.com' }),
      await register(here, { email: 'free@example.com' }),
    ]
    expect([taken.status, taken.body]).toEqual([free.status, free.body])
    expect(asked.length - before).toBe(2)
    says({ allow: true })
    expect((await register(here, { email: 'taken@example.com' })).body.error).toBe('email_already_exists')
  })

  it('may fill in the fields of the account, and its word goes before that of the newcomer', async () => {
    const here = says({ allow: true, metadata: { plan: 'pro', company: 'Acme' }, more: 'is not looked at' })
    const { body } = await register(here, { email: 'c@example.com', data: { company: 'Nobody' } })
    const [row] = await here.sql(`SELECT data FROM accounts WHERE id = ?`, [body.user.id])
    expect(JSON.parse(String(row?.['data']))).toEqual({ plan: 'pro', company: 'Acme' })
  })

  const NONSENSE: readonly Verdict[] = [
    ...['', 'yes', '[]', 'null', '{}', '{"allow": "true"}', '{"allow": 1}', '{"allow": true'],
    ...[
      { allow: true, metadata: [] },
      { allow: true, metadata: 'pro' },
      { allow: true, metadata: { unknown: 1 } },
    ],
    ...[
      { allow: true, metadata: { plan: 5 } },
      { allow: true, metadata: { plan: 'much too long a plan' } },
    ],
    ...([
      [204, ''],
      [201, '{"allow": true}'],
      [302, '{"allow": true}'],
      [500, '{"allow": true}'],
      [403, '{"allow": false}'],
    ] as const),
    { allow: true, padding: 'x'.repeat(20_000) },
  ]

  it.each(NONSENSE)('lets nobody in by nonsense: %j', async (one) => {
    const here = says(one)
    const answer = await register(here, { email: 'd@example.com' })
    expect([answer.status, answer.body.error, answer.headers['retry-after']]).toEqual([503, 'overloaded', '5'])
  })

  it('is not asked at a sign-in, nor about what an administrator makes', async () => {
    const here = says({ allow: true })
    await register(here, { email: 'e@example.com' })
    const { asked } = here.hook
    const before = asked.length
    says({ allow: false })
    const { browser } = here
    const login = (who: ReturnType<typeof browser>) => who.post('/auth/login', { email: 'e@example.com', password: PASSWORD })
    expect((await login(browser())).status).toBe(200)
    const root = browser()
    await login(root)
    await here.sql(`UPDATE accounts SET role = 'admin', verified_at = 1 WHERE email = 'e@example.com'`)
    await root.post('/admin/users', { email: 'f@example.com', name: 'F' })
    expect(asked.length).toBe(before)
  })

  it('is told on the page, in the words of the server', async () => {
    const here = says({ allow: false, message: 'Ask <b>your</b> team.' })
    const visitor = new PageVisitor(here.browser())
    await visitor.open('/sign-up')
    const page = await visitor.submit('signUp', newcomer)
    expect([page.status, page.html.includes('Ask &lt;b>your&lt;/b> team.')]).toEqual([403, true])
    says({ allow: false })
    expect((await visitor.submit('signUp', newcomer, { 'accept-language': 'de' })).alert).toBe(
      'Sie können sich hier nicht registrieren.',
    )
  })
})

describe('where the server of the operator', () => {
  it('is down, nobody gets in, unless the operator would rather have everybody', async () => {
    const dead = { REGISTRATION_HOOK_URL: 'http://127.0.0.1:1/', REGISTRATION_HOOK_SECRET: HOOK_SECRET }
    const here = await world({ env: dead })
    expect((await register(here)).body.error).toBe('overloaded')
    expect(here.logged()).toContain('connect_failed')
    expect(here.logged()).not.toMatch(/ada@example\.com|whsec_/)
    const lenient = await world({ env: { ...dead, REGISTRATION_HOOK_FAILURE: 'allow' } })
    expect((await register(lenient)).status).toBe(201)
  })

  it('takes its time, no transaction waits for it', async () => {
    const answered = held()
    const hook = await registrationHook(async () => {
      await answered.released
      return { allow: true }
    })
    const here = await world({ env: hook.env })
    const waiting = register(here)
    await vi.waitFor(() => expect(hook.asked).toHaveLength(1))
    await here.sql(`CREATE TABLE meanwhile (id INTEGER)`)
    expect((await here.browser().get('/auth/me')).status).toBe(401)
    await here.sql(`DROP TABLE meanwhile`)
    answered.release()
    expect((await waiting).status).toBe(201)
  })
})

describe('every other door asks as well', () => {
  it('an invite, which stays open', async () => {
    let allow = true
    const hook = await registrationHook(() => ({ allow }))
    const here = await invited(hook.env)
    allow = false
    const accept = () => here.browser().post('/auth/invite/register', here.form)
    expect(await accept()).toMatchObject(REFUSED)
    allow = true
    expect((await accept()).status).toBe(201)
    expect(hook.asked.at(-1)?.event.data).toMatchObject({ email: 'guest@example.com', method: 'invite', isEmailVerified: true })
  })

  it('a provider, which leads back to a page that says so', async () => {
    let verdict: Verdict = { allow: false }
    const hook = await registrationHook(() => verdict)
    const here = await oauthWorld({ env: hook.env })
    here.corp.person(ADA)
    const browser = here.browser()
    const refused = await here.signIn(browser, ADA)
    expect(refused.headers['location']).toContain('error=registration_refused')
    const page = await new PageVisitor(browser).open(String(refused.headers['location']))
    expect(page.alert).toBe('You cannot sign up here.')
    verdict = 'nonsense'
    expect((await here.signIn(browser, ADA)).headers['location']).toContain('error=overloaded')
    verdict = { allow: true }
    expect((await here.signIn(browser, ADA)).headers['location']).not.toContain('error=')
    expect(hook.asked.at(-1)?.event.data).toMatchObject({ method: 'provider', provider: 'corp', email: ADA.email })
    verdict = { allow: false }
    const before = hook.asked.length
    expect((await here.signIn(here.browser(), ADA)).headers['location']).not.toContain('error=')
    expect(hook.asked.length).toBe(before)
  })

  it('a mailed code, once it was right, and it stays good', async () => {
    let allow = false
    const hook = await registrationHook(() => ({ allow }))
    const here = await world({ withMail: true, env: { EMAIL_SIGN_IN: 'anybody', ...hook.env } })
    const browser = here.browser()
    await browser.post('/auth/code/request', { email: 'ada@example.com', name: 'Ada' })
    const { code } = await here.mail.newest('ada@example.com')
    expect((await browser.post('/auth/code/verify', { code: '0000-0000' })).body.error).toBe('code_invalid')
    expect(hook.asked).toHaveLength(0)
    expect(await browser.post('/auth/code/verify', { code })).toMatchObject(REFUSED)
    allow = true
    expect((await browser.post('/auth/code/verify', { code })).status).toBe(200)
    expect(hook.asked[1]?.event.data).toMatchObject({ method: 'mailbox', name: 'Ada', isEmailVerified: true })
    await browser.post('/auth/code/request', { email: 'ada@example.com' })
    expect(hook.asked).toHaveLength(2)
  })
})
