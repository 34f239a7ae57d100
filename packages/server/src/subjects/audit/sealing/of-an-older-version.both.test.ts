import { describe, expect, it } from 'vitest'
import { openedEngines } from '../../../../test/support/opened-engines.ts'
import { seal, sealedIn, verify } from '../../../../test/support/sealed.ts'
import { world } from '../../../../test/support/world.ts'
import type { Engine, Row, Value } from '../../../platform/store/engine.ts'
import { migrate } from '../../../platform/store/migrate.ts'
import { migrations } from '../../../platform/store/migrations.ts'

const BEGINNING = Date.parse('2029-12-01T00:00:00Z')
const COLUMNS = [
  ...['id', 'type', 'success', 'actor_id', 'target_user_id', 'session_id', 'ip', 'user_agent', 'request_id'],
  ...['metadata', 'created_at', 'count', 'org_id'],
]

/** The last version whose log was not sealed. */
const OLDER = migrations.slice(
  0,
  migrations.findIndex(({ id }) => id === '0007-sealed-log'),
)

/** Rows as they may have been written: in any order of time, by types that are no more, and in words that are no JSON of ours. */
const ROWS: readonly (readonly Value[])[] = [
  [
    'z',
    'user.registered',
    1,
    'ada',
    null,
    's',
    '192.0.2.1',
    'Mozilla/5.0 \u2014 \ud83d\ude00',
    'r-1',
    '{}',
    BEGINNING + 5,
    1,
    null,
  ],
  ['a', 'login.failed', 0, null, null, null, '2001:db8::1', '', '', '{ "b": 1,  "a": "\\u00e9" }', BEGINNING + 5, 17, null],
  ['m', 'a.type.of.before', 1, 'x'.repeat(100), 'eve', null, '', 'curl\t"', 'r', '{"n":1.50}', BEGINNING, 1, 'org'],
  ...Array.from({ length: 300 }, (_, n): readonly Value[] => [
    ...[`many-${n}`, 'logout', 1, null, null, null, '192.0.2.7', 'Firefox', `r-${n}`, '{}', BEGINNING + 1000 + (n % 7), 1, null],
  ]),
]

const rowsOf = (engine: Pick<Engine, 'query'>): Promise<readonly Row[]> =>
  engine.query(`SELECT ${COLUMNS.join(', ')} FROM audit_events WHERE type <> 'audit.began' ORDER BY id`)

async function older() {
  const { url, open } = await openedEngines()
  const engine = await open()
  expect(await migrate(engine, undefined, OLDER)).toHaveLength(OLDER.length)
  const marks = COLUMNS.map(() => '?').join(', ')
  for (const row of ROWS) await engine.query(`INSERT INTO audit_events (${COLUMNS.join(', ')}) VALUES (${marks})`, row)
  return { url, engine }
}

describe('a database of a version that sealed nothing', () => {
  it('has its rows sealed as they are found, and an event that says how many', async () => {
    const { url, engine } = await older()
    const before = await rowsOf(engine)
    await expect(engine.query(`SELECT sequence FROM audit_events`)).rejects.toThrow('sequence')
    expect(await migrate(engine)).toHaveLength(migrations.length - OLDER.length)
    const here = await world({ databaseUrl: url })
    expect(await seal(here)).toBe(ROWS.length + 1)
    const sealed = await sealedIn(here)
    expect(sealed.map(({ sequence }) => sequence)).toEqual(Array.from({ length: ROWS.length + 1 }, (_, at) => at))
    expect(sealed.slice(0, 3).map(({ id }) => id)).toEqual(['m', 'a', 'z'])
    expect(sealed.filter(({ type }) => type === 'audit.began').map(({ metadata }) => metadata)).toEqual([
      JSON.stringify({ events: ROWS.length }),
    ])
    expect(await rowsOf(engine)).toEqual(before)
    expect(await verify(here)).toMatchObject({ result: 'good' })
    await engine.query(`UPDATE audit_events SET metadata = '{"a":"\u00e9","b":1}' WHERE id = 'a'`)
    expect(await verify(here)).toMatchObject({ result: 'tampered' })
  })
})
