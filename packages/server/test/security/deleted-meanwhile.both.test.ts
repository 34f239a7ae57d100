import { describe, expect, it } from 'vitest'
import { ADA, administered } from '../support/administered.ts'
import { ROUNDS, timeout } from '../support/rounds.ts'
import { PASSWORD } from '../support/world.ts'

describe('an account that is deleted in this moment', () => {
  it('answers its owner and strangers as one that is there or gone, and never with 5xx', { timeout }, async () => {
    const { root, browser, signedUp, sql, purge } = await administered()
    for (let round = 0; round < ROUNDS; round++) {
      const email = `eve-${round}@example.com`
      const eve = await signedUp(email)
      const { id, session } = (await eve.get('/auth/me')).body
      const replies = await Promise.all([
        root.delete(`/admin/users/${id}`),
        eve.clone().post('/auth/account/export'),
        eve.clone().get('/auth/activity'),
        eve.clone().send('PATCH', `/auth/sessions/${session.id}`, { name: `Round ${round}` }),
        ...Array.from({ length: 5 }, () => browser().post('/auth/login', { email, password: 'wrong password 1' })),
        browser().post('/auth/login', { email, password: PASSWORD }),
        browser().post('/auth/login', { email: ADA, password: PASSWORD }),
      ])
      const statuses = replies.map(({ status }) => status)
      expect(statuses.filter((status) => status >= 500)).toEqual([])
      expect(statuses[0]).toBe(200)
      await purge.run()
      expect(await sql(`SELECT id FROM accounts WHERE id = ?`, [id])).toEqual([])
    }
  })
})
