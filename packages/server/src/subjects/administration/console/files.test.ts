import { describe, expect, it } from 'vitest'
import { ADA, ROOT } from '../../../../test/support/administered.ts'
import { atConsole } from '../../../../test/support/at-console.ts'
import { PageVisitor } from '../../../../test/support/page-visitor.ts'
import { csvLine } from '../../../gate/pages/console/csv.ts'
import { everyPageOf } from '../../../gate/pages/console/every-page-of.ts'

/** What tells a spreadsheet that a table is UTF-8. */
const MARK = '\u{feff}'

const linesOf = (text: string): string[] => text.trimEnd().split(/\r?\n/)

describe('a line of a table', () => {
  it.each([
    [['a', 1, true, null], 'a,1,true,'],
    [['a,b', 'say "x"', 'two\nlines'], '"a,b","say ""x""","two\nlines"'],
    [['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', ' =1'], "'=1+1,'+1,'-1,'@SUM(A1),'\t=1,' =1"],
    [['＝1+1', '＋1', '－1', '＠SUM(A1)'], "'＝1+1,'＋1,'－1,'＠SUM(A1)"],
    [['=HYPERLINK("http://x")'], `"'=HYPERLINK(""http://x"")"`],
    [[-1, 'a=b', 'a@b'], '-1,a=b,a@b'],
  ])('is %j as %j', (cells, line) => {
    expect(csvLine(cells)).toBe(`${line}\r\n`)
  })
})

describe('/console/users.csv', () => {
  it('has every account of the list, in its order and by its filters, to be kept', async () => {
    const { visitor, signedUp, adaId, sql } = await atConsole()
    for (let n = 0; n < 101; n++) await signedUp(`user${n}@example.com`)
    await sql(`UPDATE accounts SET name = '=cmd()' WHERE id = ?`, [adaId])
    const all = await visitor.open('/console/users.csv?order=oldest')
    expect(all.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="users.csv"',
      'cache-control': 'no-store',
    })
    const [head, first, second, ...others] = linesOf(all.html)
    expect(head).toBe(
      `${MARK}id,email,name,role,isVerified,isBanned,twoFactorEnabled,lastSignInAt,lastActiveAt,createdAt,updatedAt`,
    )
    expect(first).toMatch(new RegExp(`^[0-9a-f-]{36},${ROOT},Ada,admin,true,false,false,2030-01-01T.*Z,`))
    expect([second?.startsWith(`${adaId},${ADA},'=cmd(),user,false,`), others.length]).toEqual([true, 101])
    expect(linesOf((await visitor.open('/console/users.csv?state=unverified&search=ada@')).html)).toHaveLength(2)
    expect((await visitor.open('/console/users?state=unverified')).links).toContain('/console/users.csv?state=unverified')
  })

  it('asks for no more pages than are taken', async () => {
    const asked: string[] = []
    const pages = everyPageOf({ next: 'a' }, async (after) => {
      asked.push(after)
      return { next: `${after}a` }
    })
    for await (const { next } of pages) if (next === 'aa') break
    expect(asked).toEqual(['a'])
  })

  it.each(['/console/users.csv', '/console/audit.csv', '/console/audit.ndjson'])('is for administrators: %s', async (path) => {
    const { ada, browser } = await atConsole()
    const refused = await new PageVisitor(ada).open(path)
    expect([refused.status, refused.heading]).toEqual([403, 'This page is for administrators'])
    expect((await new PageVisitor(browser()).open(path)).path).toBe('/console/sign-in')
  })
})

describe('/console/audit.csv and /console/audit.ndjson', () => {
  it('have every event of the list, by its filters', async () => {
    const { visitor, browser, clock, adaId } = await atConsole()
    for (let n = 0; n < 101; n++) {
      clock.advance(60_000)
      await browser().post('/auth/login', { email: ADA, password: 'wrong' })
    }
    const query = `?type=login.failed&target=${ADA}`
    const table = await visitor.open(`/console/audit.csv${query}`)
    expect(table.headers).toMatchObject({ 'content-disposition': 'attachment; filename="audit.csv"' })
    const [head, row, ...rows] = linesOf(table.html)
    expect(head).toMatch(new RegExp(`^${MARK}createdAt,type,success,actorId,actorEmail,targetUserId,`))
    expect(row).toMatch(new RegExp(`^2030-01-01T01:41:00.000Z,login.failed,false,,,${adaId},${ADA},`))
    expect(rows).toHaveLength(100)

    const lines = await visitor.open(`/console/audit.ndjson${query}`)
    expect(lines.headers).toMatchObject({ 'content-type': 'application/x-ndjson' })
    // Those who read lines read JSON, which has no such mark.
    expect(lines.html).not.toContain(MARK)
    const events = linesOf(lines.html).map((line) => JSON.parse(line))
    expect(events).toHaveLength(101)
    expect(events[0]).toMatchObject({ type: 'login.failed', targetEmail: ADA, createdAt: '2030-01-01T01:41:00.000Z' })
    expect((await visitor.open(`/console/audit${query}`)).links).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^\/console\/audit\.csv\?type=/),
        expect.stringMatching(/^\/console\/audit\.ndjson\?/),
      ]),
    )
  })

  it('are empty for an address that no account has', async () => {
    const { visitor } = await atConsole()
    expect((await visitor.open('/console/audit.ndjson?actor=nobody@example.com')).html).toBe('')
    expect(linesOf((await visitor.open('/console/audit.csv?actor=nobody@example.com')).html)).toHaveLength(1)
  })
})
