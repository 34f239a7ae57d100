import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { shell } from '../../../test/support/shell.ts'
import { postgresName } from '../store/engines/postgres.ts'
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
  { url: 'postgres://a,b,c/latchkey', hosts: ['a:5432', 'b:5432', 'c:5432'] },
  {
    url: 'postgres://ada:p,a@a:5432,[::1]:5433/latchkey?target_session_attrs=read-write&sslmode=disable',
    hosts: ['a:5432', '::1:5433'],
  },
  { url: 'postgres://ada:canary@a%2Cb/latchkey?port=5433', hosts: ['a:5433', 'b:5433'] },
  { url: 'postgres://ada:canary@/latchkey?host=a,b&port=5432,5433', hosts: ['a:5432', 'b:5433'] },
  { url: 'postgres://ada@/latchkey?host=/run/a,b&port=5433', hosts: ['/run/a:5433', 'b:5433'] },
  { url: 'postgres://a/latchkey?target_session_attrs=primary', hosts: ['a:5432'] },
]
const unfit = [
  {
    url: 'postgres://ada:canary@a,b/latchkey?target_session_attrs=any',
    problem: /takes writes: target_session_attrs=read-write/,
  },
  { url: 'postgres://ada:canary@a,b/latchkey?target_session_attrs=standby', problem: /takes writes/ },
  { url: 'postgres://ada:canary@a,b/latchkey?port=1,2,3', problem: /one port, or one for each host/ },
  { url: 'postgres://ada:canary@a,,b/latchkey', problem: /must name each of its hosts/ },
  { url: 'postgres://ada:canary@a,b/latchkey?hostaddr=1.2.3.4', problem: /without hostaddr/ },
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

  it.each(several)('may name several servers, of which one takes writes: $url', ({ url, hosts }) => {
    expect(databaseUrlProblem(url)).toBeUndefined()
    expect(postgresName(url)).toBe(`${hosts.join(',')}/latchkey`)
  })

  it.each(unfit)('has hosts that can be looked through: $url', ({ url, problem }) => {
    expect(databaseUrlProblem(url)).toMatch(problem)
  })

  it.each(unreadable)('is a URL: %s', (url) => {
    expect(() => new pg.Client({ connectionString: url })).toThrow()
    expect(databaseUrlProblem(url)).toMatch(/^must be a URL such as postgres:/)
  })

  it.each(
    [...unfit.map(({ url }) => url), ...unreadable].flatMap((url) =>
      ['config check', 'start', 'migrate'].map((command) => ({ command, url })),
    ),
  )('stops $command with one line that does not repeat it: $url', async ({ command, url }) => {
    const { code, out, err } = await shell({ DATABASE_URL: url }).latchkey(...command.split(' '))
    expect([code, out]).toEqual([1, ''])
    expect(err.split('\n')).toEqual(['The configuration has a problem:', expect.stringMatching(/^ {2}DATABASE_URL: must /)])
    expect(err).not.toContain('canary')
  })
})
