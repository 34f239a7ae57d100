import { describe, expect, it } from 'vitest'
import { administered } from '../../../test/support/administered.ts'
import { atConsole, rowsOf } from '../../../test/support/at-console.ts'
import { PageVisitor } from '../../../test/support/page-visitor.ts'

/** What each tile says. */
const tilesOf = (page: { textsOf(pattern: string): string[] }): string[] => page.textsOf('<a class="tile"[^>]*>(.*?)</a>')

describe('/console', () => {
  it('shows how many accounts and open invites there are, and leads to them', async () => {
    const { visitor } = await atConsole({ ENABLE_INVITE: 'true' })
    await visitor.browser.post('/admin/invites', { email: 'guest@example.com' })
    const page = await visitor.open('/console')
    expect(page.heading).toBe('Dashboard')
    expect(tilesOf(page)).toEqual(['2 Accounts', '1 Open invites'])
    expect(page.links).toContain('/console/invites?status=pending')
  })

  it('has nothing to say about invites where they are switched off', async () => {
    const { visitor } = await atConsole()
    expect(tilesOf(await visitor.open('/console'))).toEqual(['2 Accounts'])
  })

  it('draws a bar for each day, and tells those who cannot see them', async () => {
    const { visitor } = await atConsole()
    const page = await visitor.open('/console')
    expect(page.html.match(/<g>/g)).toHaveLength(60)
    expect(page.html).toContain('aria-label="Sign-ups per day: 2 in all, the most on Jan 1 with 2."')
    expect(page.html).toContain('aria-label="Sign-ins per day: 1 in all, the most on Jan 1 with 1."')
    const [bar = '', ...others] = page.html.match(/<rect x="291"[^>]*>/g) ?? []
    expect([bar, others.length]).toEqual(['<rect x="291" y="0" width="8" height="100">', 1])
  })

  it('has the same as a table, the newest day first', async () => {
    const { visitor } = await atConsole()
    const rows = rowsOf(await visitor.open('/console'))
    expect(rows).toHaveLength(30)
    expect(rows.slice(0, 2)).toEqual(['Jan 1 2 1', 'Dec 31 0 0'])
  })

  it('is calm when nothing happened', async () => {
    const { root, sql, clock } = await administered()
    await sql(`UPDATE day_counters SET day = day - 31`)
    clock.advance(1000)
    const page = await new PageVisitor(root).open('/console')
    expect(page.html).toContain('aria-label="Sign-ups per day: none."')
    expect(page.html).not.toContain('NaN')
  })
})
