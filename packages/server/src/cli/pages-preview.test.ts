import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { PASSWORD_WORD } from '../../test/support/password-word.ts'
import { shell } from '../../test/support/shell.ts'

function folder(): string {
  const directory = mkdtempSync(path.join(tmpdir(), 'latchkey-preview-test-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  return path.join(directory, 'out')
}

describe('latchkey pages preview', () => {
  it('writes pages that need no server, in the looks and the language that were asked for', async () => {
    const to = folder()
    const env = {
      APP_NAME: 'Acme',
      PAGES_ACCENT: '#0a7d55',
      DATABASE_URL: 'postgres://nowhere.example/x',
      SMTP_URL: 'smtp://nowhere.example',
    }
    const { code, out, err } = await shell(env).latchkey('pages', 'preview', '--to', to, '--language', 'de')
    expect([code, err]).toEqual([0, ''])
    expect(out).toMatch(/^\d+ pages are in /)
    const files = readdirSync(to)
    const pages = [
      'sign-in',
      'verify-email',
      'set-password',
      'invite',
      'org-invite',
      'account-organisations',
      'orgs-analytical-engines',
      'account-security',
      'console-users',
      'console-invites',
      'console-organisations',
      'console-clients',
      'console-clients-new-kind-web',
      'console-clients-grafana',
      'account-applications',
      'console-keys',
    ]
    for (const name of ['index', ...pages]) expect(files).toContain(`${name}.html`)
    expect(files.filter((name) => /^console-users-[0-9a-f-]{36}\.html$/.test(name))).toHaveLength(1)
    expect(readFileSync(path.join(to, 'console-invites.html'), 'utf8')).toContain('tim@')
    expect(readFileSync(path.join(to, 'orgs-analytical-engines.html'), 'utf8')).toContain('tim@')
    const signIn = readFileSync(path.join(to, 'sign-in.html'), 'utf8')
    expect(signIn).toContain('<html lang="de">')
    expect(signIn).not.toMatch(/(?:href|src)="\//)
    const [, css = ''] = /<link rel="stylesheet" href="(_latchkey\/[^"]+)"/.exec(signIn) ?? []
    expect(readFileSync(path.join(to, css), 'utf8')).toContain('--accent:#0a7d55')
    expect(readFileSync(path.join(to, 'console-users.html'), 'utf8')).toContain('Ada Lovelace')
  })

  it('shows both steps of a sign-in by mail, and no password where there are none', async () => {
    const [both, codes] = [folder(), folder()]
    const mailed = { EMAIL_SIGN_IN: 'anybody', SMTP_URL: 'smtp://nowhere.example' }
    await shell(mailed).latchkey('pages', 'preview', '--to', both)
    const { code } = await shell({ ...mailed, ENABLE_EMAIL_PASSWORD: 'false' }).latchkey('pages', 'preview', '--to', codes)
    expect(code).toBe(0)
    const read = (to: string, name: string) => readFileSync(path.join(to, `${name}.html`), 'utf8')
    for (const to of [both, codes]) expect(read(to, 'sign-in-code')).toContain('Enter your code')
    expect(read(both, 'sign-in')).not.toContain('type="password"')
    expect(read(both, 'sign-in-step-prove')).toContain('type="password"')
    const pages = readdirSync(codes).filter((name) => name.endsWith('.html'))
    expect(pages).toEqual(expect.arrayContaining(['console-users.html', 'orgs-analytical-engines.html', 'account-security.html']))
    expect(pages.filter((name) => PASSWORD_WORD.test(readFileSync(path.join(codes, name), 'utf8')))).toEqual([])
  })

  it('takes no language that there is not, and writes nothing then', async () => {
    const to = folder()
    const { code, err } = await shell().latchkey('pages', 'preview', '--to', to, '--language', 'xx')
    expect([code, err.split('\n')[0]]).toEqual([2, expect.stringContaining('--language must be one of')])
    expect(existsSync(to)).toBe(false)
  })
})
