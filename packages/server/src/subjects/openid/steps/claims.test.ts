import { describe, expect, it } from 'vitest'
import { addClient, authorizing, EMAIL } from '../../../../test/support/authorizing.ts'
import { organised } from '../../../../test/support/organised.ts'
import { shared } from '../../../../test/support/shared.ts'
import { world } from '../../../../test/support/world.ts'
import { accountsIn } from '../../../gate/accounts/tables/accounts.ts'
import { claimsOf, scopesKnown, subjectFor } from './claims.ts'

type Here = Pick<Awaited<ReturnType<typeof world>>, 'depsFor' | 'sql'>

async function accountOf({ depsFor, sql }: Here, email: string) {
  const [row = {}] = await sql(`SELECT id FROM accounts WHERE email = ?`, [email])
  const account = await accountsIn(depsFor().store).find(String(row['id']))
  if (!account) throw new Error('no account')
  return account
}

const told = async (here: Here, email: string, scopes: readonly string[], own = scopes) =>
  claimsOf(here.depsFor(), await accountOf(here, email), { scopes: own }, scopes)

describe('claims', () => {
  const here = shared(async () => {
    const made = await organised()
    const ada = await made.join('ada')
    await ada.browser.put('/auth/language', { language: 'de' })
    await made.join('lone')
    for (const [name, slug] of [
      ['Zoo', 'zoo'],
      ['Acme', 'acme'],
    ])
      await ada.browser.post('/auth/orgs', { name, slug })
    const mary = await made.join('mary')
    const [org = {}] = await made.sql(`SELECT id FROM organisations WHERE slug = 'acme'`)
    await made.invite(ada.browser, String(org['id']), mary, 'member')
    return made
  })

  it('are those of the granted scopes alone, as the account is at this moment', async () => {
    expect(await told(here(), EMAIL, ['openid'])).toEqual({})
    expect(await told(here(), EMAIL, ['openid', 'email'])).toEqual({ email: EMAIL, email_verified: true })
    expect(await told(here(), EMAIL, ['profile'])).toEqual({ name: 'Ada', locale: 'de', updated_at: expect.any(Number) })
    expect(await told(here(), EMAIL, ['profile', 'email'])).toMatchObject({ preferred_username: EMAIL })
    const { updated_at } = await told(here(), EMAIL, ['profile'])
    expect(Math.abs(Number(updated_at) - Date.parse('2030-01-01') / 1000)).toBeLessThan(60)
    await here().sql(`UPDATE accounts SET verified_at = NULL WHERE email = 'lone@example.com'`)
    expect(await told(here(), 'lone@example.com', ['email'])).toMatchObject({ email_verified: false })
  })

  it('end with what the client may ask for', async () => {
    expect(await told(here(), EMAIL, ['email', 'profile', 'groups'], ['openid', 'email'])).toEqual({
      email: EMAIL,
      email_verified: true,
    })
  })

  it('name organisations by their slugs, with the part that one has in them', async () => {
    expect(await told(here(), EMAIL, ['groups'])).toEqual({ groups: ['acme', 'acme:owner', 'zoo', 'zoo:owner'] })
    expect(await told(here(), 'mary@example.com', ['groups'])).toEqual({ groups: ['acme', 'acme:member'] })
    expect(await told(here(), 'lone@example.com', ['groups', 'organizations'])).toEqual({ groups: [], organizations: [] })
    expect(await told(here(), 'mary@example.com', ['organizations'])).toEqual({
      organizations: [{ id: expect.any(String), slug: 'acme', name: 'Acme', role: 'member' }],
    })
    await here().sql(`UPDATE accounts SET role = 'admin' WHERE email = 'mary@example.com'`)
    expect(await told(here(), 'mary@example.com', ['groups'])).toEqual({ groups: ['admin', 'acme', 'acme:member'] })
  })

  it('have no more groups than a token has room for', async () => {
    const { id } = await accountOf(here(), 'lone@example.com')
    for (let n = 100; n < 250; n++) {
      await here().sql(
        `INSERT INTO organisations (id, name, slug, owner_count, member_count, created_at, updated_at, words_of) VALUES (?, 'X', ?, 0, 0, 1, 1, '')`,
        [`org-${n}`, `many-${n}`],
      )
      await here().sql(`INSERT INTO org_members (org_id, account_id, role, joined_at) VALUES (?, ?, 'member', 1)`, [
        `org-${n}`,
        id,
      ])
    }
    const { groups } = await told(here(), 'lone@example.com', ['groups'])
    expect(groups).toHaveLength(200)
    expect((groups as string[]).slice(0, 2)).toEqual(['many-100', 'many-100:member'])
  })
})

describe('declared fields', () => {
  const DATA_FIELDS = JSON.stringify({
    company: { type: 'text', access: 'owner' },
    plan: { type: 'choice', choices: ['free', 'paid'], default: 'free' },
    tags: { type: 'list', access: 'app' },
    email: { type: 'text', access: 'owner' },
    secret: { type: 'text', access: 'private' },
  })

  it('are told one by one, under their names, and never what only backends read', async () => {
    const here = await authorizing({}, { DATA_FIELDS })
    await here.signedUp(EMAIL)
    const values = JSON.stringify({ company: 'Acme', secret: 'hidden', email: 'mallory@example.com' })
    await here.sql(`UPDATE accounts SET data = ?`, [values])
    expect(scopesKnown(here.config)).toEqual(expect.arrayContaining(['data:company', 'data:plan', 'data:tags', 'data:email']))
    expect(scopesKnown(here.config)).not.toContain('data:secret')
    const all = ['data:company', 'data:plan', 'data:tags', 'data:secret', 'data:email', 'data:unknown', 'data:']
    expect(await told(here, EMAIL, [...all, 'email'])).toEqual({
      ...{ company: 'Acme', plan: 'free', data_email: 'mallory@example.com' },
      ...{ email: EMAIL, email_verified: false },
    })
    expect(await told(here, EMAIL, ['data:plan'])).toEqual({ plan: 'free' })
  })
})

describe('sub', () => {
  it('is the account, or for each client another one that outlives a new secret', async () => {
    const here = await authorizing()
    await here.signedUp(EMAIL)
    const { id } = await accountOf(here, EMAIL)
    const [one, other] = [
      await addClient(here, { id: 'one', isPairwise: true }),
      await addClient(here, { id: 'other', isPairwise: true }),
    ]
    expect(await subjectFor(here.depsFor(), { id: 'wiki', isPairwise: false }, id)).toBe(id)
    const subject = await subjectFor(here.depsFor(), one, id)
    expect(subject).toMatch(/^[\w-]{43}$/)
    expect(await subjectFor(here.depsFor(), other, id)).not.toBe(subject)
    expect(await subjectFor(here.depsFor(), one, 'another account')).not.toBe(subject)
    const env = {
      SECRET: 'another secret for tests, 32 bytes and more',
      PREVIOUS_SECRET: 'a secret for tests, 32 bytes and more',
    }
    const later = await world({ databaseUrl: here.database.url, env })
    expect(await subjectFor(later.depsFor(), one, id)).toBe(subject)
  })
})
