import { createHash } from 'node:crypto'
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { csvOf, importing } from '../../../../test/support/importing.ts'

const NAMES = Array.from({ length: 23 }, (_, at) => `p${String(at).padStart(2, '0')}`)
const FILE = csvOf(...NAMES.map((name) => ({ id: name, email: `${name}@example.com` })))
const IMPORT = ['--from', 'csv', '--batch', '4'] as const

/** An import of all that was stopped at the record with this name: an account has its address. */
async function stoppedAt(name: string) {
  const here = await importing()
  await here.latchkey('users', 'create', '--email', `${name}@example.com`, '--name', name, '--no-password')
  const file = here.write('people.csv', FILE)
  const stopped = await here.run(file, ...IMPORT, '--on-conflict', 'fail', '--report', 'report')
  expect(stopped).toMatchObject({ code: 1, err: expect.stringContaining(`${name}@example.com exists already`) })
  await here.sql(`DELETE FROM account_words WHERE account_id IN (SELECT id FROM accounts WHERE email = ?)`, [
    `${name}@example.com`,
  ])
  await here.sql(`DELETE FROM accounts WHERE email = ?`, [`${name}@example.com`])
  await here.sql(`DELETE FROM day_counters`)
  return { ...here, stopped: file, resume: (...more: string[]) => here.run(file, ...IMPORT, '--resume', ...more) }
}

describe('latchkey users import --resume', () => {
  it.each(['p00', 'p03', 'p04', 'p11', 'p22'])(
    'goes on behind the last batch before %s: no record twice, none lost',
    async (name) => {
      const { resume, sql, report, cwd } = await stoppedAt(name)
      const before = readFileSync(path.join(cwd, 'report'), 'utf8')
      expect(before.split('\n').length - 1).toBe(Math.floor(NAMES.indexOf(name) / 4) * 4)
      // What a process leaves behind that was killed before its transaction was committed.
      appendFileSync(path.join(cwd, 'report'), '{"line":9,"outcome":"crea')
      expect((await resume()).code).toBe(0)
      expect((await sql('SELECT email FROM accounts ORDER BY email')).map(({ email }) => email)).toEqual(
        NAMES.map((one) => `${one}@example.com`),
      )
      expect(report().map(({ sourceId, outcome, line }) => [line, sourceId, outcome])).toEqual(
        NAMES.map((one, at) => [at + 2, one, 'created']),
      )
      const told = await sql(`SELECT metadata FROM audit_events WHERE type = 'admin.users.imported'`)
      expect(told.map(({ metadata }) => JSON.parse(String(metadata)).created)).toEqual(['23'])
    },
  )

  it('refuses a file that has changed, another format and another report', async () => {
    const { resume, stopped, run, sql } = await stoppedAt('p11')
    const count = async () => (await sql('SELECT id FROM accounts')).length
    const before = await count()
    expect(await resume('--report', 'other')).toMatchObject({
      code: 1,
      err: expect.stringContaining('the report of this import'),
    })
    expect(await run(stopped, '--resume', '--from', 'better-auth')).toMatchObject({
      code: 1,
      err: expect.stringContaining('--from csv'),
    })
    writeFileSync(stopped, FILE.replace('p20@', 'q20@'))
    expect(await resume()).toMatchObject({ code: 1, err: expect.stringContaining('has changed') })
    expect(await count()).toBe(before)
    writeFileSync(stopped, FILE)
    expect((await resume()).code).toBe(0)
    expect(await resume()).toMatchObject({ code: 1, err: expect.stringContaining('was stopped') })
  })
})

it('goes on with the file that is meant, whatever else of its name was stopped since', async () => {
  const { resume, run, cwd, sql } = await stoppedAt('p11')
  const others = path.join(cwd, 'of-march')
  mkdirSync(others)
  writeFileSync(path.join(others, 'people.csv'), FILE.replaceAll('@', '@march.').replace('p04@march.', 'p03@'))
  const stopped = await run('of-march/people.csv', ...IMPORT, '--on-conflict', 'fail')
  expect(stopped).toMatchObject({ code: 1, err: expect.stringContaining('p03@example.com exists already') })
  expect(await resume()).toMatchObject({ code: 0, err: '' })
  expect(await sql(`SELECT id FROM accounts WHERE email LIKE '%@example.com'`)).toHaveLength(NAMES.length)
})

describe('an import that goes on', () => {
  const SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
  const people = NAMES.map((name) => ({ id: name, email: `${name}@example.com`, email_confirmed_at: '2024-05-01T12:00:00Z' }))
  const factors = NAMES.map((name) => ({ user_id: name, factor_type: 'totp', status: 'verified', secret: SECRET }))

  it('is asked for as it was begun, or nobody would come with what the second file has of them', async () => {
    const here = await importing()
    await here.latchkey('users', 'create', '--email', 'p11@example.com', '--name', 'P', '--no-password')
    const file = here.write('people', people.map((one) => JSON.stringify(one)).join('\n'))
    const second = here.write('factors', JSON.stringify({ identities: factors }))
    const other = here.write('other', JSON.stringify({ identities: factors.slice(1) }))
    const args = [file, '--from', 'supabase', '--batch', '4'] as const
    const asked = ['--identities', second, '--second-factor', 'refuse', '--admins', 'role=admin'] as const
    expect((await here.run(...args, ...asked, '--on-conflict', 'fail')).code).toBe(1)
    for (const [typed, said] of [
      [[], '--admins, --identities, --second-factor'],
      [[...asked.slice(2)], '--identities'],
      [['--identities', other, ...asked.slice(2)], '--identities'],
      [[...asked, '--verified', 'none'], '--verified'],
      [[...asked, '--ids', 'new', '--weak', 'reset'], '--ids, --weak'],
    ] as const)
      expect(await here.run(...args, '--resume', ...typed)).toMatchObject({
        code: 1,
        err: `--resume: not as it was when the import began: ${said}.`,
      })
    expect(await here.sql('SELECT account_id FROM totp_seeds')).toHaveLength(8)
    expect((await here.run(...args, '--batch', '7', '--resume', ...asked)).code).toBe(0)
    expect(await here.sql('SELECT account_id FROM totp_seeds')).toHaveLength(NAMES.length - 1) // and one who was here before
  })

  it('knows other keys of the old system from those that it began with, and those by nothing that they could be guessed from', async () => {
    const here = await importing()
    await here.latchkey('users', 'create', '--email', 'p11@example.com', '--name', 'P', '--no-password')
    const file = here.write('people', people.map((one) => JSON.stringify(one)).join('\n'))
    const [keys, others] = [here.write('keys', 'the pepper'), here.write('others', 'another')]
    const args = [file, '--from', 'devise', '--batch', '4'] as const
    expect((await here.run(...args, '--hash-config', keys, '--on-conflict', 'fail')).code).toBe(1)
    const refused = { code: 1, err: '--resume: not as it was when the import began: --hash-config.' }
    expect(await here.run(...args, '--resume')).toMatchObject(refused)
    expect(await here.run(...args, '--resume', '--hash-config', others)).toMatchObject(refused)
    const [run] = await here.sql('SELECT asked FROM import_runs')
    const digests = ['hex', 'base64', 'base64url'].map((form) =>
      createHash('sha256')
        .update('the pepper')
        .digest(form as 'hex'),
    )
    for (const known of ['the pepper', ...digests]) expect(String(run?.['asked'])).not.toContain(known.slice(0, 16))
    expect((await here.run(...args, '--resume', '--hash-config', keys)).code).toBe(0)
  })
})

describe('latchkey users import', () => {
  it.each([
    [[], '--from is missing'],
    [['--from', 'auth1'], '--from is one of'],
    [['--from', 'csv', '--verified', 'maybe'], '--verified is one of trust, none'],
    [['--from', 'csv', '--batch', '0'], '--batch is a number'],
    [['--from', 'csv', '--admins', 'role'], '--admins role'],
    [['--from', 'csv', '--resume', '--dry-run'], 'exclude each other'],
    [['--from', 'csv', '--identities', 'people.csv'], 'no second file'],
  ])('is called wrongly with %j', async (typed, said) => {
    const { run, write } = await importing()
    const { code, err } = await run(write('people.csv', FILE), ...typed)
    expect([code, err]).toEqual([2, expect.stringContaining(said)])
  })

  it('begins nothing over a report that is there, a file that is not, or a provider that is not configured', async () => {
    const { run, write, sql } = await importing()
    const file = write('people.csv', FILE)
    write('report', '')
    for (const [typed, said] of [
      [[file, '--from', 'csv', '--report', 'report'], 'is there already'],
      [['nothing.csv', '--from', 'csv'], 'there is no such file'],
      [[file, '--from', 'csv', '--provider', 'google=gogle'], 'gogle is not configured'],
    ] as const)
      expect(await run(...(typed as unknown as [string]))).toMatchObject({ code: 1, err: expect.stringContaining(said) })
    expect(await sql('SELECT id FROM import_runs')).toEqual([])
  })
})
