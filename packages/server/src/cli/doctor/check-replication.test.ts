import { describe, expect, it } from 'vitest'
import { commitFindings, poolFinding, standbyFindings, writeFinding } from './check-replication.ts'

const standby = { name: 'b', state: 'streaming', sync_state: 'sync', lag: 3 }
const told = (wanted: string, ...rows: object[]) =>
  [...standbyFindings(wanted, rows as Parameters<typeof standbyFindings>[1])].map(
    ({ status, message }) => `${status}: ${message}`,
  )

describe('latchkey doctor, of PostgreSQL’s standbys', () => {
  it('says how far each of them is', () => {
    expect(told('')).toEqual(['ok: none'])
    expect(told('b', standby)).toEqual(['ok: b (sync) is streaming, 3 ms behind'])
    expect(told('', { ...standby, sync_state: 'async', lag: 20_000 })).toEqual(['warn: b (async) is streaming, 20000 ms behind'])
    expect(told('b', { ...standby, state: 'catchup' })).toEqual(['warn: b (sync) is catchup, 3 ms behind'])
  })

  it('says why every write waits', () => {
    const message = 'fail: synchronous_standby_names is b, and none of them is there: every write waits for it'
    expect(told('b')).toEqual([message])
    expect(told('b', { ...standby, sync_state: 'async' })[0]).toBe(message)
  })

  it('says where it may not look', () => {
    const hidden = { name: '', state: null, sync_state: null, lag: null }
    expect(told('b', hidden)).toEqual([expect.stringContaining('GRANT pg_monitor')])
  })
})

describe('latchkey doctor, of commits and connections', () => {
  it.each([
    ['on', 'on', ['ok']],
    ['off', 'on', ['warn']],
    ['off', 'off', ['warn', 'warn']],
  ])('fsync %s, synchronous_commit %s', (fsync, commits, statuses) => {
    expect([...commitFindings({ fsync, commits })].map(({ status }) => status)).toEqual(statuses)
  })

  it('warns where a commit takes long, or connections run out', () => {
    expect([writeFinding(3).status, writeFinding(400).status]).toEqual(['ok', 'warn'])
    expect([poolFinding(97, 5, 10).status, poolFinding(97, 90, 10).status, poolFinding(9, 1, 10).status]).toEqual([
      'ok',
      'warn',
      'fail',
    ])
  })
})
