import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, inject, it } from 'vitest'
import { importing } from '../../../test/support/importing.ts'
import { countersOf } from '../../../test/support/organised.ts'
import { PEOPLED_ENV, peopled } from '../../../test/support/peopled.ts'
import { migratedShell } from '../../../test/support/shell.ts'
import { PASSWORD, world } from '../../../test/support/world.ts'

type Shell = Pick<Awaited<ReturnType<typeof importing>>, 'latchkey' | 'cwd'>

/** Without the line on the file. */
const bodyOf = (text: string): string => text.slice(text.indexOf('\n') + 1)

async function exported({ latchkey, cwd }: Shell, name: string, ...secrets: string[]): Promise<string> {
  expect(await latchkey('users', 'export', name, ...secrets)).toMatchObject({ code: 0, err: '' })
  return readFileSync(path.join(cwd, name), 'utf8')
}

const whole = (shell: Shell, name: string) => exported(shell, name, '--with-hashes', '--with-seeds')

function imported({ latchkey, cwd }: Shell, text: string, ...args: string[]) {
  mkdirSync(cwd, { recursive: true })
  writeFileSync(path.join(cwd, 'all'), text)
  return latchkey('users', 'import', 'all', '--from', 'latchkey', '--yes', ...args)
}

describe('latchkey/1', () => {
  it('comes back to the byte from an empty database that has read it', async () => {
    const service = await peopled()
    await service.sql(`UPDATE totp_seeds SET digits = 8, period = 60, algorithm = 'sha256', last_step = last_step / 2`)
    const first = await whole(await importing(PEOPLED_ENV, service), 'before')
    expect(first).toContain(`"period":60,"algorithm":"sha256","digits":8`)
    for (const part of [
      'identities',
      'totp',
      'recoveryCodes',
      'passkeys',
      'organisations',
      'origin',
      'data',
      'passwordHash',
      'adminScopes',
    ])
      expect(first).toContain(`"${part}":`)
    const there = await importing(PEOPLED_ENV)
    expect(await imported(there, first, '--ids', 'keep', '--admins', 'role=admin')).toMatchObject({ code: 0, err: '' })
    expect(bodyOf(await whole(there, 'after'))).toBe(bodyOf(first))
    const { counted, real } = await countersOf(there)
    expect(counted).toEqual(real)
    expect(await there.sql(`SELECT field, value FROM account_data ORDER BY field, value`)).toEqual([
      { field: 'names', value: '["a"]' },
      { field: 'names', value: '["b"]' },
      { field: 'note', value: '"@sum"' },
      { field: 'plan', value: '"pro"' },
    ])
    expect(await there.sql(`SELECT word FROM org_words`)).toEqual(await service.sql(`SELECT word FROM org_words`))

    // On SQLite whatever it came from.
    const elsewhere = await migratedShell({ ...PEOPLED_ENV, SECRET: 'another secret for tests, 32 bytes and more' })
    expect(await imported(elsewhere, first, '--ids', 'keep', '--admins', 'role=admin')).toMatchObject({ code: 0, err: '' })
    const second = await whole(elsewhere, 'after')
    expect(bodyOf(second)).toBe(bodyOf(first))
    if (inject('engine') === 'postgres') {
      const back = await importing(PEOPLED_ENV)
      expect(await imported(back, second, '--ids', 'keep', '--admins', 'role=admin')).toMatchObject({ code: 0 })
      expect(bodyOf(await whole(back, 'after'))).toBe(bodyOf(first))
    }
  })

  it('lets people in at the other place with what they have', async () => {
    const service = await peopled()
    await service.sql(`UPDATE totp_seeds SET digits = 8`)
    const first = await whole(await importing(PEOPLED_ENV, service), 'before')
    const there = await importing(PEOPLED_ENV)
    expect(await imported(there, first)).toMatchObject({ code: 0 })
    const other = await world({ databaseUrl: there.env.DATABASE_URL, env: PEOPLED_ENV })
    other.clock.set(service.clock.now() - other.clock.now())
    const login = async (name: string) => {
      const visitor = other.browser()
      return { visitor, ...(await visitor.post('/auth/login', { email: `${name}@example.com`, password: PASSWORD })) }
    }
    expect(await login('olga')).toMatchObject({ status: 200 })
    // The pepper of the old system came along: a wrong password would say nothing of the ban.
    const wren = await other.browser().post('/auth/login', { email: 'wren@example.com', password: PASSWORD })
    expect(wren.body).toMatchObject({ error: 'user_banned' })
    const { visitor, body } = await login('tess')
    const app = service.app.app.showing(8)
    const verify = (code: string) => visitor.post('/auth/2fa/verify', { challengeId: body.challengeId, code })
    expect((await verify(app.code(-1))).status).toBe(400) // spent where it came from
    expect((await verify(app.code(0))).status).toBe(200)
    const again = await login('tess')
    const { recoveryCodes } = service.app
    const recover = (code = '') =>
      again.visitor.post('/auth/2fa/verify', { challengeId: again.body.challengeId, code, method: 'recovery' })
    expect((await recover(recoveryCodes[9])).status).toBe(400) // spent where it came from
    expect((await recover(recoveryCodes[0])).status).toBe(200)
    const asked = await login('pat')
    expect(asked.body).toMatchObject({ methods: ['passkey'] })
  })

  it('lets people recover at the place after the next one, under whatever id', async () => {
    const service = await peopled()
    const first = await whole(await importing(PEOPLED_ENV, service), 'before')
    const next = await importing(PEOPLED_ENV)
    expect(await imported(next, first, '--ids', 'new')).toMatchObject({ code: 0 })
    const last = await importing(PEOPLED_ENV)
    const second = await whole(next, 'after')
    expect(await imported(last, second, '--ids', 'new')).toMatchObject({ code: 0 })
    const there = await world({ databaseUrl: last.env.DATABASE_URL, env: PEOPLED_ENV })
    there.clock.set(service.clock.now() - there.clock.now())
    const { recoveryCodes } = service.app
    for (const [code, status] of [
      [recoveryCodes[9], 400],
      [recoveryCodes[0], 200],
      [recoveryCodes[0], 400],
    ] as const) {
      const visitor = there.browser()
      const { body } = await visitor.post('/auth/login', { email: 'tess@example.com', password: PASSWORD })
      const sent = { challengeId: body.challengeId, code, method: 'recovery' }
      expect((await visitor.post('/auth/2fa/verify', sent)).status).toBe(status)
    }

    // One key for a password, and one for the codes, which goes with the last of them.
    const keysWith = async (name: string, ...secrets: string[]) =>
      JSON.parse((await exported(last, name, ...secrets)).split('\n')[0] ?? '').keys as readonly object[] | undefined
    const [ofHashes, ofSeeds] = [await keysWith('hashes', '--with-hashes'), await keysWith('seeds', '--with-seeds')]
    expect([await keysWith('plain'), ofHashes, ofSeeds]).toEqual([undefined, [expect.anything()], [expect.anything()]])
    expect(ofHashes).not.toEqual(ofSeeds)
    const later = await world({ databaseUrl: last.env.DATABASE_URL })
    await later.sql(`UPDATE hash_keys SET kept_at = 0`) // by the clock of this machine, as commands go by that
    for (const [removed, kept] of [
      ['sessions', 2],
      ['recovery_codes', 1],
    ] as const) {
      await there.sql(`DELETE FROM ${removed}`)
      later.clock.advance(2 * 3_600_000)
      await later.purge.run()
      expect(await later.sql(`SELECT id FROM hash_keys`)).toHaveLength(kept)
    }
  })

  it('switches a mailed code on where a file has no seeds', async () => {
    const first = await exported(await importing(PEOPLED_ENV, await peopled()), 'before', '--with-hashes')
    const there = await importing(PEOPLED_ENV)
    expect(await imported(there, first)).toMatchObject({ code: 0, out: expect.stringContaining('mailed_factor 2') })
    const found = await there.sql(
      `SELECT email FROM accounts WHERE email_factor_at IS NOT NULL AND totp_at IS NULL AND passkey_gate_at IS NULL ORDER BY email`,
    )
    expect(found).toEqual([{ email: 'pat@example.com' }, { email: 'tess@example.com' }])
  })
})
