import { describe, expect, it } from 'vitest'
import { atConsole } from '../../../../test/support/at-console.ts'
import { limitedAdmin } from '../../../../test/support/limited-admin.ts'
import { PageVisitor } from '../../../../test/support/page-visitor.ts'
import { RECEIVERS, tell, webhookReceiver } from '../../../../test/support/webhook-receiver.ts'

const SECRET = /whsec_[\w+/]{43}=/

async function atWebhooks() {
  const here = await atConsole(RECEIVERS)
  const receiver = await webhookReceiver()
  const make = async () => {
    await here.visitor.open('/console/webhooks')
    return here.visitor.submit('create', {
      url: receiver.url,
      description: 'Billing',
      'type.all': 'on',
      'type.sign_in.failed': 'on',
    })
  }
  const one = async () => {
    const [webhook] = (await here.root.get('/admin/webhooks')).body.webhooks
    return { ...webhook, path: `/console/webhooks/${webhook.id}` }
  }
  return { ...here, receiver, make, one }
}

describe('/console/webhooks', () => {
  it('makes one, shows its secret once, and lists it with its health', async () => {
    const { visitor, make, one, receiver } = await atWebhooks()
    expect((await visitor.open('/console/webhooks')).text).toContain('No server is told anything yet.')
    const made = await make()
    const [secret = 'none'] = SECRET.exec(made.html) ?? []
    expect([made.status, secret]).toEqual([200, expect.stringMatching(/^whsec_/)])
    expect(await one()).toMatchObject({ url: receiver.url, description: 'Billing', types: ['*', 'sign_in.failed'] })
    const again = await visitor.open('/console/webhooks')
    expect(again.section('all').text).toContain(`Billing Enabled ${receiver.url} Last answered well never`)
    expect(again.html).not.toContain(secret)
    const its = await visitor.open((await one()).path)
    expect(its.html).not.toContain(secret)
    expect(its.section('facts').text).toContain('What is it told? Everything but failed sign-ins, sign_in.failed')
  })

  it('has every type in a group, but for the test', async () => {
    const { visitor } = await atWebhooks()
    const page = await visitor.open('/console/webhooks')
    const labels = page.textsOf('<label class="check"[^>]*>(.*?)</label>')
    expect(labels).toEqual(
      expect.arrayContaining(['Everything but failed sign-ins', 'user.created', 'org.member_added', 'audit.checkpoint']),
    )
    expect([labels.length, new Set(labels).size]).toEqual([29, 29])
    expect(labels).not.toContain('webhook.test')
  })

  it('says beside the field what is wrong, and keeps what was typed', async () => {
    const { visitor, sql } = await atWebhooks()
    await visitor.open('/console/webhooks')
    const typed = { url: 'https://10.0.0.1/', description: 'Billing', 'type.user.created': 'on' }
    const inside = await visitor.submit('create', typed)
    expect(inside.html).toContain('aria-invalid="true"')
    expect(inside.html).toMatch(/name="type.user.created"[^>]*checked/)
    expect((await visitor.submit('create', { ...typed, url: 'ftp://x' })).text).toContain(
      'This is no address that can be called.',
    )
    await visitor.open('/console/webhooks')
    const idle = await visitor.submit('create', { url: 'https://93.184.215.14/', description: '' })
    expect(idle.text).toContain('Choose at least one thing')
    expect(await sql(`SELECT id FROM webhooks`)).toEqual([])
  })

  it('is there only for those who may make one', async () => {
    const here = await atWebhooks()
    const { browser } = await limitedAdmin(here, 'grace@example.com', ['users:read'])
    const reader = new PageVisitor(browser)
    expect((await reader.open('/console')).html).not.toContain('/console/webhooks')
    expect((await reader.open('/console/webhooks')).text).not.toContain('New webhook')
  })
})

describe('/console/webhooks/{id}', () => {
  it('shows deliveries with what became of them, and sends them again', async () => {
    const here = await atWebhooks()
    const { visitor, receiver, ada, make, one } = here
    await make()
    await tell(here)
    receiver.answers((response) => response.writeHead(503).end())
    await ada.post('/auth/logout')
    await tell(here)
    const { path } = await one()
    const failing = await visitor.open(path)
    expect(failing.section('facts').text).toContain('Failing')
    expect(failing.section('deliveries').text).toMatch(/session\.ended Open Number \d+ one attempt status_503 .*Next attempt/)
    receiver.answers((response) => response.writeHead(204).end())
    await visitor.submit('retry')
    expect(visitor.page.notice).toBe('The event is sent again.')
    here.clock.advance(10_000)
    await tell(here)
    expect((await visitor.open(path)).section('deliveries').text).toMatch(/session\.ended Delivered/)
    const before = receiver.received.length
    expect((await visitor.submit('replay', { from: '5', to: '1' })).text).toContain('These are no numbers')
    expect((await visitor.submit('replay', { from: '0', to: '' })).text).toMatch(/Sent again: \d+/)
    await tell(here)
    expect(receiver.received.length).toBeGreaterThan(before)
  })

  it('is tested, changed, disabled, enabled, given a new secret, and removed', async () => {
    const { visitor, receiver, make, one, root } = await atWebhooks()
    await make()
    const { path } = await one()
    await visitor.open(path)
    expect((await visitor.submit('test')).text).toMatch(/The test: delivered, after \d+ ms\./)
    expect(receiver.types()).toEqual(['webhook.test'])
    const save = { url: `${receiver.url}/two`, description: '', 'type.user.created': 'on' }
    await visitor.open(path)
    await visitor.submit('save', save)
    expect(visitor.page.notice).toBe('The webhook was changed.')
    expect(await one()).toMatchObject({ url: `${receiver.url}/two`, description: null })
    const moved = await visitor.submit('save', { ...save, url: receiver.url.replace('127.0.0.1', '127.0.0.2') })
    expect(moved.html).toMatch(SECRET)
    await visitor.open(path)
    expect((await visitor.submit('rotate')).html).toMatch(SECRET)
    expect((await visitor.open(path)).html).not.toMatch(SECRET)
    await visitor.submit('endOlder')
    expect(visitor.page.notice).toBe('The older secret was ended.')
    await visitor.submit('disable')
    expect(visitor.page.section('facts').text).toContain('An administrator has disabled it.')
    await visitor.submit('enable')
    expect((await one()).status).toBe('enabled')
    await visitor.submit('remove')
    expect([visitor.page.path, visitor.page.notice]).toEqual(['/console/webhooks', 'The webhook was removed.'])
    expect((await root.get('/admin/webhooks')).body.webhooks).toEqual([])
  })
})
