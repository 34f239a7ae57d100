import { describe, expect, it } from 'vitest'
import { invitingShell } from '../../../../test/support/inviting-shell.ts'
import { ID } from '../../../../test/support/shell.ts'

const states = { ada: {}, bob: { accepted: 1 }, cy: { revoked: 1 }, dan: { expires: 1 } }

/** One invite in each state; Ada's is open for ever. */
async function populated() {
  const here = await invitingShell()
  for (const [at, [name, state]] of Object.entries(states).entries()) {
    const { accepted = null, revoked = null, expires = Date.parse('2100-01-01') } = state as Record<string, number>
    await here.sql(
      `INSERT INTO invites (id, email, token_hash, created_at, expires_at, accepted_at, revoked_at) VALUES (?, ?, ?, ?, ?, ?, ?)`,
      [`01890000-0000-7000-8000-00000000000${at}`, `${name}@example.com`, `canary ${at}`, at, expires, accepted, revoked],
    )
  }
  return here
}

describe('latchkey invites list', () => {
  it('prints nothing for an empty database', async () => {
    const { latchkey } = await invitingShell()
    expect(await latchkey('invites', 'list')).toEqual({ code: 0, out: '', err: '' })
    expect((await latchkey('invites', 'list', '--json')).out).toBe('[]')
  })

  it('prints one line for each invite, the newest first', async () => {
    const { code, out, err } = await (await populated()).latchkey('invites', 'list')
    expect([code, err]).toEqual([0, ''])
    expect(out.split('\n')).toEqual([
      expect.stringMatching(new RegExp(`^${ID} {2}dan@example\\.com {2}\\(expired\\)$`)),
      expect.stringMatching(new RegExp(`^${ID} {2}cy@example\\.com {2}\\(revoked\\)$`)),
      expect.stringMatching(new RegExp(`^${ID} {2}bob@example\\.com {2}\\(accepted\\)$`)),
      expect.stringMatching(new RegExp(`^${ID} {2}ada@example\\.com {2}\\(pending until 2100-01-01T00:00:00\\.000Z\\)$`)),
    ])
  })

  it('lists by status and by the beginning of the address, a page at a time, as JSON and without a token', async () => {
    const { latchkey } = await populated()
    const emails = async (...flags: string[]) => {
      const { out } = await latchkey('invites', 'list', '--json', ...flags)
      expect(out).not.toMatch(/token|canary/)
      return JSON.parse(out).map(({ email }: { email: string }) => email)
    }
    expect(await emails('--status', 'pending')).toEqual(['ada@example.com'])
    expect(await emails('--status', 'accepted')).toEqual(['bob@example.com'])
    expect(await emails('--status', 'revoked')).toEqual(['cy@example.com'])
    expect(await emails('--status', 'expired')).toEqual(['dan@example.com'])
    expect(await emails('--search', ' CY@')).toEqual(['cy@example.com'])
    expect(await emails('--search', 'example')).toEqual([])
    expect(await emails('--limit', '2', '--offset', '1')).toEqual(['cy@example.com', 'bob@example.com'])
  })

  it.each([
    ['--status', 'open', '--status must be one of pending, accepted, revoked, expired.'],
    ['--search', 'a\u0000b', '--search must be the beginning of an address.'],
    ['--limit', '0', '--limit and --offset must be whole numbers'],
  ])('exits with 2 for %s %j', async (flag, value, message) => {
    const { code, err } = await (await invitingShell()).latchkey('invites', 'list', flag, value)
    expect([code, err.split('\n')[0]]).toEqual([2, message])
  })

  it('is refused while invites are switched off', async () => {
    const { latchkey } = await invitingShell({ ENABLE_INVITE: 'false' })
    const message = 'Invites are switched off: set ENABLE_INVITE=true.'
    expect(await latchkey('invites', 'list')).toEqual({ code: 1, out: '', err: message })
  })
})
