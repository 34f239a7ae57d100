import { expect, it } from 'vitest'
import { openedEngines } from '../../../test/support/opened-engines.ts'
import { migrate } from '../migrate.ts'
import { boundedLists } from './0030-bounded-lists.ts'

it('removes what accounts have left behind that were deleted before, and nothing of those that are there', async () => {
  const engine = await (await openedEngines()).open()
  await migrate(engine)
  await engine.query(
    `INSERT INTO accounts (id, email, name, role, credential_version, created_at, updated_at) VALUES ('ada', 'ada@example.com', 'Ada', 'user', 1, 1, 1)`,
  )
  for (const maker of ['ada', 'gone']) {
    const address = `${maker}@example.com`
    await engine.query(
      `INSERT INTO organisations (id, name, slug, created_by, owner_count, member_count, created_at, updated_at) VALUES (?, 'O', ?, ?, 0, 0, 1, 1)`,
      [maker, maker, maker],
    )
    for (const [fate, accepted] of [
      ['accepted', 2],
      ['open', null],
    ] as const) {
      const values = [`${maker}-${fate}`, address, `${maker}-${fate}`, maker, accepted]
      await engine.query(
        `INSERT INTO invites (id, email, token_hash, created_by, created_at, expires_at, accepted_at) VALUES (?, ?, ?, ?, 1, 3, ?)`,
        values,
      )
      await engine.query(
        `INSERT INTO org_invites (id, org_id, email, role, token_hash, invited_by, created_at, expires_at, accepted_at)
         VALUES (?, 'ada', ?, 'member', ?, ?, 1, 3, ?)`,
        values,
      )
    }
    await engine.query(
      `INSERT INTO audit_events (id, type, success, target_user_id, ip, user_agent, request_id, metadata, created_at)
       VALUES (?, 'admin.user.banned', 1, ?, '', '', '', '{"reason":"a word"}', 1)`,
      [maker, maker],
    )
  }
  for (const statement of boundedLists.statements.filter((text) => /^(?:UPDATE|DELETE)/.test(text))) await engine.query(statement)
  const kept = { 'ada-accepted': 'ada', 'ada-open': 'ada' }
  expect(await pairs(`SELECT id, created_by AS kept FROM invites`)).toEqual({ ...kept, 'gone-open': null })
  expect(await pairs(`SELECT id, invited_by AS kept FROM org_invites`)).toEqual({ ...kept, 'gone-open': '' })
  expect(await pairs(`SELECT id, created_by AS kept FROM organisations`)).toEqual({ ada: 'ada', gone: null })
  expect(await pairs(`SELECT id, metadata AS kept FROM audit_events`)).toEqual({ ada: '{"reason":"a word"}', gone: '{}' })

  async function pairs(text: string): Promise<Record<string, unknown>> {
    return Object.fromEntries((await engine.query(text)).map((row) => [row['id'], row['kept']]))
  }
})
