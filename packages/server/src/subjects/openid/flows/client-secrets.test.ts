import { describe, expect, it } from 'vitest'
import { administered } from '../../../../test/support/administered.ts'
import { clientOf } from '../../../../test/support/clients.ts'
import { DAY_MS } from '../../../platform/kernel/clock.ts'

describe('secrets of a client', () => {
  it('are two at most: the older is good for a day, or ends at once', async () => {
    const { root, clock } = await administered()
    const { id, secret } = await clientOf(root)
    const rotated = await root.post(`/admin/clients/${id}/secrets`)
    expect(rotated).toMatchObject({ status: 201, body: { secret: expect.stringMatching(/^lks_/) } })
    expect(rotated.body.secret).not.toBe(secret)
    const [newest, older] = rotated.body.client.secrets
    expect(newest.expiresAt).toBeNull()
    expect(Date.parse(older.expiresAt)).toBe(clock.now() + DAY_MS)
    expect(await root.post(`/admin/clients/${id}/secrets`)).toMatchObject({
      status: 409,
      body: { error: 'client_has_two_secrets' },
    })
    expect((await root.delete(`/admin/clients/${id}/secrets`)).body.secrets).toEqual([newest])
    expect(await root.delete(`/admin/clients/${id}/secrets`)).toMatchObject({ status: 404 })
  })

  it('are two at most, also for many at once', async () => {
    const { root, sql } = await administered()
    const { id } = await clientOf(root)
    const replies = await Promise.all(Array.from({ length: 8 }, () => root.post(`/admin/clients/${id}/secrets`)))
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(await sql(`SELECT id FROM oidc_client_secrets`)).toHaveLength(2)
  })
})
