import { describe, expect, it } from 'vitest'
import { signedInAsAdmin } from '../../../test/support/administered.ts'
import { form } from '../../../test/support/inviting.ts'
import { landing, type OAuthWorld, oauthWorld } from '../../../test/support/oauth-world.ts'
import { shared } from '../../../test/support/shared.ts'
import { PASSWORD } from '../../../test/support/world.ts'

const ENV = { ORGANISATIONS: 'true', ENABLE_INVITE: 'true', EMAIL_SIGN_IN: 'anybody' }
const REFUSED = { status: 403, error: 'email_not_allowed' }

let people = 0
const member = async (here: OAuthWorld) => {
  const email = `member${++people}@example.com`
  const browser = await here.signedUp(email)
  await here.sql(`UPDATE accounts SET verified_at = 1, mailbox_proved_at = 1 WHERE email = ?`, [email])
  return browser
}

/** What each door answers to an address. */
const doors = {
  async register({ browser }: OAuthWorld, email: string) {
    const { status, body } = await browser().post('/auth/register', { email, password: PASSWORD, name: 'Ada' })
    return { status, error: body.error }
  },
  async provider(here: OAuthWorld, email: string) {
    const person = here.corp.person({ sub: email, email, email_verified: true, name: 'Ada' })
    const { error } = landing(await here.signIn(here.browser(), person))
    return { status: error === undefined ? 201 : 403, error }
  },
  async 'org-invite'(here: OAuthWorld, email: string) {
    const owner = await member(here)
    const { body: org } = await owner.post('/auth/orgs', { name: 'Acme' })
    await owner.post(`/auth/orgs/${org.id}/invites`, { email, role: 'member' })
    const { code } = await here.mail.newest(email)
    const { status, body } = await here.browser().post('/auth/orgs/invites/register', { code, ...form })
    return { status, error: body.error }
  },
  async 'email-change'(here: OAuthWorld, email: string) {
    const { status, body } = await (await member(here)).post('/auth/email/change', { email })
    return { status: status === 200 ? 201 : status, error: body.error }
  },
}
const names = Object.keys(doors) as (keyof typeof doors)[]

describe('who may sign up', () => {
  const here = shared(() => oauthWorld({ withMail: true, env: { ...ENV, REGISTRATION_BLOCKED_DOMAINS: 'blocked.example' } }))
  const strict = shared(() => oauthWorld({ withMail: true, env: { ...ENV, REGISTRATION_DOMAINS: 'example.com' } }))

  it.each(names)('is asked at the door %s', async (door) => {
    expect(await doors[door](here(), `${door}@mail.blocked.example`)).toEqual(REFUSED)
    expect(await doors[door](here(), `${door}@notblocked.example`)).toEqual({ status: 201 })
    expect(await doors[door](strict(), `${door}@example.net`)).toEqual(REFUSED)
    expect(await doors[door](strict(), `${door}@mail.example.com`)).toEqual({ status: 201 })
    expect(await here().sql(`SELECT id FROM accounts WHERE email LIKE '%@mail.blocked.example'`)).toEqual([])
  })

  it('is asked at the door of mailed codes, whose answer is the same for all: the mail has a code, or says that there is no account', async () => {
    const codeFor = async ({ browser, mail }: OAuthWorld, email: string): Promise<string> => {
      expect((await browser().post('/auth/code/request', { email })).status).toBe(200)
      return (await mail.newest(email)).code
    }
    expect(await codeFor(here(), 'code@mail.blocked.example')).toBe('')
    expect(await codeFor(here(), 'code@notblocked.example')).not.toBe('')
    expect(await codeFor(strict(), 'code@example.net')).toBe('')
    expect(await codeFor(strict(), 'code@mail.example.com')).not.toBe('')
  })

  it.each(['register', 'email-change'] as const)('tells at the door %s nothing about accounts', async (door) => {
    const [{ sql, signedUp }, taken] = [here(), `taken-${door}@example.com`]
    await signedUp(taken)
    await sql(`UPDATE accounts SET email = ? WHERE email = ?`, [`taken-${door}@blocked.example`, taken])
    expect(await doors[door](here(), `taken-${door}@blocked.example`)).toEqual(REFUSED)
  })

  it('says so before the address is looked up', async () => {
    const { browser, statements } = here()
    const before = statements().length
    await browser().post('/auth/register', { email: 'ada@blocked.example', password: PASSWORD, name: 'Ada' })
    expect(
      statements()
        .slice(before)
        .filter((text) => text.includes('accounts')),
    ).toEqual([])
  })

  it('lets people in whose account has such an address already', async () => {
    const { browser, sql, corp, link, signIn } = here()
    const email = 'old@blocked.example'
    const owner = await member(here())
    const person = corp.person({ sub: email, email, email_verified: true, name: 'Ada' })
    await link(owner, person)
    await sql(`UPDATE accounts SET email = ? WHERE id = ?`, [email, (await owner.get('/auth/me')).body.id])
    expect((await browser().post('/auth/login', { email, password: PASSWORD })).status).toBe(200)
    expect(landing(await signIn(browser(), person))).not.toHaveProperty('error')
  })

  it('is not asked of administrators and of an invite that names the address', async () => {
    const world = here()
    const root = await signedInAsAdmin(world, 'root@example.com')
    const { body: made } = await root.post('/admin/users', { email: 'made@blocked.example', name: 'Ada' })
    expect(made.email).toBe('made@blocked.example')
    expect((await root.send('PATCH', `/admin/users/${made.id}/email`, { email: 'moved@blocked.example' })).status).toBe(200)
    await root.post('/admin/invites', { email: 'guest@blocked.example' })
    const { code } = await world.mail.newest('guest@blocked.example')
    expect((await world.browser().post('/auth/invite/register', { code, ...form })).status).toBe(201)
  })
})
