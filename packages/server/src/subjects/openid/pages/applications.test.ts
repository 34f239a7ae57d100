import { describe, expect, it } from 'vitest'
import { administered } from '../../../../test/support/administered.ts'
import { clientOf, grantTo } from '../../../../test/support/clients.ts'
import { PageVisitor } from '../../../../test/support/page-visitor.ts'

describe('/account/applications', () => {
  it('shows what is connected and what it may know, and disconnects it', async () => {
    const { ada, adaId, root, sql, clock } = await administered()
    const visitor = new PageVisitor(ada)
    await visitor.open('/account')
    expect(visitor.page.html).not.toContain('/account/applications')
    const { id } = await clientOf(root, { homeUrl: 'https://grafana.example.com' })
    await visitor.open('/account/applications')
    expect(visitor.page.text).toContain('You have not signed in to any application.')
    await grantTo({ sql, clock }, adaId, id, ['openid', 'email'])
    await visitor.open('/account/applications')
    expect(visitor.page.text).toContain('Grafana')
    expect(visitor.page.text).toContain('Your email address, and whether it is confirmed')
    await visitor.submit('remove', { id })
    expect(visitor.page.text).toContain('The application was disconnected.')
    expect(await sql(`SELECT id FROM oidc_grants WHERE ended_at IS NULL`)).toEqual([])
  })
})
