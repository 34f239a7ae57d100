import { expect } from 'vitest'
import { hashOfReport } from '../../src/gate/access/report-link.ts'
import { hashOfRevert } from '../../src/subjects/email-change/steps/change-code.ts'
import type { Browser, Reply } from './browser.ts'
import { codeIn } from './moving.ts'
import { PASSWORD, type World } from './world.ts'

export const LIFE = { NEW_DEVICE_NOTICES: 'true', DISABLE_ADMIN_TWO_FACTOR: 'true', EMAIL_CHANGE_CONFIRM: 'new' }

/** An account, as long as there is one, and a browser that was signed in to it last. */
export interface Person {
  id: string
  browser: Browser
}

type Letter = 'change' | 'revert' | 'report' | 'reset'
const PAGES: Readonly<Record<Letter, string>> = {
  change: '/change-email#',
  revert: '/revert-email#',
  report: '/not-me#',
  reset: '/reset-password#',
}

export type Life = Awaited<ReturnType<typeof life>>

/** Three people and six addresses, at one service or two; and what is known of who was given which. */
export async function life(here: World, there: World) {
  const addresses = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `${name}@example.com`) as [string, ...string[]]
  const done = new Map<string, number>()
  /** What an account may have: what it was registered with, what it asked for, and what an administrator said. */
  const given = new Map<string, Set<string>>()
  const used = new Set<string>()
  /** Sessions that were there before this batch; and accounts that were closed to all in it. */
  let before: { readonly id: string; readonly browser: Browser }[] = []
  const sessions: { readonly id: string; readonly browser: Browser }[] = []
  const closed = new Set<string>()
  let turn = 0
  const door = () => (turn++ % 2 === 0 ? here : there).browser()
  const note = (what: string): void => void done.set(what, (done.get(what) ?? 0) + 1)
  const give = (id: string, email: string): void => void given.set(id, (given.get(id) ?? new Set()).add(email))

  const people: Person[] = []
  const enrol = async (person: Person, email: string): Promise<Reply> => {
    const browser = door()
    const reply = await browser.post('/auth/register', { email, password: PASSWORD, name: 'Ada' })
    if (reply.status !== 201) return reply
    const { id } = reply.body.user
    await here.sql(`UPDATE accounts SET verified_at = 1, mailbox_proved_at = 1 WHERE id = ?`, [id])
    give(id, email)
    Object.assign(person, { id, browser })
    sessions.push({ id, browser })
    return reply
  }
  for (const email of addresses.slice(0, 3)) {
    const person: Person = { id: '', browser: here.browser() }
    await enrol(person, email)
    people.push(person)
  }
  const root = await here.signedUp('root@example.com')
  await here.sql(`UPDATE accounts SET role = 'admin', verified_at = 1, mailbox_proved_at = 1 WHERE email = 'root@example.com'`)

  const through = ({ browser }: Person): Browser => {
    const visitor = door()
    for (const [name, value] of browser.jar) visitor.jar.set(name, value)
    return visitor
  }
  const once = (code: string, reply: Reply): Reply => {
    if (reply.status !== 200) return reply
    expect(used.has(code), 'a code worked twice').toBe(false)
    used.add(code)
    return reply
  }
  /** Notes whose sessions must be over. */
  const close = async (table: string, hash: string): Promise<void> => {
    const [row] = await here.sql(`SELECT account_id FROM ${table} WHERE hash = ?`, [hash])
    closed.add(String(row?.['account_id']))
  }

  const signIn = async (person: Person): Promise<Reply> => {
    const [row] = await here.sql(`SELECT email FROM accounts WHERE id = ?`, [person.id])
    const browser = door()
    const reply = await browser.post('/auth/login', { email: row?.['email'] ?? 'none', password: PASSWORD })
    if (reply.status !== 200) return reply
    person.browser = browser
    sessions.push({ id: person.id, browser })
    return reply
  }

  return {
    ...{ people: people as [Person, ...Person[]], addresses, given, done, through, sql: here.sql },
    letters: (kind: Letter): string[] =>
      here.mail.mails.filter(({ link }) => link.includes(PAGES[kind])).map(({ link }) => codeIn(link)),
    beginBatch(): void {
      before = [...sessions]
      closed.clear()
    },
    /** Sessions from before the batch of accounts that were closed in it. */
    mustBeOver: () => before.filter(({ id }) => closed.has(id)).map(({ browser }) => browser),
    async ask(person: Person, email: string): Promise<Reply> {
      give(person.id, email)
      const reply = await through(person).post('/auth/email/change', { email })
      return reply.status === 401 ? signIn(person) : reply
    },
    /** Every mail that was written is in its mailbox. */
    mailsLeft: () => expect.poll(() => here.sql(`SELECT id FROM outbox WHERE done_at IS NULL`)).toEqual([]),
    signIn,
    async confirm(code: string): Promise<Reply> {
      const reply = once(code, await door().post('/auth/email/change/confirm', { code }))
      if (reply.body.completed) note('changed')
      return reply
    },
    async revert(code: string): Promise<Reply> {
      const reply = once(code, await door().post('/auth/email/change/revert', { code }))
      if (reply.status === 200) note('reverted')
      if (reply.status === 200) await close('email_reverts', hashOfRevert(code))
      return reply
    },
    async report(code: string): Promise<Reply> {
      const reply = once(code, await door().post('/auth/devices/report', { code }))
      if (reply.status === 200) note('reported')
      if (reply.status === 200) await close('device_reports', hashOfReport(code))
      return reply
    },
    async reset(code: string): Promise<Reply> {
      return once(code, await door().post('/auth/reset-password', { code, newPassword: PASSWORD }))
    },
    async overrule(person: Person, email: string): Promise<Reply> {
      give(person.id, email)
      return root.clone().send('PATCH', `/admin/users/${person.id}/email`, { email })
    },
    /** Where the account is gone, another one. */
    async comeBack(person: Person, email: string): Promise<Reply | undefined> {
      const [row] = await here.sql(`SELECT id FROM accounts WHERE id = ?`, [person.id])
      return row ? undefined : enrol(person, email)
    },
  }
}

/** What is true between two batches, whatever has happened. */
export async function expectAddresses(here: Life, about: string): Promise<void> {
  const accounts = await here.sql(`SELECT id, email, words_of, name FROM accounts WHERE email <> 'root@example.com'`)
  for (const { id, email, words_of, name } of accounts) {
    expect(here.given.get(String(id)), `${about}: an address that was never given`).toContain(email)
    expect(words_of, about).toBe(`${email} ${name}`)
  }
  const clashes = await here.sql(
    `SELECT a.id FROM accounts a JOIN email_reverts r ON r.email = a.email
     WHERE r.account_id <> a.id AND r.used_at IS NULL AND r.ended_at IS NULL`,
  )
  expect(clashes, `${about}: one account has what another has kept`).toEqual([])
  const late = await here.sql(`SELECT id FROM email_changes WHERE ended_at IS NULL AND new_confirmed_at IS NOT NULL`)
  expect(late, `${about}: confirmed, and still waiting`).toEqual([])
  const statuses = await Promise.all(here.mustBeOver().map(async (one) => (await one.clone().get('/auth/me')).status))
  expect(new Set(statuses).has(200), `${about}: a session outlived a revert`).toBe(false)
}
