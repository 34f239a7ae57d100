import path from 'node:path'
import { rolldown } from 'rolldown'
import { describe, expect, it } from 'vitest'
import { openedEngines } from '../../../test/support/opened-engines.ts'
import { someAccount } from '../../../test/support/some-account.ts'
import type { accountsIn } from '../../gate/accounts/tables/accounts.ts'
import type { openStore } from '../../gate/assembly/open-store.ts'
import type { sessionsIn } from '../../gate/sessions/tables/sessions.ts'
import { newId } from '../kernel/ids.ts'
import { cell, columns, flag, json, number, optional, text, time } from './columns.ts'
import { accountTable, fate } from './table.ts'

const THING = columns('things', {
  id: text('id'),
  isGood: flag('good'),
  notes: optional(json<{ readonly a: number }>('notes')),
  seenAt: optional(time('seen_at')),
  size: number('size'),
})

describe('a column list', () => {
  const row = { id: 'x', good: 1, notes: '{"a":1}', seen_at: 5, size: 0 }

  it('reads what it has written, of every kind', () => {
    const { text: statement, params } = THING.insert()
    const thing = { id: 'x', isGood: true, notes: { a: 1 }, seenAt: 5, size: 0 }
    expect(statement).toBe('INSERT INTO things (id, good, notes, seen_at, size) VALUES (?, ?, ?, ?, ?)')
    expect(params(thing)).toEqual(Object.values(row))
    expect(THING.read(row)).toStrictEqual(thing)

    const bare = { id: 'y', isGood: false, notes: undefined, seenAt: undefined, size: 1 }
    expect(params(bare)).toEqual(['y', 0, null, null, 1])
    expect(THING.read({ id: 'y', good: 0, notes: null, seen_at: null, size: 1 })).toStrictEqual(bare)
  })

  it.each(Object.keys(row))('throws where a row has no %s, and says of which table', (name) => {
    const { [name]: _gone, ...rest } = { ...row } as Record<string, string | number>
    expect(() => THING.read(rest)).toThrow(`nothing in column ${name} of things`)
  })

  it('throws for NULL where a column is not optional', () => {
    expect(() => THING.read({ ...row, size: null })).toThrow('nothing in column size of things')
    expect(() => THING.read({ ...row, good: null })).toThrow('nothing in column good of things')
  })

  it('reads a join by alias and prefix, and does not ask for what is known', () => {
    const joined = THING.pick('id', 'seenAt').select('t', 'thing_', { seenAt: undefined })
    expect(joined.names).toBe('t.id AS thing_id')
    expect(joined.read({ id: 'of another table', thing_id: 'x' })).toStrictEqual({ id: 'x', seenAt: undefined })
    expect(THING.pick('id', 'size').select('t').names).toBe('t.id, t.size')
  })

  it('puts what is computed last, and repeats itself for several rows', () => {
    const { textOf, params } = THING.pick('id', 'size').insert({ id: '(SELECT ?)' })
    expect(textOf(2)).toBe('INSERT INTO things (size, id) VALUES (?, (SELECT ?)), (?, (SELECT ?))')
    expect(params({ size: 3 })).toEqual([3])
  })

  it('has a way to read a single value, which throws as well', () => {
    expect(cell({ total: 0 }, number('total'))).toBe(0)
    expect(cell({ last: null }, optional(text('last')))).toBeUndefined()
    expect(() => cell({ all: 1 }, number('total'))).toThrow('total')
    expect(() => cell(undefined, number('total'))).toThrow('total')
  })
})

const EXPORTS = {
  '../../gate/assembly/open-store.ts': 'openStore',
  '../../gate/accounts/tables/accounts.ts': 'accountsIn',
  '../../gate/sessions/tables/sessions.ts': 'sessionsIn',
}

/** The store and its tables as they would be with one more entry in the list of accounts. */
async function withNicknames(): Promise<{
  openStore: typeof openStore
  accountsIn: typeof accountsIn
  sessionsIn: typeof sessionsIn
}> {
  const first = `id: fate(text('id'),`
  const nickname = `nickname: fate(optional(text('nickname')), { deleted: 'NULL', restored: 'kept', exported: false }),`
  const entry = Object.entries(EXPORTS).map(([file, name]) => `export { ${name} } from '${path.join(import.meta.dirname, file)}'`)
  const bundle = await rolldown({
    input: 'entry',
    platform: 'node',
    plugins: [
      {
        name: 'nickname',
        resolveId: (id) => (id === 'entry' ? id : undefined),
        load: (id) => (id === 'entry' ? entry.join('\n') : undefined),
        transform: (code) => code.replace(first, `${nickname} ${first}`),
      },
    ],
  })
  const { output } = await bundle.generate({ format: 'esm', codeSplitting: false })
  await bundle.close()
  return import(`data:text/javascript,${encodeURIComponent(output[0].code)}`)
}

describe('a new column of a table', () => {
  it('does not compile without a word on what becomes of it', () => {
    const facts = { key: 'id', purged: { never: 'a test' } } as const
    const decided = { deleted: 'kept', restored: 'kept', exported: false } as const
    const { exported: _, ...undecided } = decided
    // @ts-expect-error: nothing is said of the column
    expect(() => accountTable('accounts', { ...facts, columns: { id: text('id') } })).toThrow()
    // @ts-expect-error: nothing is said of the export
    expect(fate(text('id'), undecided)).toBeDefined()
    const { facts: made } = accountTable('accounts', { ...facts, columns: { id: fate(text('id'), decided) } })
    expect(made.exported).toEqual([])
  })

  it('is everywhere with one entry in its list', async () => {
    const { open } = await openedEngines({ isMigrated: true })
    const engine = await open()
    await engine.query(`ALTER TABLE accounts ADD COLUMN nickname TEXT`)
    const { openStore, accountsIn, sessionsIn } = await withNicknames()
    const store = openStore(engine)

    const id = newId(1)
    const someone = someAccount({ id })
    const known = { id, nickname: 'Countess' }
    expect(await store.transaction((tx) => accountsIn(tx).add({ ...someone, ...known }))).toMatchObject(known)
    expect(await accountsIn(store).find(id)).toMatchObject(known)
    expect(await accountsIn(store).findByEmail(someone.email)).toMatchObject(known)
    expect(await accountsIn(store).lock(id, 2)).toMatchObject(known)
    const order = { by: 'created_at', isAscending: true } as const
    expect(await accountsIn(store).list({}, order, { limit: 9, offset: 0 })).toMatchObject({ total: 1, accounts: [known] })
    const search = { beginnings: ['ada'], address: undefined, id: undefined }
    expect((await accountsIn(store).list({ search }, order, { limit: 9, offset: 0 })).accounts).toMatchObject([known])

    const session = { id: newId(1), accountId: id, ipAddress: '', userAgent: '', secondFactorAt: undefined, createdAt: 1 }
    const [way, elevation] = [{ method: 'password' }, { method: 'password', at: 1 }] as const
    await sessionsIn(store).add({ ...session, expiresAt: 9, refreshExpiresAt: 9 }, way, elevation, 'hash')
    expect(await sessionsIn(store).findByToken('hash', 2)).toMatchObject({ account: known, session: { id: session.id } })
  })
})
