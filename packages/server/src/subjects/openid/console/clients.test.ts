import { describe, expect, it } from 'vitest'
import { atConsole } from '../../../../test/support/at-console.ts'
import { clientOf, grantTo } from '../../../../test/support/clients.ts'
import { limitedAdmin } from '../../../../test/support/limited-admin.ts'
import { PageVisitor } from '../../../../test/support/page-visitor.ts'
import { shared } from '../../../../test/support/shared.ts'
import { PRESETS } from '../clients/presets.ts'

const NEW = '/console/clients/new'

async function choosing(which: string, address = '') {
  const here = await atConsole()
  await here.visitor.open(NEW)
  await here.visitor.submit('start', { which, address })
  return here
}

const typedIn = (html: string, name: string): string =>
  new RegExp(`name="${name}"[^>]*>([^<]*)</textarea>`).exec(html)?.[1] ??
  new RegExp(`name="${name}"[^>]* value="([^"]*)"`).exec(html)?.[1] ??
  ''

/** The same at a console that others use as well, of whom each makes an application of another name. */
const common = shared(() => atConsole())

async function choosingThere(which: string, address = '') {
  const { root, sql } = common()
  const visitor = new PageVisitor(root)
  await visitor.open(NEW)
  await visitor.submit('start', { which, address })
  return { visitor, sql }
}

describe('/console/clients/new', () => {
  it('fills everything in from the address of an application that is known here, and shows the secret once', async () => {
    const { visitor, sql } = await choosing('grafana', 'https://grafana.example.com/')
    expect(typedIn(visitor.page.html, 'redirectUris')).toBe('https://grafana.example.com/login/generic_oauth')
    await visitor.submit('create')
    const secret = /lks_[\w-]{43}/.exec(visitor.page.html)?.[0] ?? ''
    expect(visitor.page.text).toContain('Grafana can be signed in to now.')
    expect(visitor.page.text).toContain(`client_secret = ${secret}`)
    expect(visitor.page.text).toContain('auth_url = http://localhost:3000/oidc/authorize')
    const [row] = await sql(`SELECT scopes, wants_pkce, home_url FROM oidc_clients WHERE id = 'grafana'`)
    expect(row).toEqual({
      scopes: '["openid","profile","email","groups"]',
      wants_pkce: 1,
      home_url: 'https://grafana.example.com',
    })
    await visitor.open('/console/clients/grafana')
    expect(visitor.page.html).not.toContain(secret)
    expect(visitor.page.text).toContain('client_secret = ••••••••')
  })

  it.each(PRESETS.map(({ id }) => id))('makes a client for %s of nothing but its address', async (id) => {
    const { visitor } = await choosingThere(id, 'https://app.example.com')
    await visitor.submit('create')
    expect(visitor.page.text).toContain('can be signed in to now.')
    expect(visitor.page.html).toContain('id="to-paste"')
  })

  it('has Nextcloud take over groups, which it does only when it is told to', async () => {
    const { visitor } = await choosingThere('nextcloud', 'https://cloud.example.com')
    await visitor.submit('create')
    expect(visitor.page.text).toContain('--mapping-groups="groups"')
    expect(visitor.page.text).toContain('--group-provisioning="1"')
  })

  it('lets Argo CD have people sent back to its bare address, as it asks for', async () => {
    const { visitor } = await choosingThere('argo-cd', 'https://argo.example.com/')
    expect(typedIn(visitor.page.html, 'postLogoutUris').split('\n')).toContain('https://argo.example.com')
  })

  it.each(['web', 'browser', 'native', 'service'])('has a form for a %s application', async (kind) => {
    const { visitor, sql } = await choosingThere(kind)
    const name = `My ${kind}`
    await visitor.submit('create', { name, ...(kind !== 'service' && { redirectUris: 'http://127.0.0.1/cb' }) })
    expect(visitor.page.text).toContain(kind === 'service' ? `${name} can get tokens now.` : `${name} can be signed in to now.`)
    expect(await sql(`SELECT kind FROM oidc_clients WHERE name = ?`, [name])).toEqual([{ kind }])
  })

  it('tells of every wrong field beside it, keeps what was typed, and makes nothing', async () => {
    const { visitor, sql } = await choosing('web')
    await visitor.submit('create', {
      name: ' ',
      id: 'Mine',
      redirectUris: 'http://example.com\nhttps://*.example.com',
      logoutUri: 'ftp://a.example',
    })
    expect(visitor.page.status).toBe(400)
    for (const text of [
      'A name has 1 to 100 characters',
      'It has 2 to 63 small letters',
      'http://example.com: It must begin with https',
      'Patterns are not possible',
    ])
      expect(visitor.page.text).toContain(text)
    expect(typedIn(visitor.page.html, 'redirectUris')).toContain('http://example.com')
    await visitor.open(NEW)
    await visitor.submit('start', { which: 'grafana', address: 'grafana.example.com' })
    expect(visitor.page.text).toContain('This is no whole address, such as https://app.example.com.')
    expect(await sql(`SELECT id FROM oidc_clients`)).toEqual([])
  })

  it('comes back filled in from a step-up', async () => {
    const { visitor, clock } = await choosing('gitea', 'https://git.example.com')
    clock.advance(900_000)
    await visitor.submit('create')
    expect(visitor.page.address).toContain('/step-up')
  })
})

describe('/console/clients', () => {
  it('lists applications with their last use, and why one was refused, in plain words', async () => {
    const { visitor, root, sql, clock } = await atConsole()
    await visitor.open('/console/clients')
    expect(visitor.page.text).toContain('There are no applications yet.')
    const { id } = await clientOf(root)
    await sql(`UPDATE oidc_clients SET last_refusal = 'redirect_uri_unknown', last_refused_at = ?`, [clock.now()])
    await visitor.open('/console/clients')
    expect(visitor.page.text).toContain('it asked for a redirect address that is not in its list')
    expect(visitor.page.html).toContain(`/console/clients/${id}`)
  })

  it('shows those who may only look no way to change anything', async () => {
    const here = await atConsole()
    const { id } = await clientOf(here.root)
    const { browser } = await limitedAdmin(here, 'grace@example.com', ['clients:read'])
    const reader = new PageVisitor(browser)
    await reader.open(`/console/clients/${id}`)
    expect(reader.page.forms.filter(({ values }) => values['_action'] !== 'signOut')).toEqual([])
    await reader.open('/console/clients')
    expect(reader.page.html).not.toContain(NEW)
  })
})

describe('/console/clients/{id}', () => {
  it('changes, disables, enables, gives a new secret, ends the older one and removes', async () => {
    const { visitor, root } = await atConsole()
    const { id } = await clientOf(root)
    const at = `/console/clients/${id}`
    await visitor.open(at)
    await visitor.submit('save', { name: 'Graphs', redirectUris: 'https://graphs.example.com/cb' })
    expect(visitor.page.text).toContain('The application was changed.')
    expect((await root.get(`/admin/clients/${id}`)).body).toMatchObject({
      name: 'Graphs',
      redirectUris: ['https://graphs.example.com/cb'],
      scopes: ['openid', 'profile', 'email'],
      isFirstParty: true,
      wantsPkce: true,
    })
    await visitor.submit('disable')
    expect(visitor.page.text).toContain('The application is disabled.')
    await visitor.submit('enable')
    await visitor.submit('rotate')
    expect(visitor.page.html).toMatch(/lks_[\w-]{43}/)
    expect(visitor.page.text).toContain('Graphs has a new secret.')
    await visitor.open(at)
    await visitor.submit('endOlder')
    expect(visitor.page.text).toContain('The older secret was ended.')
    await visitor.submit('remove')
    expect(visitor.page.text).toContain('The application was removed.')
    expect((await root.get('/admin/clients')).body.clients).toEqual([])
  })

  it('tells which address was asked for that is not in the list, as text and cut', async () => {
    const { visitor, root, browser } = await atConsole()
    const { id } = await clientOf(root)
    const asking = async (redirect_uri: string) => {
      const query = new URLSearchParams({ client_id: id, response_type: 'code', redirect_uri })
      await browser().get(`/oidc/authorize?${query}`, { headers: { accept: 'text/html' } })
    }
    const shown = async () => (await root.get(`/admin/clients/${id}`)).body.lastRefusedUri
    await asking('grafana.example.com/<b>call us</b>')
    await expect.poll(shown).toBe('grafana.example.com/<b>call%20us</b>')
    await visitor.open(`/console/clients/${id}`)
    expect(visitor.page.html).toContain('grafana.example.com/&lt;b>call%20us&lt;/b>')
    await asking(`https://grafana.example.com/${'a'.repeat(3000)}`)
    await expect.poll(shown).toHaveLength(200)
    await asking('')
    await expect.poll(shown).toBeNull()
  })

  it('says beside the tick why an application goes on knowing people as it does', async () => {
    const { visitor, root, sql, clock } = await atConsole()
    const { id } = await clientOf(root)
    await visitor.open(`/console/clients/${id}`)
    await visitor.submit('save', { isPairwise: 'on' })
    expect(visitor.page.text).toContain('Only an application that asks people can have this.')
    await grantTo({ sql, clock }, (await root.get('/auth/me')).body.id, id)
    await visitor.submit('save', { isPairwise: 'on', asksPeople: 'on' })
    expect(visitor.page.text).toContain('People have signed in already')
    expect((await root.get(`/admin/clients/${id}`)).body).toMatchObject({ isPairwise: false, isFirstParty: true })
  })

  it('says so where the organisation that it demands is gone', async () => {
    const { visitor, root, sql } = await atConsole({ ORGANISATIONS: 'true' })
    const { id } = await clientOf(root)
    await sql(`UPDATE oidc_clients SET demands = '{"organisation":"019b2c3d-1111-7222-8333-444455556666"}'`)
    await visitor.open(`/console/clients/${id}`)
    expect(visitor.page.text).toContain('The organisation is gone, so nobody is let in.')
  })
})
