import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { declaring, FIELDS } from '../../../../test/support/declared.ts'
import { ada, migratedShell, shell } from '../../../../test/support/shell.ts'
import { world } from '../../../../test/support/world.ts'

const ORG = '01890000-0000-7000-8000-000000000001'

/** Ada and an organisation, with values of fields that are declared, of some that are not, and of one that has another type now. */
async function kept() {
  const fields = { plan: { type: 'number' }, other: { type: 'text' } }
  const here = await migratedShell(declaring(fields, { tier: { type: 'text' } }))
  const { latchkey, sql } = here
  await latchkey('users', 'create', ...ada, '--no-password', '--verified')
  await sql(`UPDATE accounts SET data = ?, data_updated_at = 1`, [JSON.stringify({ plan: 'pro', company: 'Acme', other: 'x' })])
  for (const [field, value] of Object.entries({ plan: '"pro"', company: '"Acme"', other: '"x"' }))
    await sql(`INSERT INTO account_data (account_id, field, value) SELECT id, ?, ? FROM accounts`, [field, value])
  await sql(`INSERT INTO organisations (id, name, slug, owner_count, member_count, created_at, updated_at, data)
    VALUES ('${ORG}', 'Acme', 'acme', 0, 0, 1, 1, '{"tier":"s","former":"y"}')`)
  return here
}

const WARNINGS = [
  'the accounts have values in the field company, which is not declared: they are kept and invisible until `latchkey data prune company`',
  'the accounts have values in the field plan that do not fit its declaration',
  'the organisations have values in the field former, which is not declared: they are kept and invisible until `latchkey data prune former --orgs`',
]

describe('what is kept and invisible', () => {
  it('is told by the doctor and by config check', async () => {
    const { latchkey } = await kept()
    const doctor = (await latchkey('doctor')).out
    const { err } = await latchkey('config', 'check')
    for (const words of WARNINGS) for (const told of [doctor, err]) expect(told).toContain(`1 of ${words}`)
  })

  it('is nothing where all fits', async () => {
    const { latchkey } = await migratedShell(declaring())
    expect((await latchkey('doctor')).out).not.toContain('account data')
    expect((await latchkey('config', 'check')).err).not.toContain('invisible')
  })
})

describe('latchkey data prune', () => {
  it('removes all values of a field that is not declared, and nothing else', async () => {
    const { latchkey, sql } = await kept()
    expect(await latchkey('data', 'prune', 'company')).toMatchObject({
      code: 0,
      out: '1 of the accounts had a value in company, and have none now.',
    })
    expect(await sql(`SELECT data FROM accounts`)).toEqual([{ data: '{"plan":"pro","other":"x"}' }])
    expect(await sql(`SELECT field FROM account_data ORDER BY field`)).toEqual([{ field: 'other' }, { field: 'plan' }])
    expect((await latchkey('data', 'prune', 'company')).out).toContain('0 of the accounts')
    await latchkey('data', 'prune', 'former', '--orgs')
    expect(await sql(`SELECT data FROM organisations`)).toEqual([{ data: '{"tier":"s"}' }])
  })

  it('refuses a field that is declared, and what is no name', async () => {
    const { latchkey, sql } = await kept()
    expect(await latchkey('data', 'prune', 'other')).toMatchObject({ code: 1, err: expect.stringContaining('other is declared') })
    expect((await latchkey('data', 'prune', 'tier', '--orgs')).code).toBe(1)
    expect((await latchkey('data', 'prune', '../x')).code).toBe(2)
    expect(await sql(`SELECT data FROM accounts`)).toEqual([{ data: '{"plan":"pro","company":"Acme","other":"x"}' }])
  })
})

describe('latchkey openapi', () => {
  it('prints the document with the fields that are declared', async () => {
    const { out } = await shell(declaring()).latchkey('openapi')
    const { components, paths } = JSON.parse(out)
    const { OwnData, AccountData, OwnDataChange, SignUpData, WholeOrgData } = components.schemas
    expect(Object.keys(OwnData.properties)).toEqual(
      Object.keys(FIELDS).filter((name) => name !== 'customerId' && name !== 'risk'),
    )
    expect(Object.keys(AccountData.properties)).toEqual(Object.keys(FIELDS))
    expect(OwnData.properties.plan).toMatchObject({ enum: ['free', 'pro'] })
    expect(OwnDataChange.properties).not.toHaveProperty('plan')
    expect(Object.keys(SignUpData.properties)).toEqual(['company', 'newsletter'])
    expect(Object.keys(WholeOrgData.properties)).toEqual(['domain', 'tier', 'contract'])
    const searched = paths['/admin/users'].get.parameters.map(({ name }: { name: string }) => name)
    expect(searched).toEqual(expect.arrayContaining(['data.plan', 'data.customerId', 'data.seats', 'data.tags']))
    expect(searched).not.toContain('data.company')
  })

  it('has what a file declares, and the served document all of it but private fields', async () => {
    const { latchkey, cwd } = shell()
    const data = { fields: FIELDS, orgFields: { contract: { type: 'text', access: 'private' } } }
    writeFileSync(path.join(cwd, 'other.json'), JSON.stringify({ data }))
    const { out } = await latchkey('openapi', '--config', 'other.json')
    const { browser } = await world({ env: declaring(data.fields, data.orgFields) })
    const served = (await browser().get('/openapi.json')).text
    for (const name of ['company', 'plan', 'data.plan']) for (const text of [out, served]) expect(text).toContain(`"${name}"`)
    for (const name of ['customerId', 'risk', 'data.customerId', 'contract']) {
      expect(out).toContain(`"${name}"`)
      expect(served).not.toContain(name)
    }
  })

  it('prints types that join those of the client, and compile', async () => {
    const { latchkey, cwd } = shell(declaring())
    const file = path.join(cwd, 'declared.d.ts')
    const { out } = await latchkey('openapi', '--types')
    writeFileSync(file, out)
    const root = path.resolve(import.meta.dirname, '../../../../../..')
    const uses = `import type { OwnData, OwnDataChange, Routes } from 'latchkey-client'
declare const data: OwnData
export const plan: 'free' | 'pro' = data.plan
export const company: string | null = data.company
export const change: OwnDataChange = { company: 'Acme', seats: null }
export const same: Routes['GET /auth/data']['reply']['data']['plan'] = plan
// @ts-expect-error: a number
export const wrong: string = data.seats
// @ts-expect-error: not the owner's to write, and of no such value
export const gold: Required<Routes>['PATCH /admin/users/{id}/data']['body'] = { data: { plan: 'gold' } }
`
    writeFileSync(path.join(cwd, 'uses.ts'), uses)
    mkdirSync(path.join(cwd, 'node_modules'))
    const paths = { 'latchkey-client': [path.join(root, 'packages/client/src/index.ts')] }
    const options = {
      strict: true,
      noEmit: true,
      module: 'nodenext',
      target: 'es2022',
      skipLibCheck: true,
      types: [],
      paths,
      allowImportingTsExtensions: true,
      lib: ['es2022', 'dom'],
    }
    writeFileSync(
      path.join(cwd, 'tsconfig.json'),
      JSON.stringify({ compilerOptions: options, files: ['uses.ts', 'declared.d.ts'] }),
    )
    execFileSync(path.join(root, 'node_modules/.bin/tsc'), ['-p', cwd], { stdio: 'pipe' })
  })
})
