import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, inject, it } from 'vitest'
import { corpSettings, oauthWorld, pathOf } from '../../../../test/support/oauth-world.ts'
import { world } from '../../../../test/support/world.ts'
import { deriveKeys, unseal } from '../../../platform/kernel/keys.ts'
import { Secret } from '../../../platform/kernel/secret.ts'

const STORING = { OAUTH_STORE_TOKENS: 'true' }

/** A service whose provider's tokens we get to see. */
async function watched(env: Record<string, string> = {}) {
  const here = await oauthWorld({ env })
  const issued: { access_token: string; id_token: string }[] = []
  here.corp.alter('token', (answer) => {
    issued.push(answer)
    return answer
  })
  const stored = async () => (await here.sql(`SELECT tokens FROM identities`)).map((row) => row['tokens'])
  return { ...here, issued, stored }
}

/** Everything that is in the database, as far as one can read it. */
async function readable({ sql, database }: Awaited<ReturnType<typeof watched>>): Promise<string> {
  const tables = ['accounts', 'identities', 'sessions', 'audit_events', 'spent_states', 'outbox']
  const rows = JSON.stringify(await Promise.all(tables.map((table) => sql(`SELECT * FROM ${table}`))))
  const files = inject('engine') === 'sqlite' ? readdirSync(database.directory) : []
  return [rows, ...files.map((file) => readFileSync(path.join(database.directory, file), 'latin1'))].join('\n')
}

describe('the tokens of a provider', () => {
  it('are dropped unless they are asked for', async () => {
    const here = await watched()
    const ada = here.browser()
    await here.signIn(ada)
    await here.signIn(ada)
    expect(await here.stored()).toEqual([null])
    expect(here.issued).toHaveLength(2)
    const text = await readable(here)
    expect(here.issued.flatMap(Object.values<unknown>).filter((token) => isLong(token) && text.includes(token))).toEqual([])
  })

  it('are kept sealed with OAUTH_STORE_TOKENS: nobody reads them without the key, and the newest with it', async () => {
    const here = await watched(STORING)
    const ada = here.browser()
    for (const round of [0, 1]) {
      await here.signIn(ada)
      const [sealed] = await here.stored()
      const { providerTokens } = deriveKeys(here.config.security.secret ?? new Secret(''))
      expect(JSON.parse(unseal(providerTokens, String(sealed)))).toMatchObject({
        access_token: here.issued[round]?.access_token,
        id_token: here.issued[round]?.id_token,
      })
      const { providerTokens: other } = deriveKeys(new Secret('the secret of another installation'))
      expect(() => unseal(other, String(sealed))).toThrow()
    }
    const text = (await readable(here)) + here.logged()
    expect(here.issued.flatMap(Object.values<unknown>).filter((token) => isLong(token) && text.includes(token))).toEqual([])
  })

  it('are kept for a provider that is linked, and go with the link', async () => {
    const { signedUp, link, stored } = await watched(STORING)
    const ada = await signedUp()
    await link(ada)
    expect(await stored()).toEqual([expect.stringMatching(/^[\w-]{100,}$/)])
    await ada.post('/auth/oauth/corp/unlink')
    expect(await stored()).toEqual([])
  })

  it('are forgotten at the next sign-in after the setting was taken back', async () => {
    const { browser, signIn, corp, database, stored, issued } = await watched(STORING)
    await signIn(browser())
    const later = await world({ env: corpSettings(corp), databaseUrl: database.url })
    const visitor = later.browser()
    const { body } = await visitor.get('/auth/oauth/corp')
    await visitor.get(pathOf(await corp.approve(body.url, { as: { sub: 'ada-at-corp' } })))
    expect([await stored(), issued.length]).toEqual([[null], 2])
  })
})

const isLong = (token: unknown): token is string => typeof token === 'string' && token.length > 20
