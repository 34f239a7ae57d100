import { describe, expect, it } from 'vitest'
import { staffed } from '../support/organised.ts'
import { held } from '../support/world.ts'

describe('what a member may do', () => {
  it('is what the organisation says once its row is locked, and not what it said before', async () => {
    const { admin, org, elsewhere, statements, sql } = await staffed()
    const [begun, gate] = [held(), held()]
    const demotion = elsewhere.transaction(async (tx) => {
      await tx.query(`UPDATE organisations SET member_count = member_count WHERE id = ?`, [org.id])
      begun.release()
      await gate.released
      await tx.query(`UPDATE org_members SET role = 'member' WHERE account_id = ?`, [admin.id])
    })
    await begun.released
    const before = statements().length
    const asked = admin.browser.put(`/auth/orgs/${org.id}`, { name: 'Mine' })
    const waits = () =>
      statements()
        .slice(before)
        .some((text) => text.startsWith('UPDATE organisations SET member_count = member_count'))
    await expect.poll(waits).toBe(true)
    gate.release()
    await demotion
    expect(await asked).toMatchObject({ status: 403, body: { error: 'org_forbidden' } })
    expect(await sql(`SELECT name FROM organisations`)).toEqual([{ name: 'Acme' }])
  })
})
