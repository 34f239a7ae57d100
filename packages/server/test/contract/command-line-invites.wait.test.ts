import { describe, expect, it, onTestFinished } from 'vitest'
import { emptyDatabase } from '../support/database.ts'
import { GUEST, invitingShell } from '../support/inviting-shell.ts'
import { startServer } from '../support/server-process.ts'
import { PASSWORD, shell } from '../support/shell.ts'

const SECRET = 'a secret for tests, 32 bytes and more'

/** A running service, and a shell beside it. */
async function beside(env: Record<string, string> = {}) {
  const database = await emptyDatabase()
  onTestFinished(database.drop)
  const here = await invitingShell({ DATABASE_URL: database.url, SECRET, ...env })
  const server = await startServer(here.env, here.cwd)
  const info = async (token: string) => {
    const reply = await fetch(`${server.url}/auth/invite/info?token=${token}`)
    return [reply.status, await reply.json()] as const
  }
  const register = (code: string) =>
    server.post('/auth/invite/register', { code, name: 'Guest', password: PASSWORD, confirmPassword: PASSWORD })
  return { ...here, server, info, register }
}

describe('an invite from the command line', () => {
  it('opens an account at the running service, and is then used up', async () => {
    const { invited, latchkey, mail, info, register, trail } = await beside()
    await invited()
    const { code } = await mail.newest(GUEST)
    expect(await info(code)).toEqual([200, { email: GUEST }])
    expect((await register(code)).status).toBe(201)
    const used = { code: 1, out: '', err: 'This invite was already used.' }
    expect(await latchkey('invites', 'resend', GUEST)).toEqual(used)
    expect(await latchkey('invites', 'revoke', GUEST)).toEqual(used)
    expect((await trail()).map(({ type }) => type)).toEqual(['invite.created', 'invite.accepted'])
  })

  it('works with its newest link alone, and with none once it was withdrawn', async () => {
    const { invited, latchkey, mail, info } = await beside()
    await invited()
    expect((await latchkey('invites', 'resend', GUEST)).code).toBe(0)
    const [old, fresh] = mail.mails.map(({ code }) => code)
    expect(await info(old ?? '')).toMatchObject([404, { error: 'invite_not_found' }])
    expect(await info(fresh ?? '')).toEqual([200, { email: GUEST }])
    expect((await latchkey('invites', 'revoke', GUEST)).code).toBe(0)
    expect(await info(fresh ?? '')).toMatchObject([403, { error: 'invite_revoked' }])
  })
  it('is in the inbox of a development machine', async () => {
    const { url, directory, drop } = await emptyDatabase()
    onTestFinished(drop)
    const env = { DATABASE_URL: url, SECRET, ENABLE_INVITE: 'true' }
    const server = await startServer(env, directory)
    const { code, out } = await shell(env).latchkey('invites', 'create', '--email', GUEST)
    expect(code).toBe(0)
    const [mail] = await (await fetch(`${server.url}/dev/inbox.json`)).json()
    expect(mail).toMatchObject({ to: GUEST, text: expect.stringContaining('/invite#token=') })
    expect(out).not.toContain(/token=(\S+)/.exec(mail.text)?.[1])
  })
})
