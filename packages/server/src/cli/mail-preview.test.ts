import { describe, expect, it } from 'vitest'
import { shell, templates } from '../../test/support/shell.ts'
import { mailKinds } from '../platform/mail/mail-kinds.ts'

const kinds = mailKinds()

describe('latchkey mail preview', () => {
  it('prints the text of every mail, one after the other', async () => {
    const { code, out, err } = await shell({ APP_NAME: 'Acme' }).latchkey('mail', 'preview')
    expect([code, err]).toEqual([0, ''])
    expect(out.match(/^===== .* =====$/gm)).toEqual(kinds.map((kind) => `===== ${kind} =====`))
    expect(out.match(/^Subject: .*Acme.*\n\nHello Ada Example,$/gm)).toHaveLength(kinds.length)
    expect(out).not.toMatch(/<\w|undefined/)
  })

  it('prints one mail as it is', async () => {
    const { out } = await shell({ PUBLIC_URL: 'https://id.acme.example' }).latchkey('mail', 'preview', '--kind', 'password-set')
    expect(out).toMatch(/^Subject: Your Latchkey account has a password now\n\nHello Ada Example,\n/)
    expect(out).toMatch(/\nSent by Latchkey, https:\/\/id\.acme\.example$/)
  })

  it('prints links that lead where those of such a mail do, at the address of the service', async () => {
    const { out } = await shell({ PUBLIC_URL: 'https://id.acme.example' }).latchkey('mail', 'preview')
    const links = out.split(/^===== /m).flatMap((mail) => {
      const link = /^(https:\S+)#/m.exec(mail)?.[1]
      return link === undefined ? [] : [[mail.split(' ')[0], link]]
    })
    const at = (page: string) => `https://id.acme.example/${page}`
    expect(links.toSorted()).toEqual(
      [
        ['verification', at('verify-email')],
        ['sign-in-code', at('sign-in-code')],
        ['password-reset', at('reset-password')],
        ['set-password', at('set-password')],
        ['account-deletion', at('delete-account')],
        ['two-factor', at('two-factor')],
        ['step-up', at('step-up?sent=before')],
        ['invite', at('invite')],
        ['mailbox-proved', at('not-me')],
        ['email-change', at('change-email')],
        ['email-change-approval', at('change-email')],
        ['email-changed', at('revert-email')],
        ['new-device', at('not-me')],
        ['org-invite', at('org-invite')],
      ].toSorted(),
    )
    expect(out).not.toMatch(/https?:\/\/example\.com|localhost/)
  })

  it('prints the HTML part', async () => {
    const { out } = await shell().latchkey('mail', 'preview', '--kind', 'verification', '--format', 'html')
    expect(out).toMatch(/^<!doctype html>.*7K3M-Q9TX-B2ZH.*<\/html>$/s)
    const all = await shell().latchkey('mail', 'preview', '--format', 'html')
    expect(all.out.match(/^<!doctype html>$/gm)).toHaveLength(kinds.length)
  })

  it('prints a mail in another language', async () => {
    const { out } = await shell().latchkey('mail', 'preview', '--kind', 'password-set', '--language', 'de')
    expect(out).toMatch(/^Subject: Ihr Konto bei Latchkey hat jetzt ein Passwort\n\nGuten Tag Ada Example,\n/)
    const all = await shell().latchkey('mail', 'preview', '--format', 'html', '--language', 'fr')
    expect(all.out.match(/^<html lang="fr">$/gm)).toHaveLength(kinds.length)
  })

  it('shows the templates in force', async () => {
    const directory = templates({ 'password-set.txt.liquid': 'Subject: Moin\n\nMoin {{ name }}!\n' })
    const { out } = await shell({ MAIL_TEMPLATES: directory }).latchkey('mail', 'preview', '--kind', 'password-set')
    expect(out).toBe('Subject: Moin\n\nMoin Ada Example!')
  })

  it('exits with 1 and every problem for templates that do not work', async () => {
    const directory = templates({ 'password-set.txt.liquid': 'Subject: Hi\n\n{{ nope }}\n' })
    const { code, out, err } = await shell({ MAIL_TEMPLATES: directory }).latchkey('mail', 'preview')
    expect([code, out]).toEqual([1, ''])
    expect(err).toMatch(
      /^The mail templates have a problem:\n {2}\S+password-set\.txt\.liquid, line 3: unknown variable nope;.*$/,
    )
  })

  it.each([
    ['--kind', 'nope', /^--kind must be one of .*\bverification, sign-in-code, /],
    ['--kind', 'constructor', /^--kind must be one of .*\bverification, sign-in-code, /],
    ['--language', 'tlh', /^--language must be one of de, en, es, fr/],
    ['--format', 'pdf', /^--format must be one of text, html\n/],
  ])('exits with 2 for %s %s', async (flag, value, message) => {
    const { code, out, err } = await shell().latchkey('mail', 'preview', flag, value)
    expect([code, out]).toEqual([2, ''])
    expect(err).toMatch(message)
  })
})
