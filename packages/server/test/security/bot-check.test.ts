import { describe, expect, it } from 'vitest'
import { CHALLENGE_MS, newChallenge, type Purpose } from '../../src/gate/bot-check/challenge.ts'
import { BEHIND_PROXY, enter, from, onLimits } from '../support/counted-client.ts'
import { limited } from '../support/limited.ts'
import { NEW_PASSWORD } from '../support/mailed-codes.ts'
import { PageVisitor } from '../support/page-visitor.ts'
import { ADA, accountsOf, asked, FEW, NEAR, press, pressed, signUp } from '../support/under-pressure.ts'
import { workedFor } from '../support/worked-for.ts'
import { PASSWORD, type World, world } from '../support/world.ts'

const MINUTE = 60_000
/** Worked for, and signed by nobody. */
const UNSIGNED = { mac: 'A'.repeat(22), nonce: '268553' }
/** The form that a code is typed into, as it came. */
const confirmIn = ({ page }: PageVisitor): Record<string, string> => ({
  ...page.allForms.find(({ values }) => values['_action'] === 'confirm')?.values,
})

const refused = { status: 429, heading: 'Create your account' }

describe('a form to sign up', () => {
  it('asks for work while its network is near the limit, and no longer', async () => {
    const here = await limited(FEW)
    const visitor = new PageVisitor(here.browser())
    const look = async () => {
      await visitor.open('/sign-up')
      return asked(visitor) !== undefined && /<script src="[^"]*proof\./.test(visitor.page.html)
    }
    await press(here, NEAR - 1)
    expect([await look(), visitor.page.html.includes('proof.')]).toEqual([false, false])
    await enter(here)
    expect(await look()).toBe(true)
    here.clock.advance(MINUTE)
    expect(await look()).toBe(false)
  })

  it.each([{ BOT_CHECK: 'off' }, { RATE_LIMITS: 'false' }])('asks for none with %j', async (env) => {
    const { asked } = await pressed(env)
    expect(asked).toBeUndefined()
  })

  it('asks no network but the one that is near the limit, and costs no statement', async () => {
    const here = await limited({ ...FEW, ...BEHIND_PROXY })
    await press(here)
    const page = async (ip: string) => (await here.browser().get('/sign-up', from(ip))).text
    const before = here.statements().length
    expect(await page('192.0.2.1')).toContain('_challenge')
    expect(await page('192.0.2.2')).not.toContain('_challenge')
    expect(here.statements().slice(before).filter(onLimits)).toEqual([])
    expect(here.statements().length).toBe(before)
  })

  it('makes the account of a browser that has worked, also when others have used up the limit', async () => {
    const { here, visitor, asked = '' } = await pressed()
    await press(here, 6)
    expect((await enter(here)).status).toBe(429)
    const page = await signUp(visitor, asked, workedFor(asked))
    expect([page.status, page.path]).toEqual([200, '/account'])
    expect(await accountsOf(here)).toBe(1)
  })

  it('takes a proof for its own form, its own network and its own time, and nothing that was made up', async () => {
    const here = await limited({ ...FEW, ...BEHIND_PROXY })
    const deps = here.depsFor()
    const ip = '192.0.2.1'
    await press(here)
    const own = newChallenge(deps, 'sign-up', { ip })
    const nonce = workedFor(own)
    const [end = '', seed = '', mac = ''] = own.split('.')
    const worked = (challenge: string) => [challenge, workedFor(challenge)] as const
    const tries = [
      [own, '0'],
      [own, `${nonce} `],
      ['', nonce],
      [`${(Number.parseInt(end, 36) + 1).toString(36)}.${seed}.${mac}`, nonce],
      [`${end}.${seed}.${UNSIGNED.mac}`, UNSIGNED.nonce],
      worked(newChallenge(deps, 'another form' as Purpose, { ip })),
      worked(newChallenge(deps, 'sign-up', { ip: '192.0.2.2' })),
    ] as const
    const hashed = here.hasher.calls
    const visitor = new PageVisitor(here.browser())
    for (const [challenge, found] of tries) expect(await signUp(visitor, challenge, found, ADA, ip)).toMatchObject(refused)
    here.clock.advance(CHALLENGE_MS)
    await press(here)
    expect(await signUp(visitor, own, nonce, ADA, ip)).toMatchObject(refused)
    expect([here.hasher.calls - hashed, await accountsOf(here)]).toEqual([0, 0])
  })

  it('asks where it did not before, and keeps what was typed but the password', async () => {
    const here = await limited(FEW)
    const visitor = new PageVisitor(here.browser())
    await visitor.open('/sign-up')
    await press(here)
    const page = await visitor.submit('signUp', ADA)
    expect(page).toMatchObject(refused)
    expect(page.alert).toMatch(/^Many requests are coming from your network right now\./)
    expect(page.headers['retry-after']).toBe('60')
    expect([page.field('name')?.['value'], page.field('email')?.['value']]).toEqual([ADA.name, ADA.email])
    expect(page.html).not.toContain(PASSWORD)
    expect([asked(visitor) === undefined, await accountsOf(here)]).toEqual([false, 0])
  })

  it('asks for nothing where nobody may sign up', async () => {
    const { visitor, asked } = await pressed({ ALLOW_PUBLIC: 'false' })
    const page = await visitor.post('/sign-up', { _action: 'signUp', ...ADA })
    expect([asked, page.html.includes('proof.'), page.status]).toEqual([undefined, false, 403])
  })

  it('leaves what is wrong with the fields to be told first, and spends no proof for it', async () => {
    const { visitor, asked = '' } = await pressed()
    const nonce = workedFor(asked)
    expect((await signUp(visitor, asked, nonce, { ...ADA, password: 'weak' })).status).toBe(400)
    expect((await signUp(visitor, asked, nonce)).status).toBe(200)
  })
})

describe('a form that asks for a code to sign in with', () => {
  const CODES = { EMAIL_SIGN_IN: 'anybody' }
  const requests = async ({ sql }: World) => (await sql(`SELECT id FROM sign_in_codes`)).map((row) => row['id'])

  it.each([
    [{ ...CODES, ENABLE_EMAIL_PASSWORD: 'false' }, '/sign-in'],
    [CODES, '/sign-in'],
    [CODES, '/sign-in-code'],
  ])('takes a proof beyond the limit, with %j at %s, and does without one below it', async (env, path) => {
    const { here, visitor } = await pressed(env)
    const [hasPasswords, isAgain] = [!('ENABLE_EMAIL_PASSWORD' in env), path === '/sign-in-code']
    const fields: Record<string, string> = hasPasswords ? {} : { email: ADA.email }
    await visitor.open('/sign-in')
    if (hasPasswords) await visitor.submit('next', { email: ADA.email })
    if (isAgain) await visitor.submit('sendCode')
    const begun = await requests(here)
    expect(begun).toHaveLength(isAgain ? 1 : 0)
    expect(visitor.page.html).toMatch(/<script src="[^"]*proof\./)
    await press(here, 6)
    const action = isAgain ? 'sendAgain' : 'sendCode'
    const page = await visitor.submit(action, fields)
    expect([page.status, page.alert]).toEqual([429, expect.stringMatching(/^Many requests/)])
    const form = page.allForms.find(({ values }) => values['_action'] === action)?.values ?? {}
    const proved = { ...form, ...fields, _proof: workedFor(form['_challenge'] ?? '') }
    expect((await visitor.post(path, proved)).path).toBe('/sign-in-code')
    const made = await requests(here)
    expect([made.length, begun.includes(made[0])]).toEqual([1, false])
    expect((await visitor.post(path, proved)).status).toBe(429)
    expect(await requests(here)).toEqual(made)
  })

  const codesAlone = { ...CODES, ENABLE_EMAIL_PASSWORD: 'false' }

  /** Somebody who has asked for a code while the network is near its limit, before others use it up. */
  async function askedFor(isProved: boolean) {
    const { here, visitor } = await pressed(codesAlone)
    await visitor.open('/sign-in')
    const form = visitor.page.allForms.find(({ values }) => values['_action'] === 'sendCode')?.values ?? {}
    const proof = isProved ? { _proof: workedFor(form['_challenge'] ?? '') } : {}
    await visitor.post('/sign-in', { ...form, email: ADA.email, ...proof })
    const { code } = await here.mail.newest(ADA.email)
    await press(here, 6)
    return { here, code, type: (typed: string) => visitor.post('/sign-in-code', { _action: 'verify', code: typed }) }
  }

  it('takes the code that was asked for with a proof beyond the limit, and no other', async () => {
    const [proved, plain] = [await askedFor(true), await askedFor(false)]
    expect(await proved.type(proved.code)).toMatchObject({ status: 200, path: '/account' })
    expect((await plain.type(plain.code)).status).toBe(429)
    plain.here.clock.advance(MINUTE)
    expect(await plain.type(plain.code)).toMatchObject({ status: 200, path: '/account' })
  })

  it('takes five guesses at it beyond the limit, as ever, and after them counts like all others', async () => {
    const { here, type, code } = await askedFor(true)
    const statuses = []
    for (let n = 0; n < 5; n++) statuses.push((await type('0000-0000')).status)
    expect([statuses, (await type(code)).status]).toEqual([[400, 400, 400, 400, 400], 429])
    here.clock.advance(MINUTE)
    expect((await type(code)).status).toBe(400)
    expect(await accountsOf(here)).toBe(0)
  })
})

describe('the routes', () => {
  it('keep their limit, and are asked for nothing', async () => {
    const here = await limited(FEW)
    const register = (at: number) => here.browser().post('/auth/register', { ...ADA, email: `ada-${at}@example.com` })
    const statuses = []
    for (let at = 0; at < 7; at++) statuses.push((await register(at)).status)
    expect(statuses).toEqual([201, 201, 201, 201, 201, 201, 429])
  })
})

describe('what came with a proof', () => {
  it('has ten times the limit of a network, apart from all others', async () => {
    const here = await limited({ LIMIT_ENTRY_PER_MINUTE: '2' })
    const client = { ip: '192.0.2.1', device: undefined } as Parameters<typeof here.limits.check>[1]
    const count = async () => here.limits.check('proved', client)
    for (let n = 0; n < 20; n++) await count()
    await expect(count()).rejects.toThrow('Too many attempts')
    await here.limits.check('credentials', client)
  })
})

describe('without scripts', () => {
  const codeSent = 'Check your mail'

  async function mailed(env: Record<string, string> = {}) {
    const made = await pressed({ LIMIT_ENTRY_PER_MINUTE: '30', ...env })
    const page = await made.visitor.submit('signUp', ADA)
    expect(page.heading).toBe(codeSent)
    const { code } = await made.here.mail.newest(ADA.email)
    return {
      ...made,
      code,
      confirm: (more: object = {}) => made.visitor.submit('confirm', { code, password: PASSWORD, ...more }),
    }
  }

  it('nothing is made before a mailed code comes back, and then a verified account', async () => {
    const { here, visitor, confirm } = await mailed()
    expect(visitor.page.html).not.toContain(PASSWORD)
    expect([await accountsOf(here), here.hasher.calls]).toEqual([0, 0])
    const page = await confirm({ password: NEW_PASSWORD })
    expect([page.status, page.path]).toEqual([200, '/account'])
    expect(
      await here.sql(`SELECT email, name, verified_at IS NULL AS open, mailbox_proved_at IS NULL AS unproved FROM accounts`),
    ).toEqual([expect.objectContaining({ email: ADA.email, name: ADA.name })])
    expect((await here.browser().post('/auth/login', { email: ADA.email, password: NEW_PASSWORD })).status).not.toBe(401)
    const me = await visitor.browser.get('/auth/me')
    expect(me.body).toMatchObject({ email: ADA.email, isVerified: true })
  })

  it('the code works once, in the form that asked for it', async () => {
    const { here, visitor, confirm, code } = await mailed()
    const form = confirmIn(visitor)
    const again = () => new PageVisitor(here.browser()).post('/sign-up', { ...form, code, password: PASSWORD })
    expect((await confirm({ code: '0000-0000-0000' })).field('code')?.['error']).toBe('This code is not valid.')
    expect((await confirm({ password: 'weak' })).field('password')?.['error']).toContain('at least 8 characters')
    const pages = await Promise.all([again(), again()])
    expect(pages.map(({ path }) => path).sort()).toEqual(['/account', '/sign-up'])
    await here.sql(`DELETE FROM accounts`)
    expect((await again()).field('code')?.['error']).toBe('This code was already used.')
    form['ticket'] = `${form['ticket']}x`
    expect((await again()).field('code')?.['error']).toBe('This code has expired.')
    expect(await accountsOf(here)).toBe(0)
  })

  it('the code of one form is worth nothing in another, and nothing after its time', async () => {
    const { here, confirm, visitor } = await mailed()
    const form = confirmIn(visitor)
    const eve = new PageVisitor(here.browser())
    await eve.open('/sign-up')
    await eve.submit('signUp', { ...ADA, email: 'eve@example.com' })
    const { code } = await here.mail.newest('eve@example.com')
    expect((await confirm({ code })).field('code')?.['error']).toBe('This code is not valid.')
    expect((await eve.post('/sign-up', { ...form, ticket: `x${form['ticket']}`, code, password: PASSWORD })).status).toBe(410)
    here.clock.advance(here.config.registration.verificationCodeTtl)
    expect((await confirm()).field('code')?.['error']).toBe('This code has expired.')
    expect(await accountsOf(here)).toBe(0)
  })

  it('an address that has an account, or may have none, is told as ever, and gets no mail', async () => {
    const { here, visitor } = await pressed({ LIMIT_ENTRY_PER_MINUTE: '30', REGISTRATION_BLOCKED_DOMAINS: 'example.net' })
    await here.signedUp(ADA.email)
    expect((await visitor.submit('signUp', ADA)).field('email')?.['error']).toContain('already exists')
    expect((await visitor.submit('signUp', { ...ADA, email: 'ada@example.net' })).status).toBe(403)
    expect(here.mail.mails).toEqual([])
  })

  it('the answer is that of the moment in which the code comes back', async () => {
    const { here, visitor, code } = await mailed()
    const form = confirmIn(visitor)
    const closed = await world({ databaseUrl: here.database.url, env: { ALLOW_PUBLIC: 'false' } })
    const page = await new PageVisitor(closed.browser()).post('/sign-up', { ...form, code, password: PASSWORD })
    expect([page.status, await accountsOf(here)]).toEqual([403, 0])
  })

  it('one address gets no more mails than others may cause', async () => {
    const { here, visitor } = await mailed({ LIMIT_MAILS_PER_MINUTE: '1' })
    await visitor.open('/sign-up')
    expect((await visitor.submit('signUp', ADA)).status).toBe(429)
    expect(here.mail.mails).toHaveLength(1)
  })

  it('and without a mail sender, there is nothing but to wait', async () => {
    const here = await world({ env: { ...FEW, RATE_LIMITS: 'true', DEV_INBOX: 'false', DISABLE_ADMIN_TWO_FACTOR: 'true' } })
    await press(here)
    const visitor = new PageVisitor(here.browser())
    await visitor.open('/sign-up')
    const page = await visitor.submit('signUp', ADA)
    expect(page).toMatchObject(refused)
    expect(page.headers['retry-after']).toBe('60')
    expect(page.text).toContain('Without JavaScript, please wait a minute')
    expect(await accountsOf(here)).toBe(0)
    here.clock.advance(MINUTE)
    await visitor.open('/sign-up')
    expect((await visitor.submit('signUp', ADA)).path).toBe('/account')
  })
})
