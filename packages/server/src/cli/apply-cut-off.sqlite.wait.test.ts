import { readFileSync, renameSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { startCommand } from '../../test/support/command-process.ts'
import { killedAt } from '../../test/support/move-scene.ts'
import { migratedShell } from '../../test/support/shell.ts'
import { world } from '../../test/support/world.ts'
import { tellingSecrets } from '../platform/commands/tell-secrets.ts'

const KEYS = { keys: [{ name: 'billing', scopes: ['users:read'] }] }

/** A key refers to a row that there is none of, which is looked at with the commit. */
const FAILING_COMMIT = [
  'CREATE TABLE nobody (id INTEGER PRIMARY KEY)',
  'CREATE TABLE somebody (id INTEGER REFERENCES nobody (id) DEFERRABLE INITIALLY DEFERRED)',
  'CREATE TRIGGER of_keys AFTER INSERT ON api_keys BEGIN INSERT INTO somebody VALUES (1); END',
]

async function withFile() {
  const here = await migratedShell({ SECRET: 'a secret for tests, 32 bytes and more' })
  here.file('latchkey.json', JSON.stringify(KEYS))
  const secrets = path.join(here.cwd, 'made.txt')
  const args = ['apply', 'latchkey.json', '--secrets', 'made.txt']
  return { ...here, args, secrets, told: () => readFileSync(secrets, 'utf8') }
}

it.each(['before', 'after'])('an apply that is killed %s its commit leaves nothing whose secret nobody knows', async (when) => {
  const here = await withFile()
  const killed = startCommand(here.args, { ...here.env, ...killedAt(`${when} 1`) }, here.cwd)
  expect([(await killed.exited).signal, killed.errors()]).toEqual(['SIGKILL', ''])
  const made = (await here.sql('SELECT name FROM api_keys')).length
  expect(made).toBe(when === 'before' ? 0 : 1)

  if (when === 'before') {
    expect(await here.latchkey(...here.args)).toMatchObject({ code: 1, err: expect.stringContaining('move it away') })
    renameSync(here.secrets, `${here.secrets}.before`)
  }
  expect((await here.latchkey(...here.args)).code).toBe(0)
  const [key] = /lk_\S+/.exec(here.told()) ?? []
  const { browser } = await world({ databaseUrl: here.env.DATABASE_URL })
  expect((await browser().get('/admin/users', { headers: { authorization: `Bearer ${key}` } })).status).toBe(200)
})

it('an apply whose commit fails says of what the secrets are', async () => {
  const here = await withFile()
  for (const statement of FAILING_COMMIT) await here.sql(statement)
  const { code, err } = await here.latchkey(...here.args)
  expect([code, err]).toEqual([1, expect.stringMatching(/made\.txt are good if --check finds nothing to make\.$/m)])
  expect(here.told()).toMatch(/^keys billing lk_/)
  expect(await here.sql('SELECT name FROM api_keys')).toEqual([])
})

it('of a transaction that is run again the secrets are those of the last run', async () => {
  const here = await withFile()
  const terminal = { env: {}, cwd: here.cwd, isInteractive: false, out: () => undefined, err: () => undefined }
  await tellingSecrets({ terminal, file: here.secrets }, async (tell) => {
    await tell(['keys billing lk_of_the_first_run'])
    await tell(['keys billing lk_a'])
  })
  expect(here.told()).toBe('keys billing lk_a\n')
})
