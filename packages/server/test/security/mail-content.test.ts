import { describe, expect, it } from 'vitest'
import { mailedCode, member, memberFor, purposes } from '../support/mailed-codes.ts'
import type { Delivered } from '../support/smtp-inbox.ts'
import { PASSWORD, type World, world } from '../support/world.ts'

const PUBLIC_URL = 'http://localhost:3000'
const CODE_LINE = /^(?:[0-9A-Z]{4}(?:-[0-9A-Z]{4}){1,2}|[A-Za-z0-9_-]{43})$/

/** The header block as it went over the wire, folded lines joined. */
const headerLines = ({ raw }: Delivered): string[] => (raw.split('\r\n\r\n')[0] ?? '').replace(/\r\n[ \t]+/g, ' ').split('\r\n')
const headersNamed = (mail: Delivered, name: string): string[] =>
  headerLines(mail).filter((line) => line.toLowerCase().startsWith(`${name.toLowerCase()}:`))

const EXPECTED_HEADERS = ['Auto-Submitted', 'Content-Type', 'Date', 'From', 'MIME-Version', 'Message-ID', 'Subject', 'To']

function expectPlain(mail: Delivered, to: string): void {
  expect(mail.recipients).toEqual([to])
  expect(headersNamed(mail, 'To')).toEqual([`To: ${to}`])
  expect(
    headerLines(mail)
      .map((line) => line.split(':')[0])
      .sort(),
  ).toEqual(EXPECTED_HEADERS)
  const lines = (mail.text ?? '').split(/\r?\n/)
  expect(lines.filter((line) => CODE_LINE.test(line))).toEqual([mail.code])
  expect(lines.filter((line) => /^https?:/.test(line))).toEqual([mail.link])
  expect(mail.link.startsWith(`${PUBLIC_URL}/`)).toBe(true)
}

/** Addresses in real tags, that is, not in escaped text. */
const foreignLinks = ({ html = '' }: Delivered): string[] =>
  [...html.matchAll(/<[a-z][^>]*>/gi)]
    .flatMap(([tag]) => [...tag.matchAll(/\s(?:href|src)\s*=\s*["']?([^"'\s>]*)/gi)])
    .map(([, address = '']) => address)
    .filter((address) => !address.startsWith(PUBLIC_URL))
const tags = (html: string): string[] => [...html.matchAll(/<([a-z][a-z0-9]*)/gi)].map(([, tag = '']) => tag.toLowerCase())

const names = [
  'Ada\r\nBcc: eve',
  'Ada\nSubject: You have won',
  'Ada\r\n\r\n<b>body</b>',
  'Ada\u2028AAAA-BBBB-CCCC\u2028',
  'Ada\n\nAAAA-BBBB-CCCC\n',
  '<img src=x onerror=alert(1)>',
  '</p><a href="//evil">click here</a>',
  '"><script>alert(1)</script>',
  '{{ code }}{{ link }}{% assign code = "x" %}',
  '{% include "../../etc/passwd" %}',
  '=?utf-8?q?=0d=0aBcc:_eve?=',
  '\u202emoc elpmaxe',
]

/** A verified account, whose name is in its mails. The database is told the name: the routes refuse most of these. */
async function resetMailFor(here: World, email: string, name: string): Promise<Delivered> {
  const who = await member(here, email)
  await here.sql(`UPDATE accounts SET name = ?, verified_at = 1, mailbox_proved_at = 1 WHERE id = ?`, [name, who.id])
  return mailedCode(here, 'reset-password', who)
}

/** The reset mails of accounts with these names, each with its name and its address. */
async function resetMails(given: readonly string[]) {
  const here = await world({ withMail: true })
  const mails: { readonly name: string; readonly email: string; readonly mail: Delivered }[] = []
  for (const [n, name] of given.entries()) {
    const email = `n${n}@example.com`
    mails.push({ name, email, mail: await resetMailFor(here, email, name) })
  }
  return { here, mails }
}

describe('a display name in a mail', () => {
  it('is there when the address is verified, and not before', async () => {
    const here = await world({ withMail: true })
    const who = await member(here, 'ada@example.com')
    await here.sql(`UPDATE accounts SET name = 'Lovelace'`)
    expect((await mailedCode(here, 'reset-password', who)).raw).not.toContain('Lovelace')
    await here.sql(`UPDATE accounts SET verified_at = 1, mailbox_proved_at = 1`)
    expect((await mailedCode(here, 'reset-password', who)).text).toContain('Hello Lovelace,')
  })

  it('cannot add a header, a recipient, a code, markup or a link', async () => {
    const { here, mails } = await resetMails(names)
    const plain = await resetMailFor(here, 'plain@example.com', 'Ada')
    for (const { name, email, mail } of mails) {
      expectPlain(mail, email)
      expect(mail.text, name).toMatch(/^Hello \S.*,\r?\n/) // so the name was there to do its worst
      expect(tags(mail.html ?? ''), name).toEqual(tags(plain.html ?? ''))
      expect(foreignLinks(mail), name).toEqual([])
      expect(mail.text?.split(mail.code), name).toHaveLength(3) // the line, and the link
      expect(mail.subject, name).toBe(plain.subject)
    }
  })

  it('is left out when a mail program would make a link of it', async () => {
    const links = ['https://evil.example/prize', 'Ada www.evil.example', 'evil.example', 'mail eve@evil.example', 'evil://x']
    for (const { name, mail } of (await resetMails(links)).mails) {
      expect(mail.raw, name).not.toContain('evil')
      expect(mail.text, name).toMatch(/^Hello,/)
    }
  })

  it('is kept when it is a name', async () => {
    const { mails } = await resetMails(['J.R.R. Tolkien', 'Dr. Ada', 'Ada & Bob', "O'Brien", 'Ada (she/her)', '李小龍'])
    for (const { name, mail } of mails) expect(mail.text).toContain(`Hello ${name},`)
  })
})

const impossible = [
  'ada@example.com\r\nBcc: eve@evil.example',
  'ada@example.com\nSubject: x',
  'ada@example.com,eve@evil.example',
  'ada@example.com eve@evil.example',
  'Ada <ada@example.com>',
  '"a\r\nb"@example.com',
  'ada@example.com\u0000.evil.example',
  '<script>@example.com',
  'ada@[127.0.0.1]',
  'ada@evil.example@example.com',
  '=?utf-8?q?eve=40evil.example?=@example.com',
]

const odd = [
  '{{code}}@example.com',
  '{%include%}@example.com',
  "o'brien&co@example.com",
  'ada+tag/x=y@example.com',
  'a|b`id`$x@example.com',
]

describe('an address', () => {
  it('that is more than one, or none, is refused, and nobody gets a mail', async () => {
    const { browser, mail, outbox, sql } = await world({ withMail: true, env: { REQUIRE_EMAIL_VERIFICATION: 'true' } })
    for (const email of impossible) {
      const reply = await browser().post('/auth/register', { email, password: PASSWORD, name: 'Ada' })
      expect(reply, email).toMatchObject({ status: 400, body: { error: 'invalid_email' } })
      for (const url of ['/auth/forgot-password', '/auth/verify-email/resend']) await browser().post(url, { email })
    }
    await outbox.idle()
    expect(mail.mails).toEqual([])
    expect(await sql(`SELECT id FROM accounts`)).toEqual([])
  })

  it('that is merely odd is mailed as it stands', async () => {
    const here = await world({ withMail: true })
    for (const email of odd) expectPlain(await mailedCode(here, 'reset-password', await member(here, email)), email)
  })
})

const misleading = {
  host: 'evil.example',
  'x-forwarded-host': 'evil.example',
  'x-forwarded-server': 'evil.example',
  'x-forwarded-proto': 'https',
  'x-forwarded-for': '203.0.113.66',
  'x-original-host': 'evil.example',
  forwarded: 'for=203.0.113.66;host=evil.example;proto=https',
  'user-agent': 'evil.example/1.0',
  'accept-language': 'evil.example',
}

describe('what a request says about the host', () => {
  it('reaches no part of any mail', async () => {
    const here = await world({ withMail: true, env: { TRUSTED_PROXIES: '127.0.0.1' } })
    for (const purpose of purposes) {
      const who = await memberFor(here, purpose, `${purpose}@example.com`)
      const mail = await mailedCode(here, purpose, who, misleading)
      expectPlain(mail, who.email)
      expect(mail.raw, purpose).not.toMatch(/evil|203\.0\.113\.66/)
      expect(foreignLinks(mail), purpose).toEqual([])
    }
  })
})

describe('a mail that is tried again', () => {
  it('has the same Message-ID and text at every attempt', async () => {
    const here = await world({ withMail: true })
    await here.signedUp()
    here.mail.treat('drops in DATA')
    await here.browser().post('/auth/forgot-password', { email: 'ada@example.com' })
    await here.outbox.idle()
    here.mail.treat('accepts')
    here.clock.advance(5000)
    here.outbox.wake()
    await here.outbox.idle()

    const ids = here.mail.offered.map((raw) => /^message-id: (.+)$/im.exec(raw)?.[1]?.trim())
    expect(ids).toHaveLength(2)
    expect(ids[0]).toMatch(/^<[0-9a-f-]{36}@localhost>$/)
    expect(ids[1]).toBe(ids[0])
    expect(here.mail.mails).toHaveLength(1)
    const code = here.mail.mails[0]?.code ?? 'none'
    expect(here.mail.offered[0]?.replaceAll('=\r\n', '')).toContain(code)
  })
})
