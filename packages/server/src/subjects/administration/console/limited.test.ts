import { describe, expect, it } from 'vitest'
import { ADA, administered } from '../../../../test/support/administered.ts'
import { clientOf } from '../../../../test/support/clients.ts'
import { enteredAdmin, limitedAdmin, scopeSets } from '../../../../test/support/limited-admin.ts'
import { PageVisitor } from '../../../../test/support/page-visitor.ts'
import { seal, sealedIn } from '../../../../test/support/sealed.ts'
import { shared } from '../../../../test/support/shared.ts'
import { world } from '../../../../test/support/world.ts'
import { pagePaths } from '../../../gate/page-paths.ts'
import { placesOf } from '../../../gate/pages/console/console-document.tsx'
import { loadLooks } from '../../../gate/pages/looks.ts'
import { viewFor } from '../../../gate/pages/view.ts'
import { hostedPages } from '../../index.ts'

const ENV = { ORGANISATIONS: 'true', ENABLE_INVITE: 'true' }

async function atConsoleWith(...scopes: readonly string[]) {
  const here = await administered(ENV)
  const eve = await limitedAdmin(here, 'eve@example.com', scopes)
  return { ...here, eveId: eve.id, visitor: new PageVisitor(eve.browser) }
}

const SOME = [
  ['users:read'],
  ['orgs:read'],
  ['audit:read'],
  ['users:read', 'users:write', 'invites:write', 'audit:read'],
] as const

const linksOf = ({ html }: { readonly html: string }): readonly string[] =>
  [...html.matchAll(/<a [^>]*href="(\/console[^"?#]*)"/g)].map(([, path = '']) => path)

describe('the pages of the console', () => {
  const open = shared(() => world({ withMail: true, env: { ...ENV, DISABLE_ADMIN_TWO_FACTOR: 'true' } }))

  it('are each open to those with the scope of the page, and to no others', async () => {
    const here = open()
    const pages = hostedPages(loadLooks(here.config).looks).filter((page) => page.for === 'administrators')
    const target = await enteredAdmin(here, ['users:read'])
    await here.sql(
      `INSERT INTO organisations (id, name, slug, created_by, owner_count, member_count, created_at, updated_at) VALUES (?, 'Team', 'team', NULL, 0, 0, 1, 1)`,
      [target.id],
    )
    const { browser: root } = await enteredAdmin(here, undefined)
    const { id: clientId } = await clientOf(root)
    const { body: made } = await root.post('/admin/webhooks', { url: 'https://93.184.215.14/', types: ['*'] })
    await seal(here)
    const [event] = await sealedIn(here)
    let asked = 0
    for (const own of scopeSets()) {
      const { browser } = await enteredAdmin(here, own)
      for (const { path, scope } of pages) {
        const address = path
          .replace('~', '')
          .replace('clients/{id}', `clients/${clientId}`)
          .replace('webhooks/{id}', `webhooks/${made.webhook.id}`)
          .replace('audit/{id}', `audit/${event?.id}`)
          .replace('{id}', target.id)
        const { status } = await browser.get(address, { headers: { accept: 'text/html' } })
        const isOpen = scope === 'none' || own === undefined || own.some((one) => one === scope)
        expect([path, own, status]).toEqual([path, own, isOpen ? 200 : 403])
        asked++
      }
    }
    expect(asked).toBe(pages.length * scopeSets().length)
    expect(pages.length).toBeGreaterThanOrEqual(12)
  })

  it('lead nowhere that the administrator may not go', async () => {
    const here = open()
    for (const own of SOME) {
      const visitor = new PageVisitor((await enteredAdmin(here, own)).browser)
      const seen = new Set<string>()
      for (const path of ['/console', ...linksOf(await visitor.open('/console'))]) {
        if (seen.has(path)) continue
        seen.add(path)
        const page = await visitor.open(path)
        expect([own, path, page.status]).toEqual([own, path, 200])
        for (const link of linksOf(page).filter((one) => !seen.has(one))) {
          seen.add(link)
          expect([own, path, link, (await visitor.open(link)).status]).toEqual([own, path, link, 200])
        }
      }
    }
  })

  it('stand in the navigation with the scope that they name themselves', () => {
    const { config } = open()
    const pages = hostedPages(loadLooks(config).looks)
    const view = viewFor({ config, accepted: '', chosen: undefined, now: 0 })
    const [places = []] = placesOf(view, config, undefined)
    for (const place of places)
      expect([place.path, place]).toEqual([
        place.path,
        expect.objectContaining({ scope: pages.find(({ path }) => path === place.path)?.scope }),
      ])
    expect(places.map(({ path }) => path)).toContain(pagePaths.consoleAudit)
  })
})

describe('an administrator who may only look on', () => {
  it('finds no button on the page of an account, and none of its forms does anything', async () => {
    const { visitor, adaId } = await atConsoleWith('users:read')
    const page = await visitor.open(`/console/users/${adaId}`)
    expect(page.forms.map(({ values }) => values['_action'])).toEqual(['signOut'])
    expect(page.text).not.toContain('Recent activity')
    for (const action of ['ban', 'promote', 'endSessions', 'rename']) {
      const refused = await visitor.post(`/console/users/${adaId}`, { _action: action, name: 'Other' })
      expect([action, refused.status, refused.alert]).toEqual([action, 403, 'This needs more than you may do.'])
    }
  })

  it('is told on a page of another scope that it is beyond them, with the way back and their own places', async () => {
    const { visitor, rootId } = await atConsoleWith('users:read')
    const page = await visitor.open('/console/audit')
    expect([page.status, page.heading]).toEqual([403, 'Beyond your rights'])
    expect(page.text).toContain('This needs more than you may do.')
    expect(linksOf(page)).toEqual(['/console', '/console/users', '/console/keys', '/console'])
    const sent = await visitor.post('/console/users/new', { _action: 'create', email: 'new@example.com', name: 'New' })
    expect([sent.status, sent.html.includes('name="email"')]).toEqual([403, false])
    expect((await visitor.open(`/console/users/${rootId}`)).text).toContain('Rights Everything')
  })

  it('makes an account without the right to see accounts, and is led nowhere that is not theirs', async () => {
    const { visitor, sql } = await atConsoleWith('users:write')
    expect(linksOf(await visitor.open('/console/users/new'))).not.toContain('/console/users')
    const page = await visitor.submit('create', { email: 'new@example.com', name: 'New' })
    expect([page.status, page.address, page.notice]).toEqual([200, '/console/users/new?done=created', 'The account was created.'])
    expect(await sql(`SELECT id FROM accounts WHERE email = 'new@example.com'`)).toHaveLength(1)
  })

  it('sees figures on the first page, and no events', async () => {
    const { visitor } = await atConsoleWith('orgs:read')
    const page = await visitor.open('/console')
    expect([page.status, page.text.includes(ADA), page.text.includes('Recent events')]).toEqual([200, false, false])
    expect(page.text).toContain('Accounts 3')
  })

  it('filters the log by id where addresses are not theirs to look up', async () => {
    const { visitor, adaId } = await atConsoleWith('audit:read')
    expect((await visitor.open(`/console/audit?target=${adaId}`)).text).toContain(ADA)
    const page = await visitor.open(`/console/audit?target=${ADA}`)
    expect([page.status, page.text.includes('Without the right to see accounts, give an ID.')]).toEqual([200, true])
    expect((await visitor.open('/console/audit?target=nobody@example.com')).text).toContain('Without the right to see accounts')
  })

  it('sees the organisations of an account only with the right to see organisations', async () => {
    const { visitor, ada, adaId, sql } = await atConsoleWith('users:read')
    await sql(`UPDATE accounts SET verified_at = 1 WHERE id = ?`, [adaId])
    await ada.post('/auth/orgs', { name: 'Acme' })
    expect((await visitor.open(`/console/users/${adaId}`)).text).not.toContain('Acme')
    await sql(`UPDATE accounts SET admin_scopes = 'users:read orgs:read' WHERE email = 'eve@example.com'`)
    expect((await visitor.open(`/console/users/${adaId}`)).text).toContain('Acme')
  })
})

describe('the rights of an administrator', () => {
  it('are shown, and changed by name or one by one', async () => {
    const { eveId, root } = await atConsoleWith('users:read')
    const visitor = new PageVisitor(root)
    const page = await visitor.open(`/console/users/${eveId}`)
    expect(page.section('facts').text).toContain('Rights See accounts and their sessions')
    const ticked = await visitor.submit('limit', { rights: 'ticked', 'audit-read': 'on', 'orgs-read': 'on' })
    expect(ticked.notice).toBe('The rights were changed.')
    expect(ticked.section('facts').text).toContain('See accounts and their sessions, See organisations, and Read the audit log')
    expect((await visitor.submit('limit', { rights: 'all' })).section('facts').text).toContain('Rights Everything')
    expect((await visitor.submit('limit', { rights: 'support' })).section('facts').text).toContain('Change accounts')
  })

  it('want at least one thing, and says so at the form', async () => {
    const { eveId, root } = await atConsoleWith('users:read')
    const visitor = new PageVisitor(root)
    await visitor.open(`/console/users/${eveId}`)
    const page = await visitor.post(`/console/users/${eveId}`, { _action: 'limit', rights: 'ticked' })
    expect([page.status, page.section('access').text.includes('Choose at least one.')]).toEqual([400, true])
  })

  it('are offered as far as one’s own go, and not at all on those who may do more', async () => {
    const { visitor, adaId, rootId, sql } = await atConsoleWith('users:read', 'users:write')
    expect((await visitor.open(`/console/users/${rootId}`)).forms.map(({ values }) => values['_action'])).toEqual(['signOut'])
    expect((await visitor.open(`/console/users/${adaId}`)).text).toContain('will be able to do what you may')
    await sql(`UPDATE accounts SET role = 'admin', admin_scopes = 'users:read' WHERE id = ?`, [adaId])
    const page = await visitor.open(`/console/users/${adaId}`)
    expect([...page.html.matchAll(/<option value="(\w+)"/g)].map(([, value]) => value)).toEqual(['ticked'])
    expect([...page.html.matchAll(/name="(\w+-\w+)" type="checkbox"/g)].map(([, name]) => name)).toEqual([
      'users-read',
      'users-write',
    ])
  })
})
