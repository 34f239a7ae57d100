import { describe, expect, it } from 'vitest'
import type { Browser } from '../support/browser.ts'
import { asked } from '../support/by-mail.ts'
import { invited } from '../support/invited.ts'
import { oauthWorld } from '../support/oauth-world.ts'
import { organised } from '../support/organised.ts'
import { PageVisitor } from '../support/page-visitor.ts'
import { PASSWORD, type World, world } from '../support/world.ts'

const FIELDS = {
  owner: { type: 'text', access: 'owner', atSignUp: 'optional' },
  app: { type: 'text', access: 'app', inHeaders: true },
  private: { type: 'text', access: 'private' },
}
const declaring = (fields: object) => ({ DATA_FIELDS: JSON.stringify(fields), ENABLE_INVITE: 'true', EMAIL_SIGN_IN: 'anybody' })
const ENV = declaring(FIELDS)
/** After a provider, a newcomer is stopped only where something is required. */
const REQUIRED = declaring({ ...FIELDS, owner: { ...FIELDS.owner, atSignUp: 'required' } })

const EMAIL = 'ada@example.com'
const FORM = { name: 'Ada', password: PASSWORD }

interface Passed {
  readonly here: Pick<World, 'sql'>
  readonly status: number
  /** Of a route the code of its refusal; a form takes nothing but what its page asks. */
  readonly code: string
}

const answered = async (here: World, browser: Browser, path: string, body: object): Promise<Passed> => {
  const reply = await browser.post(path, body)
  return { here, status: reply.status, code: reply.body.error }
}

/** The form of a page, with inputs by hand that it does not have. */
async function typed(here: World, browser: Browser, path: string, action: string, data: object, fields: object): Promise<Passed> {
  const visitor = new PageVisitor(browser)
  await visitor.open(path)
  const inputs = Object.fromEntries(Object.entries(data).map(([name, value]) => [`data.${name}`, String(value)]))
  const { status } = await visitor.post(path, { _action: action, ...fields, ...inputs })
  return { here, status, code: 'ignored' }
}

async function comingFromProvider() {
  const here = await oauthWorld({ env: REQUIRED })
  const visitor = here.browser()
  await here.signIn(visitor)
  return { here, visitor }
}

async function withCode() {
  const here = await world({ withMail: true, env: ENV })
  return { here, ...(await asked(here, EMAIL)) }
}

async function invitedToOrg() {
  const here = await organised(ENV)
  const olga = await here.join('olga')
  const { body: org } = await olga.browser.post('/auth/orgs', { name: 'Acme' })
  await olga.browser.post(`/auth/orgs/${org.id}/invites`, { email: EMAIL, role: 'member' })
  return { here, code: (await here.mail.newest(EMAIL)).code }
}

/** Every door by which an account is made, with data in its hands. */
const DOORS: Readonly<Record<string, (data: object) => Promise<Passed>>> = {
  async 'POST /auth/register'(data) {
    const here = await world({ env: ENV })
    return answered(here, here.browser(), '/auth/register', { email: EMAIL, ...FORM, data })
  },
  async 'POST /auth/invite/register'(data) {
    const here = await invited(ENV)
    return answered(here, here.browser(), '/auth/invite/register', { ...here.form, data })
  },
  async 'POST /auth/orgs/invites/register'(data) {
    const { here, code } = await invitedToOrg()
    return answered(here, here.browser(), '/auth/orgs/invites/register', { code, ...FORM, confirmPassword: PASSWORD, data })
  },
  async 'POST /auth/oauth/sign-up'(data) {
    const { here, visitor } = await comingFromProvider()
    return answered(here, visitor, '/auth/oauth/sign-up', { data: { owner: 'x', ...data } })
  },
  async 'POST /auth/code/verify'(data) {
    const { here, visitor, code } = await withCode()
    return answered(here, visitor, '/auth/code/verify', { code, data })
  },
  async 'the form of the sign-up page'(data) {
    const here = await world({ env: ENV })
    return typed(here, here.browser(), '/sign-up', 'signUp', data, { email: EMAIL, ...FORM })
  },
  async 'the form of an invite'(data) {
    const here = await invited(ENV)
    return typed(here, here.browser(), '/invite', 'accept', data, { code: here.code, ...FORM })
  },
  async 'the form of an invite into an organisation'(data) {
    const { here, code } = await invitedToOrg()
    return typed(here, here.browser(), '/org-invite', 'register', data, { code, ...FORM })
  },
  async 'the form after a provider'(data) {
    const { here, visitor } = await comingFromProvider()
    return typed(here, visitor, '/finish-sign-up', 'finish', { owner: 'x', ...data }, {})
  },
  async 'the form of a mailed code'(data) {
    const { here, visitor, code } = await withCode()
    return typed(here, visitor, '/sign-in-code', 'verify', data, { code })
  },
}

const through = (door: string, data: object): Promise<Passed> => (DOORS[door] as (typeof DOORS)[string])(data)
const isForm = (door: string): boolean => door.startsWith('the form')

describe('a door by which an account is made', () => {
  it.each(Object.keys(DOORS).flatMap((door) => (['app', 'private'] as const).map((tier) => [door, tier] as const)))(
    '%s writes no field of the tier %s',
    async (door, tier) => {
      const { here, status, code } = await through(door, { [tier]: 'mine' })
      if (!isForm(door)) expect([status, code]).toEqual([403, 'field_not_writable'])
      expect(JSON.stringify(await here.sql(`SELECT data FROM accounts`))).not.toContain('mine')
      expect(await here.sql(`SELECT * FROM account_data WHERE field <> 'owner'`)).toEqual([])
    },
  )

  it.each(Object.keys(DOORS))('%s writes what is asked for at sign-up', async (door) => {
    const { here } = await through(door, { owner: 'mine' })
    expect(JSON.stringify(await here.sql(`SELECT data FROM accounts`))).toContain('mine')
    expect(await here.sql(`SELECT field, value FROM account_data`)).toEqual([{ field: 'owner', value: '"mine"' }])
  })
})
