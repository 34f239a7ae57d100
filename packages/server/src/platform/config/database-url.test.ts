import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { shell } from '../../../test/support/shell.ts'
import { databaseUrlProblem } from './database-url.ts'

const fine = [
  'file:./data/a,b.db',
  'postgres://db.example.com/latchkey',
  'postgres://ada:p,a@db.example.com:5432/latchkey?sslmode=verify-full',
  'postgresql://ada:100%@db/latchkey',
  'postgres://ada:p%40ss@[::1]:5432/latchkey',
  'postgres://ada:x@/latchkey?host=/var/run/postgresql',
  'postgres:///latchkey',
  'postgres://%2Fvar%2Frun%2Fpostgresql/latchkey',
]
const several = [
  'postgres://a,b,c/latchkey',
  'postgres://ada:canary@a:5432,b:5433/latchkey?target_session_attrs=read-write',
  'postgres://ada:canary@a%2Cb/latchkey',
  'postgres://ada:canary@/latchkey?host=a,b',
  'postgres://ada:canary@a/latchkey?port=5432,5433',
]
const unreadable = [
  'postgres://ada:canary@db:99999/latchkey',
  'postgres://ada:canary@[::1/latchkey',
  'postgres://ada:canary@db:x/y',
]

describe('DATABASE_URL', () => {
  it.each(fine)('may be %s', (url) => {
    expect(databaseUrlProblem(url)).toBeUndefined()
    if (!url.startsWith('file:')) expect(() => new pg.Client({ connectionString: url })).not.toThrow()
  })

  it.each(several)('names one host: %s', (url) => {
    expect(databaseUrlProblem(url)).toMatch(/^must name one host: several are not supported yet/)
  })

  it.each(unreadable)('is a URL: %s', (url) => {
    expect(() => new pg.Client({ connectionString: url })).toThrow()
    expect(databaseUrlProblem(url)).toMatch(/^must be a URL such as postgres:/)
  })

  it.each(
    [...several, ...unreadable].flatMap((url) => ['config check', 'start', 'migrate'].map((command) => ({ command, url }))),
  )('stops $command with one line that does not repeat it: $url', async ({ command, url }) => {
    const { code, out, err } = await shell({ DATABASE_URL: url }).latchkey(...command.split(' '))
    expect([code, out]).toEqual([1, ''])
    expect(err.split('\n')).toEqual(['The configuration has a problem:', expect.stringMatching(/^ {2}DATABASE_URL: must /)])
    expect(err).not.toContain('canary')
  })
})
