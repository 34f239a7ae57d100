import { statSync } from 'node:fs'
import { describe, expect, inject, it } from 'vitest'
import { openedEngines } from '../../../test/support/opened-engines.ts'
import { someAccount } from '../../../test/support/some-account.ts'
import { held } from '../../../test/support/world.ts'
import { accountsIn } from '../../gate/accounts/tables/accounts.ts'
import { hooksOf, openStore } from '../../gate/assembly/open-store.ts'
import { SessionInvalidator } from '../../gate/session-cache/session-invalidator.ts'
import { refreshTokensIn } from '../../gate/sessions/tables/refresh-tokens.ts'
import { sessionsIn } from '../../gate/sessions/tables/sessions.ts'
import { newId } from '../kernel/ids.ts'
import { outboxIn } from '../mail/tables/outbox.ts'
import type { Effects } from './effects.ts'
import type { Engine } from './engine.ts'
import { migrate, TooOldDatabaseError } from './migrate.ts'
import { FOLDED } from './migration-state.ts'
import { migrations } from './migrations.ts'
import { sqliteFile } from './open-engine.ts'

async function migrated() {
  const { url, open } = await openedEngines({ isMigrated: true })
  const engine = await open()
  return { url, engine, open, store: openStore(engine) }
}

const someone = (email = 'ada@example.com') => someAccount({ email })

describe('migrate', () => {
  it('applies everything once', async () => {
    const { open } = await openedEngines()
    const engine = await open()
    expect(await migrate(engine)).toEqual(migrations.map(({ id }) => id))
    expect(await migrate(engine)).toEqual([])
  })

  it('lets several processes start at once on an empty database', async () => {
    const { open } = await openedEngines()
    const engines = await Promise.all(Array.from({ length: 6 }, open))
    const applied = await Promise.all(engines.map((engine) => migrate(engine)))
    expect(applied.flat().toSorted()).toEqual(migrations.map(({ id }) => id).sort())
  })

  const first = migrations.filter(({ id }) => id.startsWith('0001-'))
  const later = migrations.filter((one) => !first.includes(one))

  /** A database as the versions before the first release have left it: all that is there, under other names. */
  async function before(...ids: readonly string[]) {
    const { open } = await openedEngines()
    const engine = await open()
    await migrate(engine, undefined, first)
    await engine.query(`CREATE TABLE account_spans (ends_at BIGINT PRIMARY KEY)`)
    await engine.query(`DELETE FROM migrations`)
    for (const id of ids) await engine.query(`INSERT INTO migrations (id) VALUES (?)`, [id])
    // By hand, because the tables of today know columns that were not there.
    await engine.query(
      `INSERT INTO accounts (id, email, name, role, credential_version, created_at, updated_at) VALUES ('a', 'ada@example.com', 'Ada', 'user', 1, 1, 1)`,
    )
    return { engine, open }
  }
  const idsIn = async (engine: Engine) => (await engine.query(`SELECT id FROM migrations ORDER BY id`)).map(({ id }) => id)

  it('takes a database at the last step before the first release as it is and goes on from there, also when several processes start', async () => {
    const { open } = await before(FOLDED.first, '0002-codes-and-outbox', FOLDED.last)
    const engines = await Promise.all(Array.from({ length: 4 }, open))
    expect((await Promise.all(engines.map((engine) => migrate(engine)))).flat().toSorted()).toEqual(
      later.map(({ id }) => id).sort(),
    )
    const [engine = await open()] = engines
    expect(await idsIn(engine)).toEqual(migrations.map(({ id }) => id).sort())
    expect(await accountsIn(openStore(engine)).findByEmail('ada@example.com')).toBeDefined()
    await expect(engine.query(`SELECT 1 FROM account_spans`)).rejects.toThrow()
  })

  it('refuses one of a step before that, and changes nothing', async () => {
    const { engine } = await before(FOLDED.first, '0002-codes-and-outbox')
    await expect(migrate(engine)).rejects.toThrow(TooOldDatabaseError)
    expect(await idsIn(engine)).toEqual([FOLDED.first, '0002-codes-and-outbox'])
  })
})

describe('transaction', () => {
  it('keeps what was done when it resolves, and nothing when it throws', async () => {
    const { store } = await migrated()
    await store.transaction((tx) => accountsIn(tx).add(someone('kept@example.com')))
    const failing = store.transaction(async (tx) => {
      await accountsIn(tx).add(someone('lost@example.com'))
      throw new Error('later step failed')
    })
    await expect(failing).rejects.toThrow('later step failed')
    expect(await accountsIn(store).findByEmail('kept@example.com')).toMatchObject({ name: 'Ada' })
    expect(await accountsIn(store).findByEmail('lost@example.com')).toBeUndefined()
  })

  it('throws when the outer store, or a second transaction, is used inside it', async () => {
    const { store } = await migrated()
    await expect(store.transaction(() => accountsIn(store).findByEmail('x'))).rejects.toThrow('use the `tx`')
    await expect(store.transaction(() => store.transaction(async () => undefined))).rejects.toThrow('use the `tx`')
    expect(await accountsIn(store).findByEmail('x')).toBeUndefined()
  })

  it('does not let other callers see or disturb it', async () => {
    const { engine } = await migrated()
    const work = Array.from({ length: 20 }, (_, n) =>
      openStore(engine).transaction(async (tx) => {
        await accountsIn(tx).add(someone(`n${n}@example.com`))
        if (n % 2) throw new Error('no')
      }),
    )
    await Promise.allSettled(work)
    expect((await engine.query(`SELECT id FROM accounts`)).length).toBe(10)
  })

  it('recovers after a statement that the database refused', async () => {
    const { store, engine } = await migrated()
    await expect(engine.transaction((sql) => sql.query('SELECT * FROM no_such_table'))).rejects.toThrow()
    await expect(engine.query('UPDATE no_such_table SET x = 1')).rejects.toThrow()
    expect(await store.transaction((tx) => accountsIn(tx).add(someone()))).toBeDefined()
  })
})

describe('effects of a transaction', () => {
  const mail = (id: string, leasedUntil = 0) => ({
    id,
    kind: 'test',
    payload: '',
    expiresAt: 9,
    createdAt: 1,
    leasedUntil,
    isDecoy: false,
    urgency: 0,
  })

  it('are told once, after COMMIT, and never of what was rolled back or is delivered by its flow', async () => {
    const { engine } = await migrated()
    const told: (readonly unknown[])[] = []
    const rows = () => engine.query(`SELECT id FROM outbox`)
    const heard: Promise<void>[] = []
    const publish = ({ hasMail }: Effects) => heard.push(rows().then((found) => void told.push([hasMail, found.length])))
    const store = openStore(engine, hooksOf(new SessionInvalidator(engine), publish))
    await store.transaction(async (tx) => {
      await outboxIn(tx).add(mail('a'))
      await outboxIn(tx).add(mail('b'))
      expect(heard).toEqual([])
    })
    await Promise.all(heard) // before the next: what was read after its COMMIT would be that of both
    await store.transaction((tx) => outboxIn(tx).add(mail('c', 5)))
    const failing = store.transaction(async (tx) => {
      await outboxIn(tx).add(mail('d'))
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    await Promise.all(heard)
    expect(told).toEqual([
      [true, 2],
      [false, 3],
    ])
  })
})

describe('accounts', () => {
  it('gives an address to exactly one of many', async () => {
    const { engine } = await migrated()
    const added = await Promise.all(
      Array.from({ length: 16 }, () => openStore(engine).transaction((tx) => accountsIn(tx).add(someone()))),
    )
    expect(added.filter(Boolean)).toHaveLength(1)
  })
})

describe('refresh tokens', () => {
  it('gives a token to exactly one of many, and leaves it unspent when the transaction rolls back', async () => {
    const { store, engine } = await migrated()
    const account = await store.transaction((tx) => accountsIn(tx).add(someone()))
    const session = {
      id: newId(1),
      accountId: account?.id ?? '',
      ipAddress: '',
      userAgent: '',
      secondFactorAt: undefined,
      createdAt: 1,
    }
    const [way, elevation] = [{ method: 'password' }, { method: 'password', at: 1 }] as const
    await sessionsIn(store).add({ ...session, expiresAt: 9, refreshExpiresAt: 9 }, way, elevation, 'hash')
    await refreshTokensIn(store).add({ hash: 'token', sessionId: session.id, generation: 1, expiresAt: 9, cookie: undefined })

    const undone = store.transaction(async (tx) => {
      expect(await refreshTokensIn(tx).take('token', 'next', 1)).toBe(true)
      throw new Error('undo')
    })
    await expect(undone).rejects.toThrow('undo')
    const taken = await Promise.all(Array.from({ length: 16 }, () => refreshTokensIn(openStore(engine)).take('token', 'next', 1)))
    expect(taken.filter(Boolean)).toHaveLength(1)
  })
})

describe('what belongs to one engine', () => {
  it('keeps a SQLite file private, in WAL mode, with foreign keys, and leaves syncs and checkpoints to us', async () => {
    const { url, engine } = await migrated()
    if (inject('engine') !== 'sqlite') return
    const file = sqliteFile(url) ?? ''
    for (const suffix of ['', '-wal', '-shm']) expect(statSync(file + suffix).mode & 0o777).toBe(0o600)
    const pragma = (name: string) =>
      engine.transaction(async (sql) => Object.values((await sql.query(`PRAGMA ${name}`))[0] ?? {})[0])
    expect(await pragma('journal_mode')).toBe('wal')
    expect([await pragma('synchronous'), await pragma('wal_autocheckpoint')]).toEqual([1, 0])
    expect(await pragma('foreign_keys')).toBe(1)
  })

  it('waits for another process that holds the SQLite file, while reads go on', async () => {
    const { open, store, engine } = await migrated()
    if (inject('engine') !== 'sqlite') return
    const other = await open()
    const begun = held()
    const mayEnd = held()
    const holding = other.transaction(async (sql) => {
      await sql.query('UPDATE migration_lock SET taken = 0')
      begun.release()
      await mayEnd.released
    })
    await begun.released
    const write = openStore(engine).transaction((tx) => accountsIn(tx).add(someone()))
    expect(await accountsIn(store).findByEmail('ada@example.com')).toBeUndefined()
    mayEnd.release()
    await holding
    expect(await write).toBeDefined()
  })

  it('sets the PostgreSQL time-outs, and runs a transaction again after a serialization failure', async () => {
    const { engine, store } = await migrated()
    if (inject('engine') !== 'postgres') return
    const setting = async (name: string) => (await engine.query(`SELECT current_setting('${name}') AS value`))[0]?.['value']
    expect(await setting('statement_timeout')).toBe('3500ms')
    expect(await setting('lock_timeout')).toBe('250ms')
    expect(await setting('idle_in_transaction_session_timeout')).toBe('5s')

    let runs = 0
    await engine.transaction(async (sql) => {
      runs++
      if (runs < 3) await sql.query(`DO $$ BEGIN RAISE EXCEPTION 'conflict' USING ERRCODE = '40001'; END $$`)
    })
    expect(runs).toBe(3)
    expect(await accountsIn(store).findByEmail('x')).toBeUndefined()
  })

  it('replaces PostgreSQL connections that were cut', async () => {
    const { engine } = await migrated()
    if (inject('engine') !== 'postgres') return
    await Promise.all([engine.query('SELECT 1'), engine.query('SELECT 1')])
    await engine.query(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname = current_database()',
    )
    await expect.poll(() => engine.query('SELECT 1 AS one').catch(() => [])).toEqual([{ one: 1 }])
  })
})
