import { truncateSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { BREACHED, breachedFile } from '../support/breached-file.ts'
import { NEW_PASSWORD, signIn } from '../support/mailed-codes.ts'
import { PageVisitor } from '../support/page-visitor.ts'
import { ada, migratedShell } from '../support/shell.ts'
import { waysToSetPassword, ZELENKA } from '../support/ways-to-set-password.ts'
import { PASSWORD, world } from '../support/world.ts'

const LISTED = { PASSWORD_BREACHED_FILE: breachedFile() }
const compromised = { status: 400, body: { error: 'password_compromised' } }
/** More than the wrong guesses that a code allows. */
const TRIES = 6

describe.each(Object.entries(waysToSetPassword))('%s', (_route, prepare) => {
  it('refuses a breached password, hashes and spends nothing for it, and takes a good one afterwards', async () => {
    const { here, set } = await prepare(LISTED)
    const hashed = here.hasher.calls
    for (let tries = 0; tries < TRIES; tries++) expect(await set(BREACHED)).toMatchObject(compromised)
    expect(here.hasher.calls).toBe(hashed)
    expect((await set(NEW_PASSWORD)).status).toBeLessThan(300)
    expect((await signIn(here, ZELENKA, NEW_PASSWORD)).status).toBe(200)
  })

  it('takes it where there is no list', async () => {
    const { set } = await prepare({})
    expect((await set(BREACHED)).status).toBeLessThan(300)
  })

  it('goes on without the list when that cannot be read any more, and logs it', async () => {
    const file = breachedFile()
    const { here, set } = await prepare({ PASSWORD_BREACHED_FILE: file })
    truncateSync(file, 33)
    expect((await set(BREACHED)).status).toBeLessThan(300)
    expect(here.logged()).toContain('a new password was not looked for among the breached ones')
    expect(here.logged()).not.toContain(BREACHED)
  })
})

describe('a password that is in the list by now', () => {
  it('still signs in, and is hashed anew at another cost', async () => {
    const before = await world()
    await before.signedUp()
    const here = await world({
      databaseUrl: before.database.url,
      env: { PASSWORD_BREACHED_FILE: breachedFile([PASSWORD]) },
      timeCost: 2,
    })
    const hash = async () => (await here.sql(`SELECT password_hash FROM accounts`))[0]?.['password_hash']
    const old = await hash()
    expect((await signIn(here, 'ada@example.com')).status).toBe(200)
    expect(await hash()).not.toBe(old)
  })
})

describe('the form of a page', () => {
  it('says at the password what is wrong with it, in the language of the page', async () => {
    const { browser } = await world({ env: LISTED })
    const visitor = new PageVisitor(browser())
    await visitor.open('/sign-up')
    await visitor.submit('signUp', { name: 'Ada', email: 'ada@example.com', password: BREACHED }, { 'accept-language': 'de' })
    expect([visitor.page.status, visitor.page.alert]).toEqual([400, undefined])
    expect(visitor.page.field('password')?.['error']).toBe(
      'Dieses Passwort ist aus einem Datenleck bekannt. Bitte wählen Sie ein anderes.',
    )
  })
})

describe('on the command line', () => {
  it('no account is made with a breached password', async () => {
    const { latchkey, file, sql } = await migratedShell(LISTED)
    const create = (password: string) => latchkey('users', 'create', ...ada, '--password-file', file('password', password))
    expect(await create(BREACHED)).toMatchObject({ code: 1, err: expect.stringContaining('known from a data breach') })
    expect(await sql('SELECT id FROM accounts')).toEqual([])
    expect(await create(NEW_PASSWORD)).toMatchObject({ code: 0 })
  })

  it('the doctor says how many passwords are refused, or why the service would not start', async () => {
    const findings = async (file: string) => {
      const { latchkey } = await migratedShell({ PASSWORD_BREACHED_FILE: file })
      const { out } = await latchkey('doctor', '--json')
      return JSON.parse(out).find(({ check }: { check: string }) => check === 'passwords')
    }
    expect(await findings(breachedFile())).toMatchObject({ status: 'ok', message: '1 breached passwords are refused' })
    expect(await findings('/nowhere')).toMatchObject({
      status: 'fail',
      message: 'PASSWORD_BREACHED_FILE: /nowhere cannot be read',
    })
  })

  it('the service does not start without the list that it was told of', async () => {
    const { latchkey } = await migratedShell({ PASSWORD_BREACHED_FILE: '/nowhere', PORT: '0', LOG_LEVEL: 'error' })
    expect(await latchkey('start')).toEqual({ code: 1, out: '', err: 'PASSWORD_BREACHED_FILE: /nowhere cannot be read' })
  })
})
