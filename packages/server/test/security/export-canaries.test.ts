import { describe, expect, it } from 'vitest'
import { administered, idOf } from '../support/administered.ts'
import { DECIDED } from '../support/decided-columns.ts'
import { type SchemaColumn, schemaOf } from '../support/schema.ts'

const DAY = 86_400_000
const WHO = ['ada', 'bob', 'root'] as const
type Who = (typeof WHO)[number]

const canary = (table: string, column: string, who: Who): string => `canary.${table}.${column}.${who}.`

/** What keeps the service going by itself, and has nothing of any account: made-up rows would only stop it. */
const MACHINERY = ['migrations', 'migration_lock', 'locks', 'session_leases', 'session_messages', 'day_counters']

/** Rows that others refer to come first. */
const FIRST = ['sessions', 'organisations', 'challenges']

/** An administrator, Ada and Bob, each with a row in every table, and a canary wherever a text is kept. */
async function filled() {
  const here = await administered({ ORGANISATIONS: 'true' })
  const bob = await here.signedUp('bob@example.com')
  const ids: Readonly<Record<Who, string>> = { ada: here.adaId, bob: await idOf(bob), root: here.rootId }
  const schema = await schemaOf(here)
  const now = here.clock.now()
  const of = (table: string) => schema.filter((column) => column.table === table)
  const epochs = new Map(
    (await here.sql(`SELECT id, session_epoch FROM accounts`)).map((row) => [row['id'], row['session_epoch']]),
  )
  const tables = [...new Set(schema.map(({ table }) => table))].filter((table) => ![...MACHINERY, 'accounts'].includes(table))
  for (const table of [...FIRST, ...tables.filter((table) => !FIRST.includes(table))])
    for (const who of WHO) {
      if (table === 'totp_seeds') await here.sql(`DELETE FROM totp_seeds WHERE account_id = ?`, [ids[who]])
      const values = of(table).map((column) => valueFor(column, who, { ids, now, epoch: Number(epochs.get(ids[who])) }))
      const names = of(table).map(({ name }) => name)
      await here.sql(`INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`, values)
    }
  const texts = of('accounts').filter(({ isText, name }) => isText && name !== 'id' && name !== 'role')
  for (const who of WHO)
    await here.sql(
      `UPDATE accounts SET verified_at = 1, mailbox_proved_at = 1, ${texts.map(({ name }) => `${name} = ?`).join(', ')} WHERE id = ?`,
      [...texts.map(({ name }) => canary('accounts', name, who)), ids[who]],
    )
  return { ...here, ids, texts: schema.filter(({ isText, table }) => isText && !MACHINERY.includes(table)) }
}

interface Facts {
  readonly ids: Readonly<Record<Who, string>>
  readonly now: number
  readonly epoch: number
}

/** Values that a row cannot do without, beside canaries. Bob invites Ada, into the organisation that he owns. */
function valueFor(
  { table, name, isText, isOptional }: SchemaColumn,
  who: Who,
  { ids, now, epoch }: Facts,
): string | number | null {
  const inviter = who === 'ada' ? 'bob' : 'root'
  const exact: Readonly<Record<string, string | number | null>> = {
    'sessions.method': 'password',
    'sessions.elevation': 'password',
    'sessions.epoch': epoch,
    'activity.made_by': 'you',
    'org_members.role': 'owner',
    'org_invites.role': 'member',
    'org_invites.email': canary('accounts', 'email', who),
    'org_invites.invited_by': ids[inviter],
    'org_invites.org_id': canary('organisations', 'id', inviter),
    'outbox.done_at': now,
    // Keys that are numbers.
    'audit_head.id': Object.keys(ids).indexOf(who),
    'audit_tiles.place': Object.keys(ids).indexOf(who),
    'audit_checkpoints.size': Object.keys(ids).indexOf(who),
    'audit_events.metadata': JSON.stringify({ canary: canary(table, name, who) }),
    'oidc_consents.client_id': canary('oidc_clients', 'id', who),
    'oidc_grants.client_id': canary('oidc_clients', 'id', who),
    'oidc_consents.scopes': JSON.stringify([canary(table, name, who)]),
    'oidc_grants.scopes': JSON.stringify([canary(table, name, who)]),
    'passkeys.transports': JSON.stringify([canary(table, name, who)]),
    'challenge_bindings.challenge_id': canary('challenges', 'id', who),
  }
  const key = `${table}.${name}`
  if (key in exact) return exact[key] ?? null
  if (['account_id', 'target_user_id'].includes(name)) return ids[who]
  if (name === 'actor_id') return ids.root
  if (name === 'session_id' && table !== 'activity' && table !== 'audit_events') return canary('sessions', 'id', who)
  if (name === 'org_id') return canary('organisations', 'id', who)
  if (isText) return canary(table, name, who)
  if (isOptional) return null
  if (/expires_at$|_until$/.test(name)) return now + DAY
  return /_at$/.test(name) ? now : 1
}

describe('the export of an account', () => {
  it('was decided on for every column of every table', async () => {
    const { sql } = await administered()
    const columns = (await schemaOf({ sql })).map(({ table, name }) => `${table}.${name}`)
    expect([...columns].sort()).toEqual([...DECIDED.keys()].sort())
  })

  it('has what its owner is to have, and nothing else of whatever is kept', async () => {
    const { ada, texts, ids } = await filled()
    const { status, text, body } = await ada.post('/auth/account/export')
    expect(status).toBe(200)
    const shown = [...new Set(text.match(/canary\.[a-z_]+\.[a-z_]+\.[a-z]+\./g))]
    // These have values of their own, by which rows hang together.
    const isCanary = (key: string) =>
      !/^(accounts\.(id|role)|activity\.made_by|org_\w+\.(role|org_id)|oidc_\w+\.client_id|sessions\.method)$/.test(key)
    const wanted = texts
      .filter(({ table, name }) => DECIDED.get(`${table}.${name}`) === 'exported' && isCanary(`${table}.${name}`))
      .map(({ table, name }) => canary(table, name, 'ada'))
    // The name of an organisation that invites her.
    expect(shown.sort()).toEqual([...wanted, canary('organisations', 'name', 'bob')].sort())
    expect(body.organisations).toContainEqual(expect.objectContaining({ id: null, name: canary('organisations', 'name', 'bob') }))
    for (const other of [ids.bob, ids.root]) expect(text).not.toContain(other)
  })

  it('is tried with a canary in every text that is kept, but for those by which rows hang together', async () => {
    const { sql, texts } = await filled()
    const without: string[] = []
    for (const { table, name } of texts) {
      const kept = (await sql(`SELECT ${name} AS kept FROM ${table}`)).map((row) => String(row['kept'])).join('\n')
      if (!WHO.every((who) => kept.includes(canary(table, name, who)))) without.push(`${table}.${name}`)
    }
    const linked = without.filter((key) => !/\.(?:account|session|org|actor|target_user|challenge|client)_id$/.test(key))
    expect(linked.sort()).toEqual(
      [
        ...['accounts.id', 'accounts.role', 'activity.made_by', 'sessions.method', 'sessions.elevation'],
        ...['org_members.role', 'org_invites.role', 'org_invites.email', 'org_invites.invited_by'],
      ].sort(),
    )
  })
})
